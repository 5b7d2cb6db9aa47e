import { readFileSync } from "node:fs";
import { PalimpsestError } from "@palimpsest/contract";

/** What the process has open beside connections and the engine's files: its modules while it starts, files that it syncs. */
const forProcess = 200;
/** With fewer, first boots failed now and then. */
const least = 1_024;
const mostForEngine = 1_000;

/** How many files this process may have open; undefined if the system does not tell. */
export function descriptorLimit(limits: string | undefined = readLimits()): number | undefined {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits ?? "") ?? [];
  return soft === undefined ? undefined : Number(soft);
}

/**
 * How many files the engine may have open. It keeps all of them open that it can, so that on a low limit nothing would be
 * left for connections. Throws if the limit is too low for both.
 */
export function enginesFiles(limit: number | undefined = descriptorLimit()): number {
  if (limit === undefined || limit >= least) return share(limit);
  throw new PalimpsestError(
    "UNAVAILABLE",
    `This process may have only ${limit} files open, and the embedded engine needs ${least}. Raise the limit (ulimit -n 2048); nothing was stored.`,
  );
}

/** How many connections a server may take, so that some descriptors are left for all else. */
export const mostConnections = (limit: number | undefined = descriptorLimit()): number =>
  limit === undefined ? Number.POSITIVE_INFINITY : Math.max(64, limit - forProcess - share(limit));

/** Half of what can be shared is for the engine, as far as it uses that many. */
const share = (limit = Number.POSITIVE_INFINITY) =>
  Math.min(mostForEngine, Math.floor((limit - forProcess) / 2));

function readLimits(): string | undefined {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return undefined;
  }
}
