import type { Tx } from "../../../db/index.js";
import { stateDigests } from "../../../plans/index.js";
import type { OperationContext } from "../../../services.js";
import { findTombstonesOf } from "../../../substrate/index.js";
import type { WorkBefore } from "./work.sql.js";

/** The places of what would be put back with words that were retracted since. */
export function refusedWork(
  { digestKey }: Pick<OperationContext, "digestKey">,
  found: WorkBefore[],
): (tx: Tx) => Promise<string[]> {
  const texts = found.flatMap(({ what, place, before }) =>
    stateDigests({ digestKey }, what, before).map((digests) => ({ ...digests, id: place })),
  );
  return async (tx) => [...(await findTombstonesOf(tx, texts)).keys()];
}
