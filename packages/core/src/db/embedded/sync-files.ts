import { open } from "node:fs/promises";
import { sqlState } from "../db-errors.js";

/** Syncs the files at once, for ParallelSync, and writes `number` to `answers`, or its negative if that failed. */
export async function syncFiles(
  paths: readonly string[],
  number: number,
  answers: Int32Array,
): Promise<void> {
  const done = await Promise.all(paths.map(syncFile)).then(
    () => number,
    () => -number,
  );
  Atomics.store(answers, 0, done);
  Atomics.notify(answers, 0);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r").catch((error) => {
    // Dropped since it was written.
    if (sqlState(error) === "ENOENT") return undefined;
    throw error;
  });
  try {
    await file?.sync();
  } finally {
    await file?.close();
  }
}
