import { PalimpsestError } from "@palimpsest/contract";
import { withTimeout } from "../../async/index.js";
import { assertServingRole, type Database, migrateStatus } from "../../db/index.js";
import type { Services } from "../../services.js";
import { ping } from "./ping.sql.js";
import type { Probe } from "./run-probes.js";

/** What must work for calls to be answered. */
export function probesOf({ db }: Pick<Services, "db">): Probe[] {
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
