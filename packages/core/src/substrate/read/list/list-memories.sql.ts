import { iso, type Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";
import type { Position } from "../../../paging/page.js";
import type { MemoryRow } from "../../memory.js";
import { admissionOf } from "../admission.sql.js";
import type { Filter } from "../filter.js";
import { numberedFrom } from "../picked.sql.js";
import { readMemories } from "../read-memories.sql.js";

/** What a list is narrowed to, besides what every read is filtered by. */
export interface Narrowing {
  speaker?: string;
  writer?: string;
  /** The channel it was said in. */
  saidIn?: string;
  /** When it was recorded. */
  since?: string;
  until?: string;
  quarantined?: boolean;
  /** Edits of it wait that the reader may know of. */
  pending?: boolean;
}

export interface ListOrder {
  by: "occurred_at" | "recorded_at";
  first: "newest" | "oldest";
}

export type Listed = MemoryRow & { position: string };

export const positionOf = ({ position, id }: Listed): Position => [position, id];

/**
 * A page of the memories that are admitted and fit. Each filter is a plain comparison, so that an index may be used in
 * spite of row level security.
 */
export function listMemories(
  tx: Tx,
  who: Principal,
  filter: Filter,
  narrowing: Narrowing,
  { by, first, after, rows }: ListOrder & { after: Position | undefined; rows: number },
): Promise<Listed[]> {
  const { parts, values, beside } = narrowed(filter, narrowing);
  // Rows of a tag come in the order of this time.
  const byTag = beside !== undefined && by === "occurred_at";
  const [time, key] = byTag ? ["t.occurred_at", "t.memory_id"] : [`m.${by}`, "m.id"];
  const [before, direction] = first === "newest" ? ["<", "desc"] : [">", "asc"];
  if (after !== undefined) {
    const [at, id] = after.map((v) => `?${values.push(v)}`);
    parts.push(
      `${time} ${before}= ${at}::timestamptz and (${time} ${before} ${at}::timestamptz or ${key} ${before} ${id})`,
    );
  }
  return readMemories<{ position: string }>(tx, who, filter, {
    beside,
    where: parts.join(" and "),
    values,
    columns: `${iso(`m.${by}`)} as position`,
    order: `${time} ${direction}, ${key} ${direction}`,
    limit: rows,
  });
}

/** How many memories are admitted and fit. */
export async function countMemories(
  tx: Tx,
  who: Principal,
  filter: Filter,
  narrowing: Narrowing,
): Promise<number> {
  const { parts, values, beside } = narrowed(filter, narrowing);
  const from = `${beside === undefined ? "" : `${beside} cross join `}palimpsest.memory m`;
  const admission = admissionOf(who.tenantId, filter);
  const numbered = numberedFrom(admission.values.length);
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::integer as n from ${from} where ${admission.sql} and ${numbered(parts.join(" and "))}`,
    [...admission.values, ...values],
  );
  return row!.n;
}

interface Narrowed {
  parts: string[];
  values: unknown[];
  beside: string | undefined;
}

function narrowed({ kinds, tags = [], asOf }: Filter, narrowing: Narrowing): Narrowed {
  const values: unknown[] = [];
  const value = (v: unknown) => `?${values.push(v)}`;
  const parts = ["true"];
  // An index gives the rows of one kind in order, those of several not.
  if (kinds.length === 1) parts.push(`m.kind = ${value(kinds[0])}`);
  const byTag = tags.length > 0 && asOf === undefined;
  if (byTag) parts.push("t.tenant_id = $1", "t.memory_id = m.id", `t.tag = ${rarest(tags, value)}`);
  if (narrowing.speaker !== undefined) parts.push(`m.speaker = ${value(narrowing.speaker)}`);
  if (narrowing.writer !== undefined) parts.push(`m.writer = ${value(narrowing.writer)}`);
  if (narrowing.saidIn !== undefined) parts.push(`m.channel = ${value(narrowing.saidIn)}`);
  if (narrowing.since !== undefined) parts.push(`m.recorded_at >= ${value(narrowing.since)}::timestamptz`);
  if (narrowing.until !== undefined) parts.push(`m.recorded_at < ${value(narrowing.until)}::timestamptz`);
  if (narrowing.quarantined) parts.push("m.quarantined");
  if (narrowing.pending) parts.push("m.id = any (array(select palimpsest.pending_memories()))");
  return { parts, values, beside: byTag ? "palimpsest.memory_tag t" : undefined };
}

/** The tag to look up where a memory must have them all: the one with the fewest memories, which are not all counted. */
function rarest(tags: readonly string[], value: (v: unknown) => string): string {
  if (tags.length === 1) return value(tags[0]);
  return `(select w.tag from unnest(${value(tags)}::text[]) w(tag) order by (
    select count(*) from (
      select 1 from palimpsest.memory_tag x where x.tenant_id = $1 and x.tag = w.tag limit 200) counted), w.tag limit 1)`;
}
