import type { Timing } from "../lib/timing.js";

/** One line of the report. */
export interface Figure {
  readonly what: string;
  readonly timing: Timing;
  /** Milliseconds that its p95 is to stay within, on a Postgres server. */
  readonly target?: number;
  readonly note?: string;
}
