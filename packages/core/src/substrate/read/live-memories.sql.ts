import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { admissionOf } from "./admission.sql.js";
import type { Filter } from "./filter.js";
import { byKey } from "./read-memories.sql.js";
import { unexpired } from "./visible-memory.sql.js";

/** The kinds of those memories that the caller may see and that are not retracted, quarantined or expired. */
export async function liveKinds(tx: Tx, who: Principal, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; kind: string }>(
    `select m.id, m.kind from palimpsest.memory m
     where m.tenant_id = $1 and m.id = any ($2) and not m.retracted and not m.quarantined and ${unexpired("m")}`,
    [who.tenantId, ids],
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** The kinds of those memories that the filter admits. */
export async function admittedKinds(
  tx: Tx,
  who: Principal,
  filter: Filter,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { sql, values } = admissionOf(who.tenantId, filter);
  const rows = await tx.query<{ id: string; kind: string }>(
    `select m.id, m.kind from ${byKey("id", `$${values.length + 1}::text[]`)} where ${sql}`,
    [...values, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}
