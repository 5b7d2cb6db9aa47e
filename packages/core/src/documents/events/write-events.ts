import type { Tx } from "../../db/index.js";
import { JobFailure } from "../../jobs/index.js";
import type { OperationContext } from "../../services.js";
import { insertManyMemories, linkSources, type Prepared, refusedMemories } from "../../substrate/index.js";
import { carryBlocks } from "./carry/carry-blocks.sql.js";
import { carryEdits, type Elsewhere } from "./carry/carry-edits.js";
import { chunksOf } from "./evidence.js";
import type { PlacedEvent, Refused } from "./find-events.js";
import type { PreparedEvent } from "./prepare-events.js";
import { tombstoned } from "./renew-events.js";

/** What one step of an extraction has written. */
export interface Written {
  kept: string[];
  /** Those of them that are retracted or quarantined at once. */
  hidden?: string[];
  rejected: Refused[];
}

interface WriteOptions {
  further?: readonly { from: string; to: string }[];
  /** Those that will be retracted at once may have words that were retracted. */
  isRetracted?: (id: string) => boolean;
}

export async function writeEvents(
  tx: Tx,
  context: OperationContext,
  given: readonly Prepared[],
  { further = [], isRetracted = () => false }: WriteOptions = {},
): Promise<Written> {
  const { who } = context;
  const refused = await refusedMemories(
    tx,
    who,
    given.filter(({ id }) => !isRetracted(id)),
  );
  const memories = given.filter(({ id }) => !refused.has(id));
  await insertManyMemories(tx, who, memories);
  // All at once: passages are locked in one order.
  const sources = [...memories.flatMap(sourcesOf), ...further];
  if (!(await linkSources(tx, who, sources))) throw changedMeanwhile();
  const kept = memories.map(({ id }) => id);
  await carryBlocks(tx, kept);
  context.touched(kept);
  return {
    kept,
    rejected: given
      .filter(({ id }) => refused.has(id))
      .map(({ attributes }) => tombstoned(attributes.category as string)),
  };
}

/** Writes events, unseen, with what people have made of the same ones. */
export async function writeEdited(
  tx: Tx,
  context: OperationContext,
  events: readonly PreparedEvent[],
  elsewhere: ReadonlyMap<PlacedEvent, Elsewhere>,
): Promise<Written> {
  const pending = events.map(({ memory }) => ({ ...memory, status: "pending" }));
  const otherOf = new Map(events.map(({ event, memory }) => [memory.id, elsewhere.get(event)!]));
  const written = await writeEvents(tx, context, pending, {
    isRetracted: (id) => otherOf.get(id)!.ops.includes("retract"),
  });
  await carryEdits(
    tx,
    written.kept.map((id) => ({ id, same: otherOf.get(id)!.same })),
  );
  const hidden = events.filter(({ memory: { id } }) => {
    const { ops } = otherOf.get(id)!;
    return written.kept.includes(id) && (ops.includes("retract") || ops.includes("quarantine"));
  });
  return {
    kept: written.kept,
    hidden: hidden.map(({ memory }) => memory.id),
    rejected: [...written.rejected, ...hidden.map(({ event }) => tombstoned(event.category))],
  };
}

const sourcesOf = ({ id, attributes }: Prepared) =>
  [...new Set(chunksOf(attributes))].map((chunk) => ({ from: id, to: chunk }));

export const changedMeanwhile = () =>
  new JobFailure(
    "SOURCE_CHANGED",
    "The document was edited while events were extracted from it; the job runs again.",
    true,
  );
