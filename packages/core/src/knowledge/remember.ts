import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { insertChunk } from "../capture/index.js";
import type { Context } from "../services.js";
import { insertMemory, placeOf, prepareMemory } from "../substrate/index.js";
import { insertDecision, insertTask, writerOrigin } from "../work/index.js";
import { findSame, lockWords } from "./remember.sql.js";

const kindOf = { note: "chunk", decision: "decision", task: "task" } as const;
const usualImportance = { note: 0, decision: 1, task: 0.8 };

/** Saying the same thing twice in the same place gives the memory that is there. */
export async function remember(context: Context, input: InputOf<PalimpsestContract["remember"]>) {
  const { services, who } = context;
  if (["team", "custom"].includes(input.visibility) !== input.audience.length > 0) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "audience: name one for visibility team or custom, and only then.",
    );
  }
  const kind = kindOf[input.kind];
  const memory = await prepareMemory(services, who, {
    kind,
    text: input.text,
    ...writerOrigin(who),
    actor: who.id,
    ...placeOf(input),
    visibility: input.visibility,
    audience: input.audience,
    importance: input.importance ?? usualImportance[input.kind],
    status: kind === "decision" ? "active" : kind === "task" ? "open" : undefined,
    occurredAt: input.occurred_at === undefined ? undefined : new Date(input.occurred_at),
    expiresAt: input.expires_at === undefined ? undefined : new Date(input.expires_at),
    derivedFrom: input.derived_from,
    overrideTombstone: input.override_tombstone,
  });
  return context.write(async (tx) => {
    await lockWords(tx, who, memory);
    const same = await findSame(tx, who, memory);
    if (same) {
      context.touched([same.id]);
      return answer(same.id, kind, same.recorded_at, "exists", memory.masked);
    }
    const recordedAt = await insertMemory(tx, who, memory);
    if (kind === "decision") await insertDecision(tx, who, memory.id, [], null);
    else if (kind === "task") await insertTask(tx, who, memory.id, [], null);
    else await insertChunk(tx, who, memory.id, null);
    context.touched([memory.id]);
    return answer(memory.id, kind, recordedAt, "created", memory.masked);
  });
}

const answer = (
  id: string,
  kind: "chunk" | "decision" | "task",
  recorded_at: string,
  status: "created" | "exists",
  masked: number,
) => ({
  memory_id: id,
  kind,
  recorded_at,
  status,
  masked,
});
