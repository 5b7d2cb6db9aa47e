import type { EngineName } from "../lib/store.js";
import type { Timing } from "../lib/timing.js";

/** What one step took, and the most that it may take at the 95th percentile, if that is laid down. */
export interface Figure {
  engine: EngineName;
  step: string;
  p50: number;
  p95: number;
  target?: number;
}

export const figuresOf = (
  engine: EngineName,
  timings: Record<string, Timing>,
  targets: Partial<Record<string, number>>,
): Figure[] =>
  Object.entries(timings).map(([step, { p50, p95 }]) => ({ engine, step, p50, p95, target: targets[step] }));
