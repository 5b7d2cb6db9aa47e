import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { prepareMemory } from "../../substrate/index.js";
import { writerOrigin } from "../../work/index.js";
import { learnPrepared } from "../facts/index.js";
import { draftPlace } from "../place.js";

/** A fact that its writer alone reads. One that is known already is confirmed. */
export async function memoryStore(
  context: OperationContext,
  { content, type, confidence, conversation_id }: InputOf<PalimpsestContract["memoryStore"]>,
) {
  const memory = await prepareMemory(context, {
    kind: "fact",
    text: content,
    fields: ["content"],
    attributes: { category: type, confidence },
    origin: writerOrigin(context.who),
    ...draftPlace({
      ...{ scope: "user", channel: "private", visibility: "private", audience: [], sensitivity: "none" },
      session_id: conversation_id,
    }),
  });
  return context.write(async (tx) => {
    const { id, status } = await learnPrepared(tx, context, { ...memory, id: newId("mem") });
    return { memory_id: id, status: status === "created" ? ("created" as const) : ("exists" as const) };
  });
}
