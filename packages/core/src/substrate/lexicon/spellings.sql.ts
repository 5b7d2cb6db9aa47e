import type { Tx } from "../../db/index.js";
import type { Filter } from "../read/filter.js";
import { admitsPosting, barredGuards } from "./guard.sql.js";

/** Words with their stems; without those that have none. */
export const stemsOf = (tx: Tx, words: string[]): Promise<{ word: string; term: string }[]> =>
  tx.prepared(
    `select w.word, l.term::text as term from unnest($1::text[]) as w(word), palimpsest.lexemes(w.word) l`,
    [words],
  );

/** Counting further does not change which of two words is taken. */
export const maxCounted = 100;

const admitted = admitsPosting("p", {
  barred: "$3::smallint",
  now: "coalesce($4::timestamptz, clock_timestamp())",
});

/** In how many memories that the reader is admitted to each stem stands, counted up to a limit; without those in none. */
export async function countTerms(
  tx: Tx,
  tenantId: string,
  terms: string[],
  filter: Filter,
): Promise<Map<string, number>> {
  const rows = await tx.prepared<{ term: string; df: number }>(
    `select q.term::text as term, c.df from unnest($2::bigint[]) as q(term) cross join lateral (
       select count(*)::integer as df from (
         select 1 from (
           select reading_position, guard from palimpsest.memory_term
           where tenant_id = $1 and term = q.term limit ${4 * maxCounted}
         ) p where ${admitted} limit ${maxCounted}
       ) t
     ) c where c.df > 0`,
    [tenantId, terms, barredGuards(filter), filter.now ?? null],
  );
  return new Map(rows.map(({ term, df }) => [term, df]));
}
