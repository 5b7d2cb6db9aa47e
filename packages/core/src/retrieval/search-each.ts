import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Policy } from "../policy/index.js";
import {
  type Candidate,
  candidatesByMeaning,
  candidatesByWords,
  type Filter,
  queryWords,
  readCues,
  readSignals,
  readVectorsFor,
  type Signals,
  trustViewOf,
} from "../substrate/index.js";
import { foldForSearch, isFraming, queryCues } from "../text/index.js";
import { capWriters } from "./cap-writers.js";
import type { Query } from "./query.js";
import { builtinScale, modelScale } from "./rank.js";
import { LexicalScorer, learn, namedSpeakers, rough } from "./score/index.js";
import { searchWeighed } from "./search.js";
import { type Weighed, weigh } from "./weigh.js";

/** What a search of several kinds shows of a memory. */
export type Shown = Pick<Candidate, "text" | "subject_id" | "attributes" | "occurred_at"> & Signals;

export interface FoundOfKind {
  kind: string;
  hits: (Weighed & { shown: Shown })[];
}

interface Wanted {
  kinds: readonly string[];
  /** How many of each kind. */
  limit: number;
  policy: Policy;
}

/** How many are looked at of each kind: those that match best by words, of the trusted and of others; and the nearest. */
const byWords = (limit: number) => Math.max(limit + 10, 30);
const byMeaning = (limit: number) => Math.max(limit, 20);

/**
 * The best of each kind, by the same score as a search of one kind. All that is asked of the database is sent at once, in
 * one round trip. Only where that may have missed something is a kind searched by itself: in the past, where untrusted
 * memories fill all places or most of the nearest are not admitted, and where no word of the query is known.
 */
export async function searchEach(
  tx: Tx,
  who: Principal,
  query: Query,
  filter: Filter,
  { kinds, limit, policy }: Wanted,
): Promise<{ found: FoundOfKind[]; vectors: boolean }> {
  const each = async (kind: string) => {
    const only = { ...filter, kinds: [kind] };
    const { hits, mode } = await searchWeighed(tx, who, query, only, { limit, policy });
    const ids = hits.map(({ id }) => id);
    const signals = await readSignals(tx, who, ids, filter.asOf?.at);
    const shown = hits.flatMap(({ row, ...hit }) => {
      const signal = signals.get(hit.id);
      return signal ? [{ ...hit, shown: { ...row, ...signal } }] : [];
    });
    return { kind, hits: shown, vectors: mode.startsWith("words and vectors") };
  };
  const inTurn = async (several: readonly string[]) => {
    const found: Awaited<ReturnType<typeof each>>[] = [];
    for (const kind of several) found.push(await each(kind));
    return found;
  };
  const all = filter.asOf ? undefined : await searchAtOnce(tx, who, query, filter, { kinds, limit, policy });
  const alone = await inTurn(all === undefined ? kinds : kinds.filter((kind) => all.isShort(kind)));
  const found = kinds.map(
    (kind): FoundOfKind => alone.find((one) => one.kind === kind) ?? { kind, hits: all!.hitsOf(kind) },
  );
  return { found, vectors: all?.vectors ?? alone.some(({ vectors }) => vectors) };
}

async function searchAtOnce(
  tx: Tx,
  who: Principal,
  query: Query,
  filter: Filter,
  { kinds, limit, policy }: Wanted,
) {
  const { trust } = policy.retrieval;
  const view = trustViewOf(who, policy);
  const search = foldForSearch(query.text, { side: "query" });
  const words = queryWords(search);
  const ofEach = byWords(limit);
  const { vector } = query;
  const ofKinds = { ...filter, kinds: [...kinds] };
  const [, { lexicon, candidates: worded }, byVector] = await Promise.all([
    readVectorsFor(tx, byMeaning(limit)),
    candidatesByWords(tx, who, { search, framing: words.filter(isFraming), vector }, ofKinds, {
      rough,
      ofEach,
      view,
    }),
    vector && candidatesByMeaning(tx, who, vector, ofKinds, byMeaning(limit)),
  ]);
  const compared = lexicon.spaceIsActive ? vector : undefined;
  const near = compared && byVector;
  const rows = new Map<string, Candidate>();
  for (const row of [...worded, ...(near?.candidates ?? [])]) rows.set(row.id, row);

  const scorer = new LexicalScorer(lexicon);
  learn(scorer, rows.values());
  const { names, only } = namedSpeakers(
    words,
    [...rows.values()].map(({ speaker }) => speaker),
  );
  scorer.learnNames(names);
  const scale = compared ? (compared.embedder.kind === "builtin" ? builtinScale : modelScale) : undefined;
  const weighed = (kind: string) =>
    weigh(
      [...rows.values()]
        .filter((row) => row.kind === kind)
        .map((row) => ({ row, lexical: scorer.score(Number(row.reading_position), readCues(row.cues)) })),
      { ...queryCues(query.text), speaker: only },
      scale,
      view,
      trust,
    );
  const ranked = new Map(kinds.map((kind) => [kind, weighed(kind)]));
  const isUnknown = lexicon.terms.length > 0 && lexicon.terms.every(({ df }) => df === 0);
  return {
    vectors: compared !== undefined,
    hitsOf: (kind: string) =>
      capWriters(ranked.get(kind)!, limit, trust.writer_items).page.map((hit) => ({
        ...hit,
        shown: rows.get(hit.id)!,
      })),
    /** Others may have been crowded out by those that were looked at, or a word was misspelt. */
    isShort(kind: string): boolean {
      if (isUnknown || near?.short.has(kind)) return true;
      const isFull = worded.some((row) => row.kind === kind && row.place === ofEach);
      const trusted = ranked.get(kind)!.filter((hit) => hit.trust !== "untrusted").length;
      return isFull && trusted < limit;
    },
  };
}
