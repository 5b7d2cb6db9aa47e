/** A range of text that is a secret, and its type. */
export interface Span {
  start: number;
  end: number;
  type: string;
}

/** Finds secrets of one kind, in time proportional to the text. */
export type Scanner = (text: string) => Iterable<Span>;
