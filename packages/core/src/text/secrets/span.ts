/** A stretch of text that is a secret, and what kind. */
export interface Span {
  start: number;
  end: number;
  type: string;
}

/** Finds secrets of one sort. Linear in the text, whatever it holds. */
export type Scanner = (text: string) => Iterable<Span>;
