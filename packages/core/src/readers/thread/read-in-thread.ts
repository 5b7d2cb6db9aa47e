import type { ReadResult } from "../document.js";
import { ReadingThreads } from "./reading-threads.js";

/** One hostile file leaves a thread to the others. */
const threads = new ReadingThreads({
  threads: 2,
  waiting: 64,
  timeMs: 60_000,
  heapMb: 1_024,
  idleMs: 10_000,
});

/**
 * The documents of a file, by the ending of its name, read in a thread of its own. Throws if nothing of it can be read;
 * parts that cannot be read, as one mail of many, are named in `skipped`.
 * Given up when the signal says that nobody waits for it.
 */
export const readInThread = (name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<ReadResult> =>
  threads.read(name.replace(/^.*[\\/]/, "") || name, bytes, signal);
