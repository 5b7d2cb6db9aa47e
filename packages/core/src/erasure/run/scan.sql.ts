import type { Tx } from "../../db/index.js";

/** Every table of a tenant, as the catalogue has them. */
export async function tablesToScan(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(`select name from palimpsest.erasure_tables() t(name)`);
  return rows.map(({ name }) => name);
}

/** In how many rows of a page something was found. */
export interface Hits {
  /** An erased id as the value of a column, and one within a document or a list. */
  exact: number;
  inside: number;
  /** A piece of an erased text. */
  pieces: number;
  /** The subject as what the row is about. */
  about: number;
  /** The subject's name. */
  names: number;
}

/** A page of a table, after the row with this key. */
export async function scanPage(
  tx: Tx,
  erasure: { id: string; pattern: string },
  table: string,
  after: string[] | null,
  rows: number,
): Promise<Hits & { last: string[] | null }> {
  const [page] = await tx.query<Hits & { last: string[] | null }>(
    `select s.last, s.exact::integer, s.inside::integer, s.pieces::integer, s.about::integer, s.names::integer
     from palimpsest.erasure_scan($1, $2, $3, $4, $5) s`,
    [erasure.id, erasure.pattern, table, after, rows],
  );
  return page!;
}
