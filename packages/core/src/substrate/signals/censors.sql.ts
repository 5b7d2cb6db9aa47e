import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { KeptVectors, Worded } from "../../services.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";
import { cosinesAbove } from "../vectors/cosines.sql.js";
import type { SpaceVector } from "../vectors/space-vector.js";

export interface Pattern {
  id: string;
  pattern: string;
  /** Between the censor and the vector; null if there is none to compare, or it is not above what was asked for. */
  cosine: number | null;
}

/** All censors that the filter admits, as far as matching needs them, and how near those are that are nearer than `above`. */
export async function readPatterns(
  tx: Tx,
  who: Principal,
  filter: Filter,
  near?: { vector: SpaceVector; above: number; kept: KeptVectors },
): Promise<Pattern[]> {
  const { sql, values } = admissionOf(who.tenantId, filter);
  const rows = await tx.prepared<Worded & { pattern: string }>(
    `select m.id, m.attributes->>'trigger_pattern' as pattern, m.content_hash as hash
     from palimpsest.memory m where ${sql}`,
    values,
  );
  const cosines = near ? await cosinesAbove(tx, who, near, rows) : undefined;
  return rows.map(({ id, pattern }) => ({ id, pattern, cosine: cosines?.get(id) ?? null }));
}

/** The censor that was proposed because of a memory, as far as the caller may see it. */
export async function findProposedCensor(
  tx: Tx,
  who: Principal,
  memoryId: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select m.id from palimpsest.memory m
     where m.tenant_id = $1 and m.kind = 'censor' and m.attributes->>'proposed_for' = $2 limit 1`,
    [who.tenantId, memoryId],
  );
  return row?.id;
}

export interface CensorSignal {
  [column: string]: unknown;
  id: string;
  activations: number;
  last_activated: string | null;
  false_positives: number;
  last_false_positive: string | null;
  escalated_to: "block" | "absolute" | null;
  settled_at_activations: number;
}

const columns = `s.memory_id as id, s.activations, ${iso("s.last_used_at")} as last_activated, s.false_positives,
  ${iso("s.last_false_positive")} as last_false_positive, s.escalated_to, s.settled_at_activations`;

/** What use has made of these censors, now or by a moment; those that nobody used are not among them. */
export async function readCensorSignals(
  tx: Tx,
  who: Principal,
  ids: string[],
  at?: string,
): Promise<Map<string, CensorSignal>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<CensorSignal>(
    `select ${columns.replace("s.escalated_to", "case when $3::timestamptz is null or s.escalated_at <= $3 then s.escalated_to end as escalated_to")}
     from palimpsest.memory_signal s where s.tenant_id = $1 and s.memory_id = any ($2)`,
    [who.tenantId, ids, at ?? null],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts one match of each of these, in the order of their ids: their rows stay locked, and two checks never wait in a ring. */
export function countActivations(tx: Tx, who: Principal, ids: string[]): Promise<CensorSignal[]> {
  return tx.prepared<CensorSignal>(
    `with logged as (
       insert into palimpsest.signal_entry (tenant_id, memory_id, what)
       select $1, matched.id, 'activation' from unnest($2::text[]) as matched(id))
     insert into palimpsest.memory_signal as s (tenant_id, memory_id, activations, last_used_at)
     select $1, matched.id, 1, clock_timestamp() from unnest($2::text[]) as matched(id) order by matched.id
     on conflict (tenant_id, memory_id) do update
       set activations = s.activations + 1, last_used_at = excluded.last_used_at
     returning ${columns}`,
    [who.tenantId, ids],
  );
}

/** Locks what use has made of a censor, and gives it. */
export async function lockCensorSignal(tx: Tx, who: Principal, id: string): Promise<CensorSignal> {
  const [row] = await tx.prepared<CensorSignal>(
    `insert into palimpsest.memory_signal as s (tenant_id, memory_id) values ($1, $2)
     on conflict (tenant_id, memory_id) do update set activations = s.activations
     returning ${columns}`,
    [who.tenantId, id],
  );
  return row!;
}

/** Raises censors: by request (`escalation`) or because they matched so often (`rise`). */
export async function setEscalation(
  tx: Tx,
  who: Principal,
  ids: string[],
  action: "block" | "absolute",
  what: "escalation" | "rise",
): Promise<void> {
  await tx.prepared(
    `with logged as (
       insert into palimpsest.signal_entry (tenant_id, memory_id, what, escalated_to)
       select $1, raised.id, $4, $3 from unnest($2::text[]) as raised(id))
     update palimpsest.memory_signal set escalated_to = $3, escalated_at = clock_timestamp()
     where tenant_id = $1 and memory_id = any ($2)`,
    [who.tenantId, ids, action, what],
  );
}

export async function countFalsePositive(tx: Tx, who: Principal, id: string): Promise<void> {
  await tx.prepared(
    `with logged as (
       insert into palimpsest.signal_entry (tenant_id, memory_id, what) values ($1, $2, 'false_positive'))
     update palimpsest.memory_signal
     set false_positives = false_positives + 1, last_false_positive = clock_timestamp()
     where tenant_id = $1 and memory_id = $2`,
    [who.tenantId, id],
  );
}
