import type { EngineName } from "../lib/store.js";

export interface Sizes {
  /** In each of two tenants: one edited, one not. */
  readonly chunks: number;
  /** On three chunks of ten. */
  readonly edits: number;
  readonly capsules: number;
  /** Memories made from the one whose edit is previewed. */
  readonly derived: number;
  /** Memories of a source that is rolled back, and how many such sources. */
  readonly source: number;
  readonly sources: number;
  /** Rules, open tasks and decisions, of each. */
  readonly work: number;
  readonly rounds: number;
}

const usual = { derived: 1_000, source: 1_000, sources: 5, work: 80, rounds: 200 };

export const sizesOf: Record<EngineName, Sizes> = {
  postgres: { chunks: 100_000, edits: 100_000, capsules: 10_000, ...usual },
  embedded: { chunks: 10_000, edits: 10_000, capsules: 1_000, ...usual },
};

/** To see that it runs; the figures mean nothing. */
export const quick: Sizes = {
  chunks: 100,
  edits: 100,
  capsules: 10,
  derived: 10,
  source: 10,
  sources: 2,
  work: 4,
  rounds: 2,
};
