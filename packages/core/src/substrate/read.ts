import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { composed, type MemoryRow } from "./memory.js";

/** What a reader asks for. Everything here is decided before anything is ranked. */
export interface Filter {
  kinds: string[];
  scope?: string;
  subjectType?: string;
  subjectId?: string;
  projectId?: string;
  sessionId?: string;
  /** What the answer is for: memories of another project, subject or session stay out, those that name none do not. */
  about?: { projectId?: string; subjectType?: string; subjectId?: string; sessionId?: string };
  tags?: string[];
  from?: string;
  to?: string;
  statuses?: string[];
  /** Where the answer will be used. */
  channel?: string;
  /** The boundary classes that may be read there. */
  classes: readonly string[];
  includeQuarantined?: boolean;
  asOf?: string;
}

/** Only people and those who review may look into quarantine. */
export function assertMayFilter(who: Principal, filter: Pick<Filter, "includeQuarantined">): void {
  if (filter.includeQuarantined && who.type !== "human" && !who.permissions.has("edit:approve")) {
    throw new PalimpsestError("FORBIDDEN", "include_quarantined is for people and reviewers; leave it out.");
  }
}

/**
 * The admission of a filter as SQL over `m`, with its values from $2 on; $1 is the tenant. Only fixed fragments
 * are put together. `m` is the memory row itself, or its state at a moment in the past.
 */
export function admissionOf(tenantId: string, filter: Filter): { sql: string; values: unknown[] } {
  const values: unknown[] = [tenantId];
  const value = (v: unknown) => `$${values.push(v)}`;
  const at = filter.asOf === undefined ? "clock_timestamp()" : `${value(filter.asOf)}::timestamptz`;
  const parts = [
    "m.tenant_id = $1",
    "not m.retracted",
    `m.kind = any (${value(filter.kinds)})`,
    `m.boundary_class = any (${value(filter.classes)})`,
    filter.channel === undefined
      ? "m.blocked_channels = '{}'"
      : `not (${value(filter.channel)} = any (m.blocked_channels))`,
    `(m.expires_at is null or m.expires_at > ${at})`,
  ];
  if (!filter.includeQuarantined) parts.push("not m.quarantined");
  if (filter.asOf !== undefined) parts.push(`m.recorded_at <= ${at}`);
  if (filter.scope !== undefined) parts.push(`m.scope = ${value(filter.scope)}`);
  if (filter.subjectType !== undefined) parts.push(`m.subject_type = ${value(filter.subjectType)}`);
  if (filter.subjectId !== undefined) parts.push(`m.subject_id = ${value(filter.subjectId)}`);
  if (filter.projectId !== undefined) parts.push(`m.project_id = ${value(filter.projectId)}`);
  if (filter.sessionId !== undefined) parts.push(`m.session_id = ${value(filter.sessionId)}`);
  const { about } = filter;
  const fits = (column: string, wanted: string | undefined) => {
    if (wanted !== undefined) parts.push(`(${column} is null or ${column} = ${value(wanted)})`);
  };
  fits("m.project_id", about?.projectId);
  fits("m.subject_type", about?.subjectType);
  fits("m.subject_id", about?.subjectId);
  if (about?.sessionId !== undefined) {
    parts.push(`(m.scope is distinct from 'session' or m.session_id = ${value(about.sessionId)})`);
  }
  if (filter.tags?.length) parts.push(`m.tags @> ${value(filter.tags)}`);
  if (filter.from !== undefined) parts.push(`m.occurred_at >= ${value(filter.from)}::timestamptz`);
  if (filter.to !== undefined) parts.push(`m.occurred_at < ${value(filter.to)}::timestamptz`);
  if (filter.statuses !== undefined) parts.push(`m.status = any (${value(filter.statuses)})`);
  return { sql: parts.join(" and "), values };
}

