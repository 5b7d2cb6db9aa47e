import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import {
  type Admitted,
  type AsOf,
  type Changed,
  changedSince,
  embeddingText,
  emptyPostings,
  type Filter,
  type Lexicon,
  lexemesOf,
  lexiconAt,
  maxCounted,
  maxPostings,
  meaningOf,
  type Posting,
  postingsBefore,
  readByPositions,
  reworded,
  searchText,
  spokenOf,
  type TermPostings,
  termsOf,
  type Utterance,
} from "../substrate/index.js";
import type { Query } from "./query.js";

/**
 * The lexical index as it stood at a moment: today's postings of memories that existed then and have not been
 * edited since, and new postings for those that have, made from the text they had. With `among`, only at these positions.
 */
export async function pastLexicon(
  tx: Tx,
  who: Principal,
  query: Query,
  search: string,
  filter: Filter & { asOf: AsOf },
  among?: number[],
) {
  const { asOf } = filter;
  const changed = await changedSince(tx, who.tenantId, filter);
  const positionsChanged = changed.map((c) => c.reading_position);
  const wanted = new Map((await termsOf(tx, search)).map(({ term, spelt }) => [term, spelt]));
  const entries = await postingsBefore(tx, who.tenantId, [...wanted.keys()], filter, positionsChanged, among);
  const there = among && new Set(among);

  const alive = changed.filter((c) => !c.retracted && !c.withheld);
  const spoken = alive.map(spokenOf);
  const words = await lexemesOf(
    tx,
    alive.map((c, index) => ({ search: searchText(utterance(c)), asked: spoken[index]!.asked })),
  );
  const cues = new Map(
    alive.map((c, index) => [c.reading_position, reworded(c.cues, spoken[index]!.spoken)]),
  );
  const lengths = new Map<string, number>();
  alive.forEach((memory, index) => {
    const length = words[index]!.reduce((sum, { tf }) => sum + tf, 0);
    lengths.set(memory.reading_position, length);
    for (const lexeme of words[index]!) {
      const { reading_position, usable } = memory;
      if (usable && wanted.has(lexeme.term) && there?.has(Number(reading_position)) !== false)
        entries.push({ ...lexeme, reading_position, len: length, run: memory.cues >> 16 });
    }
  });

  const size = await lexiconAt(
    tx,
    asOf,
    changed.map((c) => c.id),
    query.vector?.spaceId,
  );
  const lexicon: Lexicon = {
    spaceIsActive: size.spaceIsActive,
    memories: size.memories + alive.length,
    words: size.words + [...lengths.values()].reduce((sum, n) => sum + n, 0),
    terms: [...wanted].map(([term, spelt]) =>
      packed(
        spelt,
        entries.filter((e) => e.term === term),
      ),
    ),
  };

  /** What `countTerms` gives of the present, of then. */
  const countTermsThen = async (terms: string[]): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    const asked = new Set(terms);
    const count = (term: string) => counts.set(term, Math.min((counts.get(term) ?? 0) + 1, maxCounted));
    for (const { term } of await postingsBefore(tx, who.tenantId, terms, filter, positionsChanged))
      count(term);
    alive.forEach((memory, index) => {
      for (const { term } of words[index]!) if (memory.usable && asked.has(term)) count(term);
    });
    return counts;
  };

  /** What `admit` gives for unchanged memories, for these as they were then. */
  const admitChanged = async (positions: number[]): Promise<Admitted[]> => {
    const rows = await readByPositions(tx, who, filter, positions);
    const cosines = await cosinesOf(
      query,
      rows.map((row) => utterance(alive.find((c) => c.id === row.id)!)),
    );
    return rows.map((row, index) => ({
      ...(row as unknown as Admitted),
      occurred: row.occurred_at.getTime() / 1000,
      word_count: lengths.get(String(row.reading_position)) ?? 0,
      cues: cues.get(String(row.reading_position)) ?? row.cues,
      cosine: cosines[index] ?? null,
    }));
  };
  return { lexicon, changedPositions: new Set(positionsChanged.map(Number)), admitChanged, countTermsThen };
}

/** Positions rise with time in sessions and fall with time outside them; sessions come first. */
const newestFirst = (a: number, b: number): number =>
  Number(a < 0) - Number(b < 0) || Math.abs(b) - Math.abs(a);

/** Only the newest postings of a frequent word, as in the present index. */
function packed(spelt: string[], found: Posting[]): TermPostings {
  const entries = found
    .sort((a, b) => newestFirst(Number(a.reading_position), Number(b.reading_position)))
    .slice(0, maxPostings);
  const postings = emptyPostings(spelt, entries.length);
  entries.forEach((entry, i) => {
    postings.positions[i] = Number(entry.reading_position);
    postings.tf[i] = entry.tf;
    postings.asked[i] = entry.asked;
    postings.len[i] = entry.len;
    postings.run[i] = entry.run;
  });
  return postings;
}

const utterance = (c: Changed): Utterance => ({
  text: c.text,
  speaker: c.speaker ?? undefined,
  occurredAt: c.occurred_at,
  meaning: meaningOf(c.kind, c.attributes),
});

/**
 * Vectors of replaced texts are not kept. The built-in embedder computes them again; an external model is not called
 * inside a transaction, so with one these memories are found by their words alone.
 */
async function cosinesOf({ vector }: Query, utterances: Utterance[]): Promise<number[]> {
  if (vector?.embedder.kind !== "builtin" || utterances.length === 0) return [];
  const vectors = await vector.embedder.embed(utterances.map(embeddingText));
  return vectors.map((other) => other.reduce((sum, x, i) => sum + x * vector.values[i]!, 0));
}
