import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { barredGuards } from "../lexicon/guard.sql.js";
import {
  admitted,
  newestPlaces,
  queryTerms,
  queryWords,
  unpackedLen,
  unpackedTf,
} from "../lexicon/lexicon.sql.js";
import { maxPostings } from "../lexicon/postings.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";
import { masked } from "../read/read-memories.sql.js";
import type { TrustView } from "../read/trust/trust.js";
import { isTrusted } from "../read/trust/trust.sql.js";
import type { SpaceVector } from "../vectors/space-vector.js";
import { type Candidate, candidateColumns, cosineTo, signalsOf } from "./candidate.sql.js";

/** So many of the best are looked at to find those of the kinds asked for. */
const lookedAt = 1_000;

/** The constants of a rough score, which only chooses candidates. */
export interface Rough {
  k1: number;
  ownWords: number;
  /** A word in more than this share of memories chooses none, unless all are so common. */
  commonShare: number;
  commonFloor: number;
  framingShare: number;
}

/**
 * Of each kind, the memories whose own words match a folded query best, those that the reader trusts and others apart, so
 * many of each. One statement finds, weighs, admits and reads them; `framing` are words that only frame a question.
 */
export async function candidatesByWords(
  tx: Tx,
  who: Principal,
  query: { search: string; framing: string[]; vector: SpaceVector | undefined },
  filter: Filter,
  { rough, ofEach, view }: { rough: Rough; ofEach: number; view: TrustView },
): Promise<(Candidate & { place: number })[]> {
  const words = queryWords(query.search);
  // The places that the parts of the lexicon expect: the tenant, the words, a place of its own, guards and the moment.
  const fixed = [who.tenantId, words, query.framing, barredGuards(filter), filter.now ?? null];
  const admission = admissionOf(who.tenantId, filter, { after: fixed });
  const values = admission.values;
  const value = (v: unknown) => `$${values.push(v)}`;
  const trusted = isTrusted("m", { reader: value(view.readerId), writers: value(view.writers) });
  const cosine = cosineTo(query.vector, value);
  const { k1, ownWords, commonShare, commonFloor, framingShare } = rough;
  const found = await tx.prepared<Candidate & { place: number }>(
    `with size as materialized (
       select greatest(coalesce(sum(memories), 0), 1)::float8 as n from palimpsest.lexicon_stat where tenant_id = $1
     ), posting as materialized (
       select q.term, q.spelt, p.reading_position, ${unpackedTf("p")} as tf, ${unpackedLen("p")} as len from (${queryTerms("$2")}) q cross join lateral (
         select * from (${newestPlaces}) p where ${admitted} limit ${maxPostings}) p
     ), counted as (
       select term, spelt <@ $3::text[] as frames, count(*)::float8 as df from posting group by term, spelt
     ), weighed as materialized (
       select c.term, f.df <= greatest(size.n * ${commonShare}, ${commonFloor}) as is_rare,
         case when c.frames then ${framingShare} else 1 end * ln(1 + (size.n - f.df + 0.5) / (f.df + 0.5)) as idf
       from counted c cross join size cross join lateral (
         select least(size.n, case when c.df < ${maxPostings} then c.df else sqrt(c.df * size.n) end) as df) f
     ), best as materialized (
       select p.reading_position,
         sum(w.idf * p.tf / (p.tf + ${k1} * greatest(1, p.len / ${ownWords}::float8))) as score
       from posting p join weighed w on w.term = p.term
       where w.is_rare or not exists (select 1 from weighed where is_rare)
       group by p.reading_position order by score desc, p.reading_position desc limit ${lookedAt}
     )
     select ${candidateColumns}, ${cosine} as cosine, m.place
     from (
       select m.*, row_number() over (partition by m.kind, ${trusted} order by best.score desc, m.id)::integer as place
       from best cross join lateral (
         select * from palimpsest.memory where tenant_id = $1 and reading_position = best.reading_position offset 0) m
       where ${admission.sql}
     ) m ${signalsOf}
     where m.place <= ${Math.trunc(ofEach)}`,
    values,
  );
  return masked(filter, found);
}