export const memoryColumns = `m.id, m.kind, m.origin, m.source, m.scope, m.subject_type, m.subject_id, m.project_id,
  m.session_id, m.channel, m.owner_id, m.text, m.attributes, m.importance, m.retracted, m.quarantined, m.amended, m.blocked_channels,
  m.edit_count, m.status, m.tags, m.token_count, m.occurred_at, m.recorded_at`;

/**
 * Rows of `palimpsest.memory` as they stood at a moment: what edits change is taken from the fold up to then.
 * `where` must pick few rows by what no edit changes, since each is folded anew.
 */
const pastRows = (where: string, at: string) => `(
  select m.tenant_id, m.id, m.kind, m.origin, m.source, m.reading_position, m.scope, m.subject_type, m.subject_id, m.project_id,
    m.session_id, m.channel, m.owner_id, m.boundary_class, m.tags, m.token_count, m.word_count, m.occurred_at,
    m.recorded_at, m.expires_at, coalesce(s.text, '') as text, s.attributes, s.importance, s.retracted, s.quarantined, s.amended,
    s.blocked_channels, s.edit_count, s.status
  from (select * from palimpsest.memory m where ${where}) m
  join palimpsest.states(array(select m.id from palimpsest.memory m where ${where}), ${at}::timestamptz) s on s.id = m.id)`;

/** Fixed SQL over `m`, whose own values are written ?1, ?2 and so on. */
export interface Picked {
  /** By what no edit changes. */
  where: string;
  /** By what edits change: asked of the state at the moment that is read. */
  state?: string;
  values: unknown[];
  order?: string;
  limit?: number;
  columns?: string;
}

/** Admitted memories that `pick` names. */
export async function readMemories(
  tx: Tx,
  who: Principal,
  filter: Filter,
  pick: Picked,
): Promise<MemoryRow[]> {
  const admission = admissionOf(who.tenantId, filter);
  const values = [...admission.values, ...pick.values];
  const numbered = (sql: string) =>
    sql.replace(/\?(\d+)/g, (_, n) => `$${admission.values.length + Number(n)}`);
  const where = numbered(pick.where);
  const state = pick.state ? ` and ${numbered(pick.state)}` : "";
  let from = "palimpsest.memory";
  if (filter.asOf !== undefined) {
    values.push(filter.asOf, filter.kinds);
    const [at, kinds] = [values.length - 1, values.length];
    from = pastRows(
      `m.tenant_id = $1 and m.kind = any ($${kinds}) and m.recorded_at <= $${at}::timestamptz and ${where}`,
      `$${at}`,
    );
  }
  const order = pick.order ? `order by ${numbered(pick.order)}` : "";
  const limit = pick.limit ? `limit ${Math.trunc(pick.limit)}` : "";
  const rows = await tx.query<MemoryRow>(
    `select ${memoryColumns}${pick.columns ? `, ${numbered(pick.columns)}` : ""}
     from ${from} m where ${admission.sql} and ${where}${state} ${order} ${limit}`,
    values,
  );
  return filter.asOf === undefined ? rows : rows.map(composed);
}

/**
 * Memories `m` by key, each looked up on its own, before anything else is asked of them. So the plan is one for all
 * values, and for a store that nobody has analysed.
 */
export const byKey = (column: "id" | "reading_position", keys: string) =>
  `unnest(${keys}) as wanted(key) cross join lateral
   (select * from palimpsest.memory where tenant_id = $1 and ${column} = wanted.key offset 0) m`;

/** Admitted memories with these ids. */
export function readByIds(tx: Tx, who: Principal, filter: Filter, ids: string[]): Promise<MemoryRow[]> {
  if (filter.asOf !== undefined) {
    return readMemories(tx, who, filter, { where: "m.id = any (?1)", values: [ids] });
  }
  const { sql, values } = admissionOf(who.tenantId, filter);
  const rows = byKey("id", `$${values.length + 1}::text[]`);
  return tx.prepared<MemoryRow>(`select ${memoryColumns} from ${rows} where ${sql}`, [
    ...values,
    [...new Set(ids)],
  ]);
}
