import type { Policy } from "../../policy/index.js";
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
  has({ row, trust, text }: Candidate): boolean {
    const writer = row?.writer ?? "";
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

/** No untrusted writer holds more than this share of what a section shows, or this many items if that is more. */
export type WriterShare = Pick<Policy["retrieval"]["context"], "writer_share" | "writer_items">;

/** Counts what a section shows per writer, and says whether one more of a writer exceeds its share. */
export class WriterQuota {
  readonly #shown = new Map<string, number>();
  readonly #alone: boolean;
  #total = 0;

  constructor(
    writers: number,
    private readonly most: WriterShare,
  ) {
    this.#alone = writers < 2;
  }

  admits({ trust, row }: Candidate): boolean {
    if (trust !== "untrusted" || this.#alone) return true;
    const { writer_items, writer_share } = this.most;
    const shown = this.#shown.get(row?.writer ?? "") ?? 0;
    return shown < Math.max(writer_items, Math.floor(writer_share * (this.#total + 1)));
  }

  count({ row }: Candidate): void {
    this.#total += 1;
    this.#shown.set(row?.writer ?? "", (this.#shown.get(row?.writer ?? "") ?? 0) + 1);
  }
}
