import type { Tx } from "../../db/index.js";
import { importRows, type PlainType } from "./import.sql.js";
import { type Incoming, ofType } from "./incoming.js";
import { outcomeOf, type Result } from "./results.js";

/** Writes records of these types, which stand for themselves, and tells what became of each. */
export async function importPlain(
  tx: Tx,
  records: Incoming[],
  types: readonly PlainType[],
): Promise<[number, Result][]> {
  const told: [number, Result][] = [];
  for (const type of types) {
    const some = ofType(records, type);
    const outcomes = await importRows(
      tx,
      type,
      some.map(({ record }) => record),
    );
    for (const [n, { at }] of some.entries()) told.push([at, outcomeOf(outcomes[n]!)]);
  }
  return told;
}
