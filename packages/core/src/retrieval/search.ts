import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Policy } from "../policy/index.js";
import {
  type Admitted,
  admit,
  applicablePositions,
  type Filter,
  fetchLexicon,
  limitedWriters,
  type MemoryRow,
  maxPostings,
  nearest,
  otherPositions,
  queryWords,
  readByIds,
  readCues,
  trustedPositions,
  trustOf,
  trustViewOf,
} from "../substrate/index.js";
import { queryCues } from "../text/index.js";
import { bestOfEach } from "./best-of-each.js";
import { capWriters, crowding, fitting, type Limited, tellLeftOut } from "./cap-writers.js";
import { pastLexicon } from "./past.js";
import { comparedBy, type Query } from "./query.js";
import { builtinScale, modelScale, type Ranked, rank } from "./rank.js";
import { readQuery } from "./read-query.js";
import { tellRespelt } from "./respell.js";
import { type Combined, combine, LexicalScorer, learn, namedSpeakers, type Pool } from "./score/index.js";
import { positionsThen, thenOf } from "./then.js";
import { type Weighed, weigh } from "./weigh.js";

/**
 * Candidates are admitted in growing rounds, best first, until there is a page of trusted ones. If few are trusted, this
 * many are looked at in any case, so that many untrusted ones cannot crowd the others out; and more, if so many are of
 * writers over their limit that no page comes of them.
 */
const maxCandidates = 300;
const maxForPage = 1_000;
/**
 * If fewer trusted ones are among those, they are looked up apart: however many others match, they are found. So are those
 * of other writers, if some have so many candidates that the rest does not fill a page.
 */
const enoughTrusted = 50;
/** So many memories that match by words are enough without the built-in vectors, however many are asked for. */
const enoughByWords = 50;
/** If of the first candidates only one in so many passes the filter, the others are told apart by their scope first. */
const fewPass = 4;
const roundFor = (limit: number) => Math.min(maxCandidates, Math.max(100, 4 * limit));

export interface Found<R = Ranked> {
  hits: (R & { row: MemoryRow })[];
  /** How many of the memories that were looked at match. */
  total: number;
  mode: string;
  /** In words: what the limit for one writer kept off the page, if anything. */
  leftOut: string | undefined;
}

/** How many results, and which. */
interface Wanted {
  limit: number;
  policy: Policy;
  writerItems?: number;
}

/** Memories of all kinds, by the product's ranking, if they have at least this relevance. */
export const search = (
  tx: Tx,
  who: Principal,
  query: Query,
  filter: Filter,
  { minRelevance = 0, ...wanted }: Wanted & { minRelevance?: number },
): Promise<Found> => {
  const rankBy: How<Ranked>["rankBy"] = (...given) =>
    rank(...given).filter(({ relevance }) => relevance >= minRelevance);
  return searchBy({ rankBy }, tx, who, query, filter, wanted);
};

/** Memories of one kind, by how near they are in meaning and in words. */
export const searchWeighed = (
  tx: Tx,
  who: Principal,
  query: Query,
  filter: Filter,
  wanted: Wanted,
): Promise<Found<Weighed>> => searchBy({ rankBy: weigh, allVectors: true }, tx, who, query, filter, wanted);

/** The best by words and the best by meaning, as the caller weighs them. */
export const searchCombined = (
  tx: Tx,
  who: Principal,
  query: Query,
  filter: Filter,
  { pool, policy }: { pool: Pool; policy: Policy },
): Promise<Found<Combined>> =>
  searchBy({ rankBy: combine(pool), allVectors: true, byMeaning: pool.k_vec }, tx, who, query, filter, {
    limit: pool.k_txt + pool.k_vec,
    policy,
  });

interface How<R> {
  rankBy: (...given: Parameters<typeof rank>) => R[];
  /** Vectors are searched however many memories match by words. */
  allVectors?: boolean;
  /** How many of the nearest are compared; otherwise twice as many as are shown. */
  byMeaning?: number;
}

