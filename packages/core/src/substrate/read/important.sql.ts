import type { Tx } from "../../db/index.js";
import { type Principal, peopleOf, writerOf } from "../../identity/index.js";
import type { MemoryRow } from "../memory.js";
import type { Filter } from "./filter.js";
import { appliesTo, ofSessionAndBeyond } from "./place.sql.js";
import { readMemories } from "./read-memories.sql.js";
import { isTrusted, isWriterTrusted, overLimitLast } from "./trust/trust.sql.js";

const placed = { reader: "?1", writers: "?4" };

/** How many of the newest memories are looked at, and how many trusted ones and of each other writer are weighed. */
const newest = 3_000;
const perTier = 1_000;
const perWriter = 500;
/** If fewer of the newest are trusted, the newest of trusted writers are looked at as well. */
const fewTrusted = 100;

const order = "m.importance desc, m.occurred_at desc, m.id desc";

interface Wanted {
  at: string;
  limit: number;
  /** Trusted ones. */
  writers: readonly string[];
  /** How many are shown of one that is not. */
  writerItems: number;
}

/**
 * The most important of the newest memories, trusted and other ones in turn: importance is the writer's own claim, and
 * must not let others crowd out those whom the reader trusts. The pool is chosen by what no edit changes, so that a
 * later read as of this moment chooses the same.
 */
export function readImportant(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  { at, limit, writers, writerItems }: Wanted,
): Promise<MemoryRow[]> {
  const values: unknown[] = [
    reader.id,
    at,
    filter.kinds,
    writers,
    filter.asOf?.snapshot ?? null,
    [writerOf(reader)],
    writerItems,
  ];
  const applies = filter.about ? appliesTo(filter.about, (v) => `?${values.push(v)}`, "c") : "true";
  const pool = (where: string, order: string, most: number) =>
    `(select c.id, c.occurred_at, c.writer, ${isWriterTrusted("c", placed)} as trusted
      from palimpsest.memory c
      where c.tenant_id = $1 and c.kind = any (?3) and palimpsest.was_committed(c.transaction_id, c.recorded_at, ?5::pg_snapshot, ?2::timestamptz)
        and ${applies} and ${where}
      order by ${order}, c.id desc limit ${most})`;
  const { sessionId, given } = filter.about ?? {};
  const scopes = sessionId !== undefined && !given && ofSessionAndBeyond(`?${values.push(sessionId)}`, "c");
  const newestOf = (where: string) => pool(where, "c.occurred_at desc", newest);
  const newestRows = scopes
    ? `select * from (${newestOf(scopes.own)} union all ${newestOf(scopes.beyond)}) s
       order by s.occurred_at desc, s.id desc limit ${newest}`
    : newestOf("true");
  return readMemories(tx, reader, filter, {
    where: `m.id = any (array(
      with newest as materialized (
        ${newestRows}
      ), n as (
        select * from newest union ${pool(
          `(select count(*) = ${newest} and count(*) filter (where trusted) < ${fewTrusted} from newest)
           and c.writer = any (array(${peopleOf("$1")}) || ?6::text[] || ?4::text[])`,
          "c.recorded_at desc",
          perTier,
        )}
      )
      select p.id from (
        select n.id, n.trusted, row_number() over (
          partition by n.trusted, case when not n.trusted then n.writer end order by n.occurred_at desc, n.id desc) as place
        from n) p
      where p.place <= case when p.trusted then ${perTier} else ${perWriter} end))`,
    values,
    order: `${overLimitLast(placed, "?7", order)},
            row_number() over (partition by ${isTrusted("m", placed)} order by ${order}), ${isTrusted("m", placed)} desc`,
    limit,
    often: true,
  });
}
