export interface EmbedOptions {
  signal?: AbortSignal;
  /** Some models embed a question differently from a text that may answer it. Default `document`. */
  purpose?: "document" | "query";
  /** A user waits for the answer and can do without it: a quick error is better than a late vector. */
  interactive?: boolean;
}

/** Turns texts into vectors of one space. Vectors of embedders with different ids are never compared. */
export interface Embedder {
  /** Model and dimensions: the identity of the space. */
  readonly id: string;
  readonly model: string;
  readonly dims: number;
  readonly kind: "builtin" | "openai" | "transformers";
  /** Whether texts are sent to a service. One on this machine counts too: it may pass them on. */
  readonly outside: boolean;
  /** Whether a key for a service is set. */
  readonly hasKey?: boolean;
  /** One vector per text, in order, each finite and not zero. */
  embed(texts: string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** Why interactive calls fail at present; undefined if they do not. */
  unavailableReason?(): string | undefined;
  /** Gives back what it holds: a model in memory, connections. */
  close?(): Promise<void>;
}

export const spaceId = (model: string, dims: number): string => `${model}@${dims}`;

/** From which cosine on two texts of a space are taken for the same, for a contradiction, or for a censor's match. */
export interface Thresholds {
  duplicate: number;
  contradiction: number;
  censor: number;
}

/** Of a space that nobody measured. */
const usual: Thresholds = { duplicate: 0.95, contradiction: 0.85, censor: 0.7 };

/**
 * Spaces whose cosines were measured, by their ids; thresholds.test.ts has the texts. The built-in vectors know neither the
 * order of words nor the small ones among them, so texts that mean different things can have a cosine of 1: it takes no two
 * for one.
 */
const measured: Readonly<Record<string, Thresholds>> = {
  "builtin-ngram-1@256": { duplicate: 1, contradiction: 0.62, censor: 0.4 },
};

export const thresholdsOf = (space: string): Thresholds => measured[space] ?? usual;
