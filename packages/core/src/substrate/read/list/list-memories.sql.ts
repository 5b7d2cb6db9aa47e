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
  const { parts, values } = narrowed(filter, narrowing);
  const [before, direction] = first === "newest" ? ["<", "desc"] : [">", "asc"];
  if (after !== undefined) {
    const [at, id] = after.map((v) => `?${values.push(v)}`);
    parts.push(
      `m.${by} ${before}= ${at}::timestamptz and (m.${by} ${before} ${at}::timestamptz or m.id ${before} ${id})`,
    );
  }
  return readMemories<{ position: string }>(tx, who, filter, {
    where: parts.join(" and "),
    values,
    columns: `${iso(`m.${by}`)} as position`,
    order: `m.${by} ${direction}, m.id ${direction}`,
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
  const { parts, values } = narrowed(filter, narrowing);
  const admission = admissionOf(who.tenantId, filter);
  const numbered = numberedFrom(admission.values.length);
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::integer as n from palimpsest.memory m where ${admission.sql} and ${numbered(parts.join(" and "))}`,
    [...admission.values, ...values],
  );
  return row!.n;
}

function narrowed({ kinds, tags }: Filter, narrowing: Narrowing): { parts: string[]; values: unknown[] } {
  const values: unknown[] = [];
  const value = (v: unknown) => `?${values.push(v)}`;
  const parts = ["true"];
  // An index gives the rows of one kind in order, those of several not.
  if (kinds.length === 1) parts.push(`m.kind = ${value(kinds[0])}`);
  // Implied by the tags asked for; named, so that the index of tagged memories may be used.
  if (tags?.length) parts.push("m.tags <> '{}'");
  if (narrowing.speaker !== undefined) parts.push(`m.speaker = ${value(narrowing.speaker)}`);
  if (narrowing.writer !== undefined) parts.push(`m.writer = ${value(narrowing.writer)}`);
  if (narrowing.saidIn !== undefined) parts.push(`m.channel = ${value(narrowing.saidIn)}`);
  if (narrowing.since !== undefined) parts.push(`m.recorded_at >= ${value(narrowing.since)}::timestamptz`);
  if (narrowing.until !== undefined) parts.push(`m.recorded_at < ${value(narrowing.until)}::timestamptz`);
  if (narrowing.quarantined) parts.push("m.quarantined");
  if (narrowing.pending) parts.push("m.id = any (array(select palimpsest.pending_memories()))");
  return { parts, values };
}
