import type { Candidate } from "./candidate.js";

/** Words in common, of all words, from which two texts of one untrusted source count as one. */
const nearShare = 0.8;
/** Shorter texts must be the same to count as one: a single number or name may be all that tells them apart. */
const shortText = 6;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Keeps the first of each text per source, and of an untrusted source the first of texts that are nearly the same. */
export function withoutRepeats(candidates: Candidate[]): { kept: Candidate[]; repeats: Candidate[] } {
  const sources = new Map<string, { texts: Set<string>; wordSets: Set<string>[] }>();
  const kept: Candidate[] = [];
  const repeats: Candidate[] = [];
  for (const candidate of candidates) {
    const source = candidate.row?.source ?? "";
    const seen = sources.get(source) ?? { texts: new Set<string>(), wordSets: [] };
    sources.set(source, seen);
    const words = wordsOf(candidate.text);
    const text = words.length > 0 ? words.join(" ") : candidate.text.trim();
    const wordSet = new Set(words);
    const near =
      candidate.trust === "untrusted" &&
      wordSet.size > shortText &&
      seen.wordSets.some((other) => overlap(wordSet, other) >= nearShare);
    if (seen.texts.has(text) || near) {
      repeats.push(candidate);
      continue;
    }
    seen.texts.add(text);
    if (candidate.trust === "untrusted") seen.wordSets.push(wordSet);
    kept.push(candidate);
  }
  return { kept, repeats };
}

/** Jaccard's index: the words that both have, of the words that either has. */
function overlap(a: Set<string>, b: Set<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < large.size * nearShare) return 0;
  let both = 0;
  for (const word of small) if (large.has(word)) both += 1;
  return both / (a.size + b.size - both);
}

/** No untrusted source holds more than this share of what a section shows, or this many if that is more. */
const sourceShare = 0.2;
const sourceFloor = 5;

/** Counts what a section shows and says whether one more of a source would crowd the others out. */
export class SourceQuota {
  readonly #shown = new Map<string, number>();
  readonly #alone: boolean;
  #total = 0;

  constructor(candidates: Candidate[]) {
    this.#alone = new Set(candidates.map(({ row }) => row?.source)).size < 2;
  }

  admits({ trust, row }: Candidate): boolean {
    if (trust !== "untrusted" || this.#alone) return true;
    const shown = this.#shown.get(row?.source ?? "") ?? 0;
    return shown < Math.max(sourceFloor, Math.floor(sourceShare * (this.#total + 1)));
  }

  count({ row }: Candidate): void {
    this.#total += 1;
    this.#shown.set(row?.source ?? "", (this.#shown.get(row?.source ?? "") ?? 0) + 1);
  }
}
