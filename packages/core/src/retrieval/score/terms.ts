import { type Lexicon, maxPostings, type TermPostings } from "../../substrate/index.js";
import { isFraming } from "../../text/index.js";
import { framingShare, fullMatch } from "./weights.js";

/** A word in more than this share of memories does not count for neighbours. */
export const commonShare = 0.2;
export const commonFloor = 50;

export interface WeighedTerm {
  postings: TermPostings;
  /** How much it tells, by how rare it is. */
  idf: number;
  /** It only frames a question. */
  frames: boolean;
  /** It counts for neighbours. */
  spreads: boolean;
}

/** How many memories contain a word. If counting stopped at the limit, estimated between that and all memories. */
const frequency = ({ df }: TermPostings, total: number): number =>
  Math.min(total, df < maxPostings ? df : Math.sqrt(df * total));

/** The words of a query, weighed. One that stands nowhere counts in what a perfect match would have. */
export function weighTerms({ terms, memories }: Lexicon): WeighedTerm[] {
  const total = Math.max(memories, 1);
  const rareEnough = Math.max(total * commonShare, commonFloor);
  const isRare = (term: TermPostings) => term.df > 0 && frequency(term, total) <= rareEnough;
  const anyRare = terms.some(isRare);
  return terms.map((postings) => {
    const df = frequency(postings, total);
    const frames = postings.spelt.length > 0 && postings.spelt.every(isFraming);
    return {
      postings,
      frames,
      idf: (frames ? framingShare : 1) * Math.log(1 + (total - df + 0.5) / (df + 0.5)),
      spreads: !anyRare || isRare(postings),
    };
  });
}

/** The score of a perfect match of these words. */
export const idealOf = (terms: readonly { idf: number }[]): number =>
  Math.max(
    terms.reduce((sum, { idf }) => sum + fullMatch(idf), 0),
    1e-9,
  );
