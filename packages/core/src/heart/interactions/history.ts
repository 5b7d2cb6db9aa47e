import { type InputOf, type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import {
  filterOf,
  findTurn,
  insertMemory,
  lastTurns,
  lockName,
  prepareMemory,
} from "../../substrate/index.js";
import { writerOrigin } from "../../work/index.js";
import { draftPlace } from "../place.js";

type Turn = OutputOf<PalimpsestContract["historyGet"]>["turns"][number];

/** Whom a person talks with who does not say so. */
const unnamedAgent = "assistant";

const idOf = (conversation: string, turn: number) => `${conversation}_turn_${turn}`;

/** A turn has one place in its conversation: what is there already stays as it is. */
export async function historyAppend(
  context: OperationContext,
  { conversation_id, role, content, turn_index }: InputOf<PalimpsestContract["historyAppend"]>,
) {
  const { who } = context;
  const agentId = who.type === "agent" ? who.id : unnamedAgent;
  const speakers: Partial<Record<string, string>> = {
    assistant: agentId,
    ...(who.type === "human" && { user: who.id }),
  };
  const memory = await prepareMemory(context, {
    kind: "interaction",
    text: content,
    attributes: { agent_id: agentId, user_id: who.id, role, turn_index },
    origin: writerOrigin(who),
    speaker: speakers[role],
    ...draftPlace({
      ...{ scope: "user", channel: "private", visibility: "private", audience: [], sensitivity: "none" },
      session_id: conversation_id,
    }),
  });
  const id = idOf(conversation_id, turn_index);
  return context.write(async (tx) => {
    await lockName(tx, who, `${who.id} ${id}`);
    const known = await findTurn(tx, who, memory);
    if (known && !known.is_same) {
      throw new PalimpsestError(
        "CONFLICT",
        "This turn is there already and says something else. Correct it by its memory_id, or append at another turn_index.",
      );
    }
    const memory_id = known?.id ?? memory.id;
    if (!known) await insertMemory(tx, who, memory);
    context.touched([memory_id]);
    return { id, memory_id, status: known ? ("exists" as const) : ("created" as const) };
  });
}

export async function historyGet(
  context: OperationContext,
  { conversation_id, limit, channel }: InputOf<PalimpsestContract["historyGet"]>,
) {
  const { who, policy } = context;
  const filter = filterOf(policy, ["interaction"], { channel, session_id: conversation_id });
  const rows = await context.read((tx) => lastTurns(tx, who, filter, limit));
  context.touched(rows.map(({ id }) => id));
  const turns = rows.toReversed().map((row): Turn => {
    const turn_index = row.attributes.turn_index as number;
    return {
      id: idOf(conversation_id, turn_index),
      role: row.attributes.role as Turn["role"],
      content: row.text,
      turn_index,
      ts: row.occurred_at.toISOString(),
    };
  });
  return { conversation_id, turns, total: rows[0]?.total ?? 0 };
}
