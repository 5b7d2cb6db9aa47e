import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { barredGuards } from "../lexicon/guard.sql.js";
import {
  admitted,
  type LexiconRow,
  lexiconOf,
  newestPlaces,
  queryTerms,
  queryWords,
  unpackedLen,
  unpackedTf,
} from "../lexicon/lexicon.sql.js";
import { type Lexicon, maxPostings } from "../lexicon/postings.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";
import { withoutBlocked } from "../read/policy/blocked-words.sql.js";
import { masked } from "../read/read-memories.sql.js";
import type { TrustView } from "../read/trust/trust.js";
import { isTrusted } from "../read/trust/trust.sql.js";
import { isActiveSpace } from "../vectors/space.sql.js";
import type { SpaceVector } from "../vectors/space-vector.js";
import { type Candidate, candidateColumns, cosineTo, signalsOf } from "./candidate.sql.js";

/** So many of the best are looked at to find those of the kinds asked for; and more, if less than half of them are. */
const lookedAt = 400;
const mostLookedAt = 1_000;

/** The constants of a rough score, which only chooses candidates. */
export interface Rough {
  k1: number;
  ownWords: number;
  /** A word in more than this share of memories chooses none, unless all are so common. */
  commonShare: number;
  commonFloor: number;
  framingShare: number;
  /** A memory of up to this many words lends all of them to its neighbours, one of the second number none. */
  lends: readonly [all: number, none: number];
  /** What share of its score a memory gives to its neighbours, by their distance in turns. */
  nearShares: readonly number[];
}

export interface ByWords {
  /** The postings of the query's words. */
  lexicon: Lexicon;
  candidates: (Candidate & { place: number })[];
}

/**
 * Of each kind, the memories that match a folded query best by their own words and those of their neighbours, those that
 * the reader trusts and others apart, so many of each. One statement reads the postings, weighs and admits them, and reads
 * the memories; `framing` are words that only frame a question.
 */
export async function candidatesByWords(
  tx: Tx,
  who: Principal,
  query: { search: string; framing: string[]; vector: SpaceVector | undefined },
  filter: Filter,
  { rough, ofEach, view }: { rough: Rough; ofEach: number; view: TrustView },
): Promise<ByWords> {
  const words = queryWords(query.search);
  // The places that the parts of the lexicon expect: the tenant, the words, a place of its own, guards and the moment.
  const fixed = [who.tenantId, words, query.framing, barredGuards(filter), filter.now ?? null];
  const admission = admissionOf(who.tenantId, filter, { after: fixed });
  const values = admission.values;
  const value = (v: unknown) => `$${values.push(v)}`;
  const trusted = isTrusted("m", { reader: value(view.readerId), writers: value(view.writers) });
  const active = isActiveSpace(value(query.vector?.spaceId ?? null));
  const cosine = cosineTo(query.vector, value);
  const looked = (which: string) => `select m.*, best.score from best cross join lateral (
         select * from palimpsest.memory where tenant_id = $1 and reading_position = best.reading_position offset 0) m
       where ${which} and ${admission.sql}`;
  const { k1, ownWords, commonShare, commonFloor, framingShare } = rough;
  const rows = await tx.prepared<LexiconRow & Candidate & { place: number | null }>(
    `with size as materialized (
       select coalesce(sum(memories), 0) as memories, coalesce(sum(words), 0) as words,
         greatest(coalesce(sum(memories), 0), 1)::float8 as n
       from palimpsest.lexicon_stat where tenant_id = $1
     ), asked as materialized (
       ${queryTerms("$2")}
     ), posting as materialized (
       select q.term, p.reading_position, p.packed from asked q cross join lateral (
         select * from (${newestPlaces}) p where ${admitted} limit ${maxPostings}) p
     ), found as materialized (
       select q.term, q.spelt, coalesce(p.df, 0)::integer as df, p.packed
       from asked q left join (
         select term, count(*) as df, encode(string_agg(packed, ''), 'base64') as packed from posting group by term
       ) p on p.term = q.term
     ), weighed as materialized (
       select c.term, f.df <= greatest(size.n * ${commonShare}, ${commonFloor}) as is_rare,
         case when c.spelt <@ $3::text[] then ${framingShare} else 1 end
           * ln(1 + (size.n - f.df + 0.5) / (f.df + 0.5)) as idf
       from found c cross join size cross join lateral (
         select least(size.n, case when c.df < ${maxPostings} then c.df else sqrt(c.df * size.n) end) as df) f
       where c.df > 0
     ), own as materialized (
       select p.reading_position, max(case when p.reading_position >= 0 then ${unpackedLen("p")} end) as len,
         sum(w.idf / (1 + ${k1} * case when ${isShort("p", ownWords)} then 1 else greatest(1, ${unpackedLen("p")} / ${ownWords}::float8) end
           / greatest(1, ${unpackedTf("p")}))) as score
       from posting p join weighed w on w.term = p.term
       where w.is_rare or not exists (select 1 from weighed where is_rare)
       group by p.reading_position order by score desc, p.reading_position desc limit ${mostLookedAt}
     ), best as materialized (
       select reading_position, sum(score) as score,
         row_number() over (order by sum(score) desc, reading_position desc) as n
       from (select reading_position, score from own union all ${lent(rough)}) s group by reading_position
     ), first as materialized (
       ${looked(`best.n <= ${lookedAt}`)}
     ), chosen as (
       select ${candidateColumns}, ${cosine} as cosine, m.place
       from (
         select m.*, row_number() over (partition by m.kind, ${trusted} order by m.score desc, m.id)::integer as place
         from (
           select * from first
           union all
           ${looked(`best.n > ${lookedAt} and best.n <= ${mostLookedAt} and (select count(*) from first) < ${lookedAt / 2}`)}
         ) m
       ) m ${signalsOf}
       where m.place <= ${Math.trunc(ofEach)}
     )
     select size.memories, size.words, ${active} as active, t.spelt, t.df, t.packed, c.*
     from size cross join (values (true), (false)) as part(is_term)
     left join found t on part.is_term left join chosen c on not part.is_term`,
    values,
  );
  const candidates = rows.filter((row): row is typeof row & { place: number } => row.place !== null);
  return {
    lexicon: lexiconOf(rows),
    candidates: masked(filter, await withoutBlocked(tx, filter, candidates)),
  };
}

/** A quick test of a packed length, which most pass: its upper eight bits of nine are in one byte. */
const isShort = (p: string, words: number) => `get_byte(${p}.packed, 9) < ${Math.floor(words / 2)}`;

/** What memories of sessions give to their neighbours of their own score. */
function lent({ lends: [all, none], nearShares }: Rough): string {
  const shares = nearShares.flatMap((share, n) => [`(${-n - 1}, ${share})`, `(${n + 1}, ${share})`]);
  const share = `least(1, (${none} - own.len) / ${none - all}::float8)`;
  return `select own.reading_position + near.away, own.score * near.share * ${share}
    from own cross join (values ${shares.join(", ")}) as near(away, share)
    where own.reading_position >= 0 and own.len < ${none}`;
}
