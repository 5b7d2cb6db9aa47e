import type { Candidate } from "./candidate.js";

/** Words in common, of all words, from which two texts of one untrusted writer count as one. */
const nearShare = 0.8;
/** Shorter texts must be the same to count as one: a single number or name may be all that tells them apart. */
const shortText = 6;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Finds repeated texts; of an untrusted writer also nearly equal ones. */
export class Repeats {
  readonly #texts = new Set<string>();
  readonly #wordSets = new Map<string, Set<string>[]>();

  /** Whether the text was there before; if not, it is from now on. */
  has({ writer, trust, text }: Candidate): boolean {
    const same = `${writer}\n${text.toLowerCase().replace(/\s+/gu, " ").trim()}`;
    if (this.#texts.has(same)) return true;
    if (trust === "untrusted" && this.#isNear(writer, new Set(wordsOf(text)))) return true;
    this.#texts.add(same);
    return false;
  }

  #isNear(writer: string, words: Set<string>): boolean {
    const others = this.#wordSets.get(writer) ?? [];
    this.#wordSets.set(writer, others);
    const near = words.size > shortText && others.some((other) => overlap(words, other) >= nearShare);
    if (!near) others.push(words);
    return near;
  }
}

/** Jaccard's index: the words that both have, of the words that either has. */
function overlap(a: Set<string>, b: Set<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size < large.size * nearShare) return 0;
  let both = 0;
  for (const word of small) if (large.has(word)) both += 1;
  return both / (a.size + b.size - both);
}

/** Counts what a section shows of each writer, and says whether one more of a writer is too much. */
export class WriterQuota {
  readonly #shown = new Map<string, number>();

  constructor(private readonly items: number) {}

  admits({ limited }: Pick<Candidate, "limited">): boolean {
    return limited.every((writer) => (this.#shown.get(writer) ?? 0) < this.items);
  }

  /** Whether all of these may be shown together. */
  admitsAll(candidates: Pick<Candidate, "limited">[]): boolean {
    if (candidates.length === 1) return this.admits(candidates[0]!);
    const more = new Map<string, number>();
    for (const writer of candidates.flatMap(({ limited }) => limited))
      more.set(writer, (more.get(writer) ?? 0) + 1);
    return [...more].every(([writer, n]) => (this.#shown.get(writer) ?? 0) + n <= this.items);
  }

  count({ limited }: Pick<Candidate, "limited">): void {
    for (const writer of limited) this.#shown.set(writer, (this.#shown.get(writer) ?? 0) + 1);
  }
}
