import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import { insertMemory, placeOf, prepareMemory } from "../substrate/index.js";
import { writerOrigin } from "../work/index.js";

export async function saveSummary(
  context: OperationContext,
  input: InputOf<PalimpsestContract["saveSummary"]>,
) {
  const { who } = context;
  const memory = await prepareMemory(context, {
    kind: "chunk",
    text: input.text,
    origin: writerOrigin(who),
    ...placeOf(input),
    importance: input.importance,
    derivedFrom: input.derived_from,
  });
  return context.write(async (tx) => {
    const recordedAt = await insertMemory(tx, who, memory);
    context.touched([memory.id]);
    return { chunk_id: memory.id, ts: recordedAt, status: "saved" as const };
  });
}
