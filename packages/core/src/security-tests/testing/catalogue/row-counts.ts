import type { TestDatabase } from "../../../db/testing/index.js";
import * as catalogue from "./catalogue.sql.js";

/** The audit log grows with every call. */
const isAudit = (name: string) => name.startsWith("audit_");

/** How many rows each table holds; the audit log grows with every call and is left out. */
export async function rowCounts({ ownerQuery }: TestDatabase): Promise<Record<string, number>> {
  const tables = (await ownerQuery<{ name: string }>(catalogue.tables)).map(({ name }) => name);
  const counts = await ownerQuery<{ name: string; n: string }>(
    tables
      .map((name) => `select '${name}' as name, count(*) as n from palimpsest.${name}`)
      .join(" union all "),
  );
  return Object.fromEntries(
    counts.filter(({ name }) => !isAudit(name)).map(({ name, n }) => [name, Number(n)]),
  );
}

/** A digest of all rows of each table; the audit log grows with every call and is left out. */
export async function fingerprintOf({ ownerQuery }: TestDatabase): Promise<Record<string, string>> {
  const tables = (await ownerQuery<{ name: string }>(catalogue.tables)).map(({ name }) => name);
  const digest = (name: string) =>
    `select '${name}' as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as rows from palimpsest.${name} t`;
  const digests = await ownerQuery<{ name: string; rows: string }>(
    tables
      .filter((name) => !isAudit(name))
      .map(digest)
      .join(" union all "),
  );
  return Object.fromEntries(digests.map(({ name, rows }) => [name, rows]));
}
