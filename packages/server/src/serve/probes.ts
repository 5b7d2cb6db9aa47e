import { PalimpsestError } from "@palimpsest/contract";
import { assertServingRole, type Database, type Memory, migrateStatus, withTimeout } from "@palimpsest/core";
import type { Probe } from "../observe/index.js";
import { ping } from "./probes.sql.js";

/** What /readyz and /health check. */
export function probesOf({ services: { db } }: Memory): Probe[] {
  return [
    { name: "database", run: () => ping(db) },
    { name: "schema", run: async () => assertCurrent(await migrateStatus(db)) },
    { name: "role", run: () => assertServingRole(db) },
  ].map(({ name, run }) => ({ name, run: () => unlessBusy(db, run) }));
}

const answerMs = 1_500;
/** A long statement may hold the embedded engine for so long, and the requests behind it still succeed. */
const longestWaitMs = 15_000;

/** Runs a probe. That it has no answer is no failure while requests succeed: the database is only busy. */
export async function unlessBusy(
  db: Pick<Database, "status">,
  run: () => Promise<unknown>,
  waitMs = answerMs,
): Promise<void> {
  try {
    await withTimeout(run(), waitMs, () => new NoAnswer(`no answer in ${waitMs} ms`));
  } catch (error) {
    const { answeredMsAgo = Number.POSITIVE_INFINITY } = db.status();
    if (error instanceof NoAnswer && answeredMsAgo < longestWaitMs) return;
    const unavailable = error instanceof PalimpsestError && error.code === "UNAVAILABLE";
    if (unavailable && answeredMsAgo < waitMs) return;
    throw error;
  }
}

class NoAnswer extends Error {}

function assertCurrent({ current, latest }: { current: number; latest: number }): void {
  if (current === latest) return;
  throw new Error(`The schema has version ${current} and needs ${latest}: run palimpsest migrate up`);
}