/** One pipeline for every kind and surface: admit, find, fuse, rank, explain. */
async function searchBy<R extends Limited & { id: string }>(
  { rankBy, allVectors = false, byMeaning }: How<R>,
  tx: Tx,
  who: Principal,
  query: Query,
  filter: Filter,
  { limit, policy, writerItems }: Wanted,
): Promise<Found<R>> {
  const { trust } = policy.retrieval;
  const items = writerItems ?? trust.writer_items;
  const view = trustViewOf(who, policy);
  const { folded, respelt, past, lexicon } = await readQuery(tx, who, query, filter);
  const { asOf } = filter;
  const scorer = new LexicalScorer(lexicon);
  const vector = lexicon.spaceIsActive ? query.vector : undefined;
  const builtin = vector?.embedder.kind === "builtin";

  const admitted = new Map<number, Admitted>();
  /** Without those that only a name of the query brought in, which must not end the search. */
  let answers: Admitted[] = [];
  /** Memories edited since the moment asked for are read as they were then, all others as they are. */
  const take = async (positions: number[]) => {
    const same = past ? positions.filter((position) => !past.changedPositions.has(position)) : positions;
    const rows = same.length > 0 ? await admit(tx, who.tenantId, filter, same, vector) : [];
    const changed = past ? positions.filter((position) => past.changedPositions.has(position)) : [];
    if (past && changed.length > 0) rows.push(...(await past.admitChanged(changed)));
    for (const row of rows) admitted.set(Number(row.reading_position), row);
    learn(scorer, rows);
    scorer.learnNames(namedIn().names);
    answers = [...admitted].flatMap(([position, row]) => (scorer.lacksTopic(position) ? [] : [row]));
  };
  const namedIn = () =>
    namedSpeakers(
      queryWords(folded),
      [...admitted.values()].map(({ speaker }) => speaker),
    );
  const trusted = () => answers.filter((row) => trustOf(row, view) !== "untrusted").length;
  const limitedRows = () => answers.map((row) => ({ limited: limitedWriters(row, view) }));
  const fillsPage = () => fitting(limitedRows(), limit, trust.writer_items) >= limit;
  /** Scores of those whom the reader trusts and of those who are crowded out, looked up apart from the others. */
  const findApart = async () => {
    const crowds = fillsPage() ? [] : crowding(limitedRows(), limit, trust.writer_items);
    const groups = [
      await trustedPositions(tx, who, filter, view),
      crowds.length > 0 ? await otherPositions(tx, who, filter, crowds) : [],
    ];
    const positions = [...new Set(groups.flat())];
    if (positions.length === 0) return undefined;
    const theirs = asOf
      ? (await pastLexicon(tx, who, query, folded, { ...filter, asOf }, positions)).lexicon
      : await fetchLexicon(tx, who.tenantId, folded, filter, undefined, positions);
    const own = new LexicalScorer(theirs);
    for (const best of bestOfEach(own, groups, roundFor(limit))) {
      await take(best.filter((position) => !admitted.has(position)));
    }
    learn(own, admitted.values());
    return own;
  };
  const onlyTimes = query.times?.only ? query.times.times : undefined;
  if (onlyTimes) await take(await positionsThen(tx, who.tenantId, filter, onlyTimes, past?.changedPositions));
  let lookedAt = 0;
  let applicable: ReadonlySet<number> | undefined;
  let isCut = lexicon.terms.some(({ df }) => df >= maxPostings);
  for (const positions of onlyTimes ? [] : scorer.rounds(roundFor(limit))) {
    await take(applicable ? positions.filter((position) => applicable!.has(position)) : positions);
    const isFirst = lookedAt === 0;
    lookedAt += positions.length;
    if (isFirst && admitted.size < lookedAt / fewPass)
      applicable = await applicablePositions(tx, who.tenantId, filter);
    if (answers.length < limit) continue;
    if (trusted() >= limit || lookedAt >= maxForPage || (lookedAt >= maxCandidates && fillsPage())) {
      isCut = true;
      break;
    }
  }
  const isShort = !onlyTimes && isCut && (trusted() < Math.min(limit, enoughTrusted) || !fillsPage());
  const among = isShort ? await findApart() : undefined;
  // The built-in vectors add little to matching words, so the usual ranking searches them only when words find too few.
  if (vector && !onlyTimes && (!builtin || allVectors || answers.length < Math.min(limit, enoughByWords))) {
    applicable ??= await applicablePositions(tx, who.tenantId, filter);
    // Of those that were edited since the moment asked for, some were not there then.
    const most = Math.max(asOf || !byMeaning ? 2 * (byMeaning ?? limit) : byMeaning, 50);
    const close = await nearest(tx, who.tenantId, vector, filter, most, applicable);
    const positions = new Set([
      ...close.map(({ reading_position }) => Number(reading_position)),
      ...(past?.changedPositions ?? []),
    ]);
    await take([...positions].filter((position) => !admitted.has(position)));
  }

  const { names, only } = namedIn();
  among?.learnNames(names);
  const scorerOf = (position: number) =>
    among === undefined || scorer.isCandidate(position) ? scorer : among;
  // The built-in vectors hold the speaker's name: a short text is near every query that names its speaker.
  const isNearByName = (position: number) =>
    builtin && !allVectors && !onlyTimes && scorerOf(position).lacksTopic(position);
  const timingOf = await thenOf(
    tx,
    who.tenantId,
    [...admitted.values()],
    query.times,
    past?.changedPositions,
  );
  const scale = vector ? (builtin ? builtinScale : modelScale) : undefined;
  const ranked = rankBy(
    [...admitted]
      .filter(([position]) => !isNearByName(position))
      .map(([position, row]) => ({
        row,
        lexical: scorerOf(position).score(position, readCues(row.cues)),
        timing: timingOf(row.id),
      })),
    { ...queryCues(query.text), speaker: only },
    scale,
    view,
    trust,
  );
  const { page, leftOut } = capWriters(ranked, limit, items);
  const rows = await readByIds(
    tx,
    who,
    filter,
    page.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    hits: page.flatMap((hit) => {
      const row = byId.get(hit.id);
      return row ? [{ ...hit, row }] : [];
    }),
    total: ranked.length,
    leftOut: tellLeftOut(leftOut, items),
    mode: onlyTimes ? "times alone" : `${comparedBy(query, vector)}${tellRespelt(respelt)}`,
  };
}
