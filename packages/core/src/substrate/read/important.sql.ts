import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { MemoryRow } from "../memory.js";
import type { Filter } from "./filter.js";
import { appliesTo } from "./place.sql.js";
import { readMemories } from "./read-memories.sql.js";
import { isTrusted, isWriterTrusted } from "./trust/trust.sql.js";

const placed = { reader: "?1", writers: "?4" };

/** How many of the newest memories are looked at, and how many of each tier of trust are weighed. */
const newest = 3_000;
const perTier = 1_000;

/**
 * The most important of the newest memories, trusted and other ones in turn: importance is the writer's own claim, and
 * must not let others crowd out those whom the reader trusts. The pool is chosen by what no edit changes, so that a
 * later read as of this moment chooses the same.
 */
export function readImportant(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  { at, limit, writers }: { at: string; limit: number; writers: readonly string[] },
): Promise<MemoryRow[]> {
  const values: unknown[] = [reader.id, at, filter.kinds, writers, filter.asOf?.snapshot ?? null];
  const applies = filter.about ? appliesTo(filter.about, (v) => `?${values.push(v)}`, "c") : "true";
  return readMemories(tx, reader, filter, {
    where: `m.id = any (array(
      select p.id from (
        select n.id, row_number() over (partition by n.trusted order by n.occurred_at desc, n.id desc) as place
        from (select c.id, c.occurred_at, ${isWriterTrusted("c", placed)} as trusted
              from palimpsest.memory c
              where c.tenant_id = $1 and c.kind = any (?3) and palimpsest.was_committed(c.transaction_id, c.recorded_at, ?5::pg_snapshot, ?2::timestamptz)
                and ${applies}
              order by c.occurred_at desc, c.id desc limit ${newest}) n) p
      where p.place <= ${perTier}))`,
    values,
    order: `row_number() over (partition by ${isTrusted("m", placed)}
              order by m.importance desc, m.occurred_at desc, m.id desc), ${isTrusted("m", placed)} desc`,
    limit,
  });
}
