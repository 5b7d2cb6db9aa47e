import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Outcome, PrincipalJobKind, RunningJob, SystemJobKind } from "../../jobs/index.js";
import {
  indexedTexts,
  lexicalStatus,
  replacePostings,
  replaceTimes,
  scheduleStaleRebuilds,
  setLexicalVersion,
} from "../../substrate/index.js";
import { toldTimes } from "../../time/index.js";

const batch = 100;

/** For the admin who asked for it; for the server's operator also in all other tenants whose index is stale. */
export const lexicalRebuild: PrincipalJobKind = {
  kind: "lexical_rebuild",
  permission: "admin",
  async run(job) {
    if (job.payload.all_tenants === true) await job.step(scheduleStaleRebuilds);
    return rebuild(job);
  },
};

/** The same for a tenant in which nobody asked for it. */
export const staleIndexRebuild: SystemJobKind = { kind: "stale_index_rebuild", run: rebuild };

/**
 * Replaces the postings of the tenant's memories, and the times that they tell of, in reading order. A batch is committed together with the position
 * behind it, so that a run which was killed goes on from there.
 */
async function rebuild(job: RunningJob): Promise<Outcome> {
  let { done = 0, position } = job.progress;
  const { memories: total } = await job.step(lexicalStatus);
  for (;;) {
    job.signal.throwIfAborted();
    const page = await job.step((tx) => indexedTexts(tx, position, batch));
    if (page.length === 0) break;
    const told = page.map((memory) => ({ ...memory, times: toldTimes(memory.text, memory.occurred_at) }));
    done += page.length;
    position = Number(page.at(-1)!.reading_position);
    await job.step(
      async (tx) => {
        await assertSameVersion(tx, job.payload.version);
        await replacePostings(tx, page);
        await replaceTimes(tx, told);
      },
      { done, total: Math.max(total, done), position },
    );
  }
  await job.step(async (tx) => setLexicalVersion(tx, await assertSameVersion(tx, job.payload.version)));
  return { end: "done" };
}

/** What an upgraded server rebuilds does not match what the rebuild began with. */
async function assertSameVersion(tx: Tx, begunWith: unknown): Promise<string> {
  const { serverVersion } = await lexicalStatus(tx);
  if (serverVersion === begunWith) return serverVersion;
  throw new PalimpsestError(
    "CONFLICT",
    "The server makes another version of the index than when this rebuild began. Start again with: palimpsest index rebuild",
  );
}
