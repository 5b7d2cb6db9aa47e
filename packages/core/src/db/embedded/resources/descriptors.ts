import { readFileSync } from "node:fs";
import { PalimpsestError } from "@palimpsest/contract";

/** What the process itself has open: its modules while it starts, its connections, the files that it syncs. */
const forProcess = 156;
/** With fewer the engine would open and close files all the time. */
const leastForEngine = 100;
const mostForEngine = 1_000;

/** How many files this process may have open; undefined if the system does not tell. */
export function descriptorLimit(limits: string | undefined = readLimits()): number | undefined {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits ?? "") ?? [];
  return soft === undefined ? undefined : Number(soft);
}

/**
 * How many files the engine may have open. It keeps all of them open that it can, so that on a low limit nothing would be
 * left for connections.
 */
export function enginesFiles(limit: number | undefined = descriptorLimit()): number {
  if (limit === undefined) return mostForEngine;
  const files = Math.min(mostForEngine, limit - forProcess);
  if (files >= leastForEngine) return files;
  throw new PalimpsestError(
    "UNAVAILABLE",
    `This process may have only ${limit} files open, and the embedded engine needs ${forProcess + leastForEngine}. Raise the limit (ulimit -n 1024); nothing was stored.`,
  );
}

function readLimits(): string | undefined {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return undefined;
  }
}
