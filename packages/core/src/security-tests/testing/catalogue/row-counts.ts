import type { TestDatabase } from "../../../db/testing/index.js";
import * as catalogue from "./catalogue.sql.js";

/** Names of tables, by database: to look them up takes four times as long as to count their rows. */
const known = new WeakMap<TestDatabase, Promise<string[]>>();

/** All tables but the audit log, which grows with every call. */
function tablesOf(database: TestDatabase): Promise<string[]> {
  const names = known.get(database) ?? lookUp(database);
  known.set(database, names);
  return names;
}

const lookUp = async ({ ownerQuery }: TestDatabase): Promise<string[]> =>
  (await ownerQuery<{ name: string }>(catalogue.tables))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("audit_"));

/** How many rows each table holds; the audit log grows with every call and is left out. */
export async function rowCounts(database: TestDatabase): Promise<Record<string, number>> {
  const count = (name: string) => `select '${name}' as name, count(*) as n from palimpsest.${name}`;
  const counts = await database.ownerQuery<{ name: string; n: string }>(
    (await tablesOf(database)).map(count).join(" union all "),
  );
  return Object.fromEntries(counts.map(({ name, n }) => [name, Number(n)]));
}

/** A digest of all rows of each table; the audit log grows with every call and is left out. */
export async function fingerprintOf(database: TestDatabase): Promise<Record<string, string>> {
  const digest = (name: string) =>
    `select '${name}' as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as rows from palimpsest.${name} t`;
  const digests = await database.ownerQuery<{ name: string; rows: string }>(
    (await tablesOf(database)).map(digest).join(" union all "),
  );
  return Object.fromEntries(digests.map(({ name, rows }) => [name, rows]));
}
