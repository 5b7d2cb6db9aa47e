import type { Tx } from "../../db/index.js";
import { stateDigests } from "../../plans/index.js";
import type { OperationContext } from "../../services.js";
import { findTombstonesOf } from "../../substrate/index.js";
import { workTypes } from "./import.sql.js";
import { type Incoming, ofType } from "./incoming.js";

/**
 * Looks, by their places in the call, for records of working state with words that were retracted. What it looks for is
 * made ready before the transaction.
 */
export function retractedWork(
  { digestKey }: Pick<OperationContext, "digestKey">,
  records: Incoming[],
): (tx: Tx) => Promise<Map<number, string>> {
  const texts = workTypes
    .flatMap((type) => ofType(records, type))
    .flatMap(({ at, type, record }) =>
      stateDigests({ digestKey }, type, record).map((digests) => ({ ...digests, id: String(at) })),
    );
  return async (tx) => {
    const stones = await findTombstonesOf(tx, texts);
    return new Map([...stones].map(([at, stone]) => [Number(at), stone]));
  };
}
