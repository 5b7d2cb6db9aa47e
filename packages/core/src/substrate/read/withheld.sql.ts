import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { pastRows, withheldReason } from "../past/as-of.sql.js";
import { admissionOf } from "./admission.sql.js";
import type { Filter } from "./filter.js";
import { numberedFrom, type Picked } from "./picked.sql.js";

export type Gaps = Pick<OutputOf<PalimpsestContract["recall"]>, "withheld" | "withheld_count">;
type Gap = NonNullable<Gaps["withheld"]>[number];

/** So many gaps are named, the newest. */
const maxNamed = 100;

/**
 * The gaps of a read of the past: memories that it would have been about, and that have been withheld since. The words
 * of a search play no part, so that nobody finds out by guessing what a withheld memory said.
 */
export async function gapsIn(
  tx: Tx,
  who: Principal,
  filter: Filter,
  pick: Pick<Picked, "where" | "state" | "values"> = { where: "true", values: [] },
): Promise<Gaps> {
  const { asOf } = filter;
  if (asOf === undefined) return {};
  if (asOf.seeWithheld) return { withheld: [], withheld_count: 0 };
  const admission = admissionOf(who.tenantId, filter, { withheldToo: true });
  const numbered = numberedFrom(admission.values.length);
  const values = [...admission.values, ...pick.values];
  const value = (v: unknown) => `$${values.push(v)}`;
  const since = `palimpsest.edited_since(${value(asOf.at)}::timestamptz, ${value(asOf.snapshot ?? null)}::pg_snapshot)`;
  const changed = `(m.id = any (array(select ${since})) or m.expires_at <= clock_timestamp())`;
  const where = `m.tenant_id = $1 and m.kind = any (${value(filter.kinds)}) and ${numbered(pick.where)}`;
  const state = pick.state ? ` and ${numbered(pick.state)}` : "";
  const rows = await tx.query<Gap & { total: number }>(
    `select w.memory_id, w.reason, (count(*) over ())::integer as total
     from (select m.id as memory_id, m.occurred_at, ${withheldReason({ ...filter, asOf }, value)} as reason
           from ${pastRows(`${where} and ${changed}`, asOf, value)} m
           where ${admission.sql}${state}) w
     where w.reason is not null order by w.occurred_at desc, w.memory_id desc limit ${maxNamed}`,
    values,
  );
  return {
    withheld: rows.map(({ memory_id, reason }) => ({ memory_id, reason })),
    withheld_count: rows[0]?.total ?? 0,
  };
}

/** The gaps among these memories. */
export const gapsAmong = (tx: Tx, who: Principal, filter: Filter, ids: string[]): Promise<Gaps> =>
  gapsIn(tx, who, filter, { where: "m.id = any (?1)", values: [ids] });
