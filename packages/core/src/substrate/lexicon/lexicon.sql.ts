import type { Tx } from "../../db/index.js";
import type { Filter } from "../read/filter.js";
import { isActiveSpace } from "../vectors/space.sql.js";
import { admitsPosting, barredGuards } from "./guard.sql.js";
import { emptyPostings, type Lexicon, maxPostings, unpackPostings } from "./postings.js";

export const maxTerms = 64;
/** Of a long query, the first words are looked up. */
const maxWords = 256;

/** A word of the query with its postings, and what is known of the whole index. */
export interface LexiconRow {
  [column: string]: unknown;
  spelt: string[] | null;
  df: number;
  packed: string | null;
  memories: string;
  words: string;
  active: boolean;
}

/** Posting `p` may be read; the barred guards stand at $4 and the moment at $5. */
export const admitted = admitsPosting("p", {
  barred: "$4::smallint",
  now: "coalesce($5::timestamptz, clock_timestamp())",
});

/** So many postings of a word are looked at to find those that the reader is admitted to. */
const maxLookedAt = 4 * maxPostings;

/** Positions rise with time in sessions (≥ 0) and fall with time outside them (< 0); each side is read newest first. */
const placesOf = (newest: string) =>
  `(select reading_position, guard, packed from palimpsest.memory_term
    where tenant_id = $1 and term = q.term and ${newest} limit ${maxLookedAt})`;
export const newestPlaces = `${placesOf("reading_position >= 0 order by reading_position desc")} union all ${placesOf("reading_position < 0 order by reading_position")}`;
const placesAmong = placesOf("reading_position = any ($6::bigint[])");

/** How often the word stands in the memory of a packed posting, and how many words that has, as `unpackPostings` reads them. */
export const unpackedTf = (p: string) => `(get_byte(${p}.packed, 8) >> 2)`;
export const unpackedLen = (p: string) => {
  const len = `((get_byte(${p}.packed, 9) << 1) | (get_byte(${p}.packed, 10) >> 7))`;
  return `case when ${len} < 256 then ${len} else 256 + (${len} - 256) * 64 end`;
};

/** The distinct words of a folded query. */
export const queryWords = (search: string): string[] =>
  [...new Set(search.split(" ").filter(Boolean))].slice(0, maxWords);

/** The stems of words, each with the words that it is the stem of. */
export const queryTerms = (words: string) =>
  `select l.term, array_agg(w.word) as spelt from unnest(${words}::text[]) as w(word), palimpsest.lexemes(w.word) l
   group by l.term order by l.term limit ${maxTerms}`;

/**
 * Postings of the query's words in memories that the reader is admitted to, one row per word: a row per posting would
 * cost more to transfer than to read. They are in base 64 because the driver reads bytes as hexadecimal digits, which are
 * longer. The words of other memories are not even counted, or a score would tell that they stand somewhere. With
 * `among`, only the postings at these positions.
 */
export async function fetchLexicon(
  tx: Tx,
  tenantId: string,
  search: string,
  filter: Filter,
  spaceId: number | undefined,
  among?: number[],
): Promise<Lexicon> {
  const rows = await tx.prepared<LexiconRow>(
    `with size as materialized (
       select coalesce(sum(memories), 0) as memories, coalesce(sum(words), 0) as words
       from palimpsest.lexicon_stat where tenant_id = $1
     )
     select size.memories, size.words, ${isActiveSpace("$3")} as active, q.spelt, coalesce(p.df, 0)::integer as df, p.packed
     from size left join (${queryTerms("$2")}) q on true
     left join lateral (
       select count(*) as df,
         encode(string_agg(t.packed, ''), 'base64') as packed
       from (select * from (${among ? placesAmong : newestPlaces}) p where ${admitted} limit ${maxPostings}) t
     ) p on q.term is not null`,
    [
      tenantId,
      queryWords(search),
      spaceId ?? null,
      barredGuards(filter),
      filter.now ?? null,
      ...(among ? [among] : []),
    ],
  );
  return lexiconOf(rows);
}

export function lexiconOf(rows: LexiconRow[]): Lexicon {
  return {
    memories: Number(rows[0]?.memories ?? 0),
    words: Number(rows[0]?.words ?? 0),
    spaceIsActive: rows[0]?.active ?? false,
    terms: rows.flatMap(({ spelt, packed, df }) => {
      if (spelt === null) return [];
      return packed === null ? emptyPostings(spelt) : unpackPostings(spelt, packed, df);
    }),
  };
}
