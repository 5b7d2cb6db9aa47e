/** The postings of one word in memories that the reader is admitted to: where it stands, how often, and what is there. */
export interface TermPostings {
  /** The query's words that it is the stem of. */
  spelt: readonly string[];
  /** How many memories contain it, counted up to `maxPostings`; 0 for a word that stands nowhere. */
  df: number;
  positions: Float64Array;
  tf: Uint8Array;
  /** How often it stands in questions of the memory, up to 3. */
  asked: Uint8Array;
  /** Words of the memory; exact up to 256. */
  len: Uint32Array;
  /** Words of its session before it, as in `memory.cues`. */
  run: Uint16Array;
}

/** A word in more memories than this hardly distinguishes them; only its newest postings are read, those in sessions first. */
export const maxPostings = 5_000;

/** What the lexical scorer needs to know of the store. */
export interface Lexicon {
  /** All words of the query, also those that stand nowhere. */
  terms: TermPostings[];
  /** Memories indexed, and words in them. */
  memories: number;
  words: number;
  /** Whether the query's vector may be compared with the stored ones, because they are of the same model. */
  spaceIsActive: boolean;
}

const entryBytes = 12;
/** Lengths are packed exactly up to the first, and in steps of the second from there on, as in `memory_term.packed`. */
const exactLen = 256;
const lenStep = 64;

export const emptyPostings = (spelt: readonly string[], size = 0, df = size): TermPostings => ({
  spelt,
  df,
  positions: new Float64Array(size),
  tf: new Uint8Array(size),
  asked: new Uint8Array(size),
  len: new Uint32Array(size),
  run: new Uint16Array(size),
});

/** Unpacks values of `memory_term.packed` in base 64, one after another. */
export function unpackPostings(spelt: readonly string[], base64: string, df: number): TermPostings {
  const packed = Buffer.from(base64, "base64");
  const n = packed.length / entryBytes;
  const terms = emptyPostings(spelt, n, df);
  for (let i = 0; i < n; i++) {
    const at = i * entryBytes;
    const meta = packed.readInt32BE(at + 8);
    const len = (meta >>> 15) & 511;
    terms.positions[i] = packed.readInt32BE(at) * 4_294_967_296 + packed.readUInt32BE(at + 4);
    terms.tf[i] = meta >>> 26;
    terms.asked[i] = (meta >>> 24) & 3;
    terms.len[i] = len < exactLen ? len : exactLen + (len - exactLen) * lenStep;
    terms.run[i] = meta & 0x7fff;
  }
  return terms;
}
