/** The postings of one word in memories that the reader is admitted to: where it occurs, how often, and how long that memory is. */
export interface TermPostings {
  /** How many memories contain it, counted up to `maxPostings`. */
  df: number;
  positions: Float64Array;
  tf: Uint8Array;
  len: Uint32Array;
}

/** A word in more memories than this hardly distinguishes them; only its newest postings are read, those in sessions first. */
export const maxPostings = 5_000;

/** What the lexical scorer needs to know of the store. */
export interface Lexicon {
  terms: TermPostings[];
  /** Memories indexed, and words in them. */
  memories: number;
  words: number;
  /** Whether the query's vector may be compared with the stored ones, because they are of the same model. */
  spaceIsActive: boolean;
}

const entryBytes = 12;

/** Unpacks `int8send(position) || int4send(tf << 20 | len)` in base 64, one entry after another. */
export function unpackPostings(base64: string, df: number): TermPostings {
  const packed = Buffer.from(base64, "base64");
  const n = packed.length / entryBytes;
  const terms: TermPostings = {
    df,
    positions: new Float64Array(n),
    tf: new Uint8Array(n),
    len: new Uint32Array(n),
  };
  for (let i = 0; i < n; i++) {
    const at = i * entryBytes;
    const meta = packed.readInt32BE(at + 8);
    terms.positions[i] = packed.readInt32BE(at) * 4_294_967_296 + packed.readUInt32BE(at + 4);
    terms.tf[i] = (meta >>> 20) & 255;
    terms.len[i] = meta & 0xfffff;
  }
  return terms;
}
