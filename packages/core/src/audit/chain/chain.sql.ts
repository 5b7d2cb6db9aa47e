import { iso, type Tx } from "../../db/index.js";
import { type Place, start } from "./check-chain.js";
import type { SealedEntry } from "./entry-hash.js";

type Row<T> = T & { [column: string]: unknown };

/** A number past what JSON holds exactly is none that the sealer gives: it is shown as the highest one. */
const exact = (seq: string) => `least(${seq}, ${Number.MAX_SAFE_INTEGER})::float8`;

/** The columns of an entry as it is listed and hashed, of the table `a`. */
export const entryColumns = `${exact("a.seq")} as seq, a.audit_id, ${iso("a.at")} as at, a.request_id, a.trace_id,
  a.actor_type, a.actor_id, a.on_behalf_of, a.operation, a.surface, a.decision, a.code, a.reason, a.scope,
  a.boundary_class, a.policy_version, a.ids, a.key_id, a.times, a.saw_originals, a.redacted_count, a.digests,
  encode(a.prev_hash, 'hex') as prev_hash, encode(a.hash, 'hex') as hash`;

/** Entries after this number, in order. */
export const entriesAfter = (tx: Tx, tenantId: string, seq: number, rows: number): Promise<SealedEntry[]> =>
  tx.prepared<Row<SealedEntry>>(
    `select ${entryColumns} from palimpsest.audit_entry a
     where a.tenant_id = $1 and a.seq > $2 order by a.seq limit $3`,
    [tenantId, seq, rows],
  );

interface Ends {
  /** Where the chain ends, as the sealer has it; undefined before the first entry. */
  head: Place | undefined;
  /** The highest number of an entry. */
  last: number;
  /** Until where retention has removed entries. */
  pruned: Place;
}

/** All in one snapshot. */
export async function endsOfChain(tx: Tx, tenantId: string): Promise<Ends> {
  const [row] = await tx.query<{
    [column: string]: unknown;
    seq: number | null;
    hash: string | null;
    last: number;
    pruned_seq: number | null;
    pruned_hash: string | null;
  }>(
    `select ${exact("h.seq")} as seq, encode(h.hash, 'hex') as hash,
       ${exact("h.pruned_seq")} as pruned_seq, encode(h.pruned_hash, 'hex') as pruned_hash,
       ${exact("coalesce((select max(a.seq) from palimpsest.audit_entry a where a.tenant_id = $1), 0)")} as last
     from (select 1) one left join palimpsest.audit_head h on h.tenant_id = $1`,
    [tenantId],
  );
  const { seq, hash, last, pruned_seq, pruned_hash } = row!;
  if (seq === null || hash === null) return { head: undefined, last, pruned: start };
  return { head: { seq, hash }, last, pruned: { seq: pruned_seq ?? 0, hash: pruned_hash ?? start.hash } };
}

interface Anchor extends Place {
  day: string;
  at: string;
}

/** The last entry of each UTC day by its time, newest first, before a day. Each is found by one look at the index. */
export const lastOfDays = (
  tx: Tx,
  tenantId: string,
  before: string | null,
  days: number,
): Promise<Anchor[]> =>
  tx.query<Row<Anchor>>(
    `with recursive anchor as (
       (select a.seq, a.hash, a.at, 1 as n from palimpsest.audit_entry a
        where a.tenant_id = $1 and a.at < coalesce($3::date, 'infinity'::timestamptz)
        order by a.at desc, a.seq desc limit 1)
       union all
       select b.seq, b.hash, b.at, x.n + 1 from anchor x cross join lateral (
         select a.seq, a.hash, a.at from palimpsest.audit_entry a
         where a.tenant_id = $1 and a.at < date_trunc('day', x.at) order by a.at desc, a.seq desc limit 1) b
       where x.n < $2)
     select to_char(at, 'YYYY-MM-DD') as day, ${exact("seq")} as seq, encode(hash, 'hex') as hash, ${iso("at")} as at
     from anchor order by at desc`,
    [tenantId, days, before],
  );
