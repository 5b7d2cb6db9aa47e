import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { names } from "./generations.js";
import { readRecord, writeFlags } from "./record-file.js";

/** A fixed length, so that a full disk does not stop it. */
export const firstBeat = "0".padStart(16, "0");

export async function beat(generation: string, count: number): Promise<void> {
  // Opened each time: a network file system shows to others what has been closed.
  const file = await open(join(generation, names.heartbeat), writeFlags, 0o600);
  try {
    await file.write(String(count).padStart(firstBeat.length, "0"), 0);
  } finally {
    await file.close();
  }
}

const lookMs = 100;

/**
 * Whether the heartbeat moves within the time. No clock is compared, since those of two hosts may differ and any may
 * be set. A look that takes longer than two should counts as two: what holds this process up, such as a file server that
 * does not answer or a busy machine, may hold up the owner too. Ends early with `undefined` when `changed` says that
 * there is something else to look at.
 */
export async function isBeating(
  generation: string,
  withinMs: number,
  changed: () => boolean,
): Promise<boolean | undefined> {
  const read = () => readRecord(join(generation, names.heartbeat));
  const first = read();
  for (let watchedMs = 0; watchedMs < withinMs; ) {
    const began = performance.now();
    await sleep(lookMs);
    if (changed()) return undefined;
    const now = read();
    if (now !== undefined && now !== first) return true;
    watchedMs += Math.min(performance.now() - began, 2 * lookMs);
  }
  return false;
}
