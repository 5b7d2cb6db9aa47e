import type { TestDatabase } from "../../../db/testing/index.js";
import * as catalogue from "./catalogue.sql.js";

/** How many rows each table holds; the audit log grows with every call and is left out. */
export async function rowCounts({ ownerQuery }: TestDatabase): Promise<Record<string, number>> {
  const tables = (await ownerQuery<{ name: string }>(catalogue.tables)).map(({ name }) => name);
  const counts = await ownerQuery<{ name: string; n: string }>(
    tables
      .map((name) => `select '${name}' as name, count(*) as n from palimpsest.${name}`)
      .join(" union all "),
  );
  return Object.fromEntries(
    counts.filter(({ name }) => name !== "audit_entry").map(({ name, n }) => [name, Number(n)]),
  );
}
