import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { assertPlainNames, insertMemory, prepareMemory } from "../../substrate/index.js";
import { writerOrigin } from "../../work/index.js";
import { agentNamed } from "../own-agent.js";
import { draftPlace } from "../place.js";
import { readersFor } from "../readers.js";

type Input = InputOf<PalimpsestContract["logInteraction"]>;

export async function logInteraction(context: OperationContext, input: Input) {
  const { who } = context;
  assertPlainNames({ user_id: input.user_id, agent_id: input.agent_id });
  const agentId = agentNamed(who, input.agent_id);
  const userId = input.user_id ?? who.id;
  const speakers: Partial<Record<string, string>> = { user: userId, assistant: agentId };
  const memory = await prepareMemory(context, {
    kind: "interaction",
    text: input.content,
    fields: ["content"],
    attributes: { agent_id: agentId, user_id: userId, role: input.role, metadata: input.metadata },
    origin: writerOrigin(who),
    speaker: speakers[input.role],
    ...draftPlace({ ...input, ...readersFor(who, input) }),
  });
  return context.write(async (tx) => {
    const created_at = await insertMemory(tx, who, memory);
    context.touched([memory.id]);
    return { id: memory.id, status: "created" as const, created_at, masked: memory.masked };
  });
}
