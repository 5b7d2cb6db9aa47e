import type { Tx } from "../../db/index.js";
import { restoredByPeople } from "../../governance/index.js";
import type { OperationContext } from "../../services.js";
import { type MemoryRow, type Trust, trustOf, trustViewOf } from "../../substrate/index.js";

/** Those of these censors that were proposed and put into force by a person, each with that person's id. */
export const approvedCensors = (
  tx: Tx,
  { who }: Pick<OperationContext, "who">,
  rows: Pick<MemoryRow, "id" | "attributes">[],
): Promise<Map<string, string>> =>
  restoredByPeople(
    tx,
    who,
    rows.filter(({ attributes }) => attributes.proposed_for !== undefined).map(({ id }) => id),
  );

/** The trust in each of these censors. Whoever approved a proposed one answers for it, as if they had written it. */
export async function censorTrust(
  tx: Tx,
  reader: Pick<OperationContext, "who" | "policy">,
  rows: MemoryRow[],
): Promise<(row: MemoryRow) => Trust> {
  const view = trustViewOf(reader.who, reader.policy);
  const approved = await approvedCensors(tx, reader, rows);
  return (row) => {
    const person = approved.get(row.id);
    return trustOf(person === undefined ? row : { ...row, origin: "human", writer: `human:${person}` }, view);
  };
}
