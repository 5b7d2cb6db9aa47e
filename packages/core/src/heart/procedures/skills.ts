import { attributeText, firstLine, type InputOf, type PalimpsestContract } from "@palimpsest/contract";
import { agentMeant } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import {
  assertPlainNames,
  besideDigests,
  findSameSkill,
  insertMemory,
  lockWords,
  type MemoryRow,
  prepareMemory,
  refuseRetractedBeside,
  updateStored,
} from "../../substrate/index.js";
import { writerOrigin } from "../../work/index.js";
import { agentNamed } from "../own-agent.js";
import { draftPlace } from "../place.js";
import { readersFor } from "../readers.js";
import { searchKind } from "../search.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;
type ProcedureType = Input<"storeSkill">["procedure_type"];

const kind = "procedure";

/** The same skill of the same caller, agent and user is stored once. */
export async function storeSkill(context: OperationContext, input: Input<"storeSkill">) {
  const { who } = context;
  const { procedure_type, content, trigger_condition, user_id = who.id } = input;
  assertPlainNames({ user_id, agent_id: input.agent_id });
  const agent_id = agentNamed(who, input.agent_id);
  const name = firstLine(trigger_condition ?? content);
  const memory = await prepareMemory(context, {
    kind,
    attributes: { name, description: content, trigger_condition, procedure_type, agent_id, user_id },
    fields: trigger_condition === undefined ? ["content"] : ["content", "trigger_condition"],
    origin: writerOrigin(who),
    ...draftPlace({ ...input, ...readersFor(who, { user_id }) }),
  });
  return context.write(async (tx) => {
    await lockWords(tx, who, memory);
    const same = await findSameSkill(tx, who, memory);
    context.touched([same?.id ?? memory.id]);
    if (same) {
      await refuseRetractedBeside(tx, { ...memory, parts: besideDigests(context.digestKey, memory.tags) });
      await updateStored(tx, who, same.id, memory);
      return { id: same.id, status: "updated" as const, created_at: same.recorded_at, masked: memory.masked };
    }
    const created_at = await insertMemory(tx, who, memory);
    return { id: memory.id, status: "created" as const, created_at, masked: memory.masked };
  });
}

/** Only the caller's own skills and a person's: another agent's never drives the caller. */
export async function getRelevantSkills(context: OperationContext, input: Input<"getRelevantSkills">) {
  const { who } = context;
  const { q: query, agent_id, user_id = who.id, ...read } = input;
  const { hits, scored, answer } = await searchKind(
    context,
    kind,
    { ...read, query, explain: false },
    {
      statuses: ["active"],
      skillsOf: { userId: user_id, agentId: agentMeant(who, agent_id) },
      driving: { reader: who.id, writers: context.policy.retrieval.trust.writers },
    },
  );
  const { left_out: _, ...counted } = answer;
  return { results: hits.map((hit) => ({ ...skillOf(hit.row), ...scored(hit) })), ...counted };
}

const skillOf = ({ id, attributes, owner_id, writer, recorded_at, edit_count }: MemoryRow) => ({
  id,
  user_id: attributeText(attributes, "user_id") || owner_id,
  agent_id: attributeText(attributes, "agent_id") || owner_id,
  trigger_condition: attributeText(attributes, "trigger_condition") || null,
  procedure_type: (attributes.procedure_type ?? "system_prompt") as ProcedureType,
  content: attributeText(attributes, "description") || attributeText(attributes, "name"),
  writer,
  created_at: recorded_at.toISOString(),
  edits_applied: edit_count,
});
