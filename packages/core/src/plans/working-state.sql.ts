import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../db/index.js";
import { type Principal, writerOf } from "../identity/index.js";

export interface StateRow {
  [column: string]: unknown;
  plan_id: string;
  key: string;
  value: StateValue;
  version: number;
  updated_at: string;
  updated_by: string;
}

type StateValue = InputOf<PalimpsestContract["setPlanState"]>["value"];
type Op = InputOf<PalimpsestContract["updatePlanState"]>["op"];

interface Named {
  plan_id: string;
  key: string;
}

const columns = `s.plan_id, s.key, s.value, s.version, ${iso("s.updated_at")} as updated_at, s.updated_by`;
const thisKey = "s.tenant_id = $1 and s.plan_id = $2 and s.key = $3";
const added = `insert into palimpsest.plan_state as s (tenant_id, plan_id, key, value, updated_by)
  values ($1, $2, $3, $4::jsonb, $5)`;
const changed = "version = s.version + 1, updated_at = clock_timestamp(), updated_by = $5";
const onConflict = "on conflict (tenant_id, plan_id, key) do";

const put = `${added} ${onConflict} update set value = excluded.value, ${changed} returning ${columns}`;
const putNew = `${added} ${onConflict} nothing returning ${columns}`;
const putAtVersion = `update palimpsest.plan_state s set value = $4::jsonb, ${changed}
  where ${thisKey} and s.version = $6::bigint returning ${columns}`;

/** What each operation makes of the value that is there, and of which type that must be. */
const operations: Record<Op, { type: string; next: string }> = {
  increment: {
    type: "number",
    next: "to_jsonb((s.value #>> '{}')::numeric + (excluded.value #>> '{}')::numeric)",
  },
  append: { type: "array", next: "s.value || excluded.value" },
  extend: { type: "array", next: "s.value || excluded.value" },
  update_dict: { type: "object", next: "s.value || excluded.value" },
};

/** Sets a key. Gives nothing if it is not at the version asked for; version 0 is that of a key that is not there. */
export async function putState(
  tx: Tx,
  who: Principal,
  { plan_id, key }: Named,
  value: unknown,
  ifVersion: number | undefined,
): Promise<StateRow | undefined> {
  const values = [who.tenantId, plan_id, key, JSON.stringify(value), writerOf(who)];
  if (ifVersion === undefined) return (await tx.prepared<StateRow>(put, values))[0];
  if (ifVersion === 0) return (await tx.prepared<StateRow>(putNew, values))[0];
  return (await tx.prepared<StateRow>(putAtVersion, [...values, ifVersion]))[0];
}

/**
 * Changes a key in one statement: two at once wait for one another, and neither is lost. A key that is not there
 * starts with the operand itself. Gives nothing if the value is of another type.
 */
export async function changeState(
  tx: Tx,
  who: Principal,
  { plan_id, key }: Named,
  op: Op,
  operand: unknown,
): Promise<StateRow | undefined> {
  const { type, next } = operations[op];
  const [row] = await tx.prepared<StateRow>(
    `${added} ${onConflict} update set value = ${next}, ${changed}
     where jsonb_typeof(s.value) = '${type}' returning ${columns}`,
    [who.tenantId, plan_id, key, JSON.stringify(operand), writerOf(who)],
  );
  return row;
}

export async function findState(
  tx: Tx,
  who: Principal,
  { plan_id, key }: Named,
): Promise<StateRow | undefined> {
  const [row] = await tx.prepared<StateRow>(
    `select ${columns} from palimpsest.plan_state s where ${thisKey}`,
    [who.tenantId, plan_id, key],
  );
  return row;
}

/** Keys that begin with a prefix stand together, from the prefix itself on. */
const listed = "s.tenant_id = $1 and s.plan_id = $2 and s.key >= $3 and starts_with(s.key, $3)";

export async function listState(
  tx: Tx,
  who: Principal,
  { plan_id, prefix }: { plan_id: string; prefix: string },
  { after, rows }: { after: string | undefined; rows: number },
): Promise<{ found: StateRow[]; total: number }> {
  const [counted] = await tx.query<{ total: number }>(
    `select count(*)::integer as total from palimpsest.plan_state s where ${listed}`,
    [who.tenantId, plan_id, prefix],
  );
  const found = await tx.query<StateRow>(
    `select ${columns} from palimpsest.plan_state s
     where ${listed} and ($4::text is null or s.key > $4) order by s.key limit $5`,
    [who.tenantId, plan_id, prefix, after ?? null, rows],
  );
  return { found, total: counted!.total };
}

export async function deleteState(tx: Tx, who: Principal, { plan_id, key }: Named): Promise<boolean> {
  const deleted = await tx.prepared(`delete from palimpsest.plan_state s where ${thisKey} returning s.key`, [
    who.tenantId,
    plan_id,
    key,
  ]);
  return deleted.length > 0;
}

/** Deletes all keys of a plan and gives their number. */
export async function clearState(tx: Tx, who: Principal, planId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with deleted as (
       delete from palimpsest.plan_state s where s.tenant_id = $1 and s.plan_id = $2 returning 1)
     select count(*)::integer as count from deleted`,
    [who.tenantId, planId],
  );
  return row!.count;
}
