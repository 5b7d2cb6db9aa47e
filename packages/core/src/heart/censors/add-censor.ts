import { type InputOf, notFound, type PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { emitEvents } from "../../outbox/index.js";
import type { OperationContext } from "../../services.js";
import {
  filterOf,
  insertLinks,
  insertMemory,
  type Prepared,
  prepareMemory,
  readByIds,
} from "../../substrate/index.js";
import { writerOrigin } from "../../work/index.js";
import { draftPlace } from "../place.js";
import { readWritten, shownCensor } from "./read-censor.js";

type Input = InputOf<PalimpsestContract["addCensor"]>;

export async function addCensor(context: OperationContext, input: Input) {
  const { who } = context;
  const { trigger_pattern, reason, action, domain, learned_from_decision, learned_from_episode } = input;
  const memory = await prepareMemory(context, {
    kind: "censor",
    attributes: { trigger_pattern, reason, action, domain, learned_from_decision, learned_from_episode },
    origin: writerOrigin(who),
    ...draftPlace(input),
  });
  return context.write(async (tx) => {
    await assertReadable(tx, context, "decision", learned_from_decision, "learned_from_decision");
    await assertReadable(tx, context, "episode", learned_from_episode, "learned_from_episode");
    await insertMemory(tx, who, memory);
    const sources = [learned_from_decision, learned_from_episode].filter((id) => id !== undefined);
    if (sources.length > 0) await insertLinks(tx, who, memory.id, sources, "derived_from");
    await tellAdded(tx, memory);
    context.touched([memory.id]);
    return { ...shownCensor(context, await readWritten(tx, context, memory.id)), masked: memory.masked };
  });
}

/** Tells those who follow along of a new censor. */
export const tellAdded = (tx: Tx, { id, attributes }: Pick<Prepared, "id" | "attributes">): Promise<void> =>
  emitEvents(tx, [
    { type: "censor_created", memoryId: id, kind: "censor", data: { action: String(attributes.action) } },
  ]);

async function assertReadable(
  tx: Tx,
  { who, policy }: OperationContext,
  kind: string,
  id: string | undefined,
  path: string,
): Promise<void> {
  if (id === undefined) return;
  const found = await readByIds(tx, who, filterOf(policy, [kind], { channel: "private" }), [id]);
  if (found.length === 0) throw notFound(kind, path);
}
