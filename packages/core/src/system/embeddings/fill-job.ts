import type { SystemJobKind } from "../../jobs/index.js";
import {
  advanceSpace,
  countUnembedded,
  embedTexts,
  findUnembedded,
  meaningOf,
  ownSpaceId,
  spaceState,
  storeVectors,
  vectorLiteral,
} from "../../substrate/index.js";
import { guardedServices } from "../../tenant/index.js";

const batch = 100;
/** How long to leave a job to a worker that has this space's embedder. */
const otherWorkerSeconds = 30;

/**
 * Embeds the tenant's memories that have no vector in a space. It can be stopped and resumed without losing what is
 * done. The recurring job names no space and fills gaps in the active one.
 */
export const embeddingFill: SystemJobKind = {
  kind: "embedding_fill",
  every: "1 hour",
  async run(job) {
    const own = await ownSpaceId(job.services);
    const recurring = job.payload.space === undefined;
    const space = recurring ? own : Number(job.payload.space);
    if (space !== own) return { end: "postponed", seconds: otherWorkerSeconds };
    let done = 0;
    let after = "";
    const total = await job.step((tx) => countUnembedded(tx, space));
    for (;;) {
      job.signal.throwIfAborted();
      const [state, rows] = await job.step(
        async (tx) => [await spaceState(tx, space), await findUnembedded(tx, space, after, batch)] as const,
      );
      if (recurring && state !== "active") return { end: "done" };
      if (state === undefined || state === "stopped" || state === "retired") return { end: "stopped" };
      if (rows.length === 0) return { end: "done" };
      const texts = rows.map(({ kind, text, attributes, speaker, boundary_class }) => ({
        ...{ text, speaker: speaker ?? undefined, meaning: meaningOf(kind, attributes) },
        boundaryClass: boundary_class,
      }));
      const { embedder } = guardedServices(job.services, await job.policy());
      const vectors = await embedTexts(embedder, texts, { signal: job.signal });
      done += rows.length;
      after = rows.at(-1)!.id;
      await job.step((tx) => storeVectors(tx, space, rows, vectors.map(vectorLiteral)), {
        done,
        total: Math.max(total, done),
      });
    }
  },
  /** When no tenant misses a vector, the space is read from. */
  async settle(services) {
    const space = await ownSpaceId(services);
    await services.db.worker(async (tx) => {
      if ((await spaceState(tx, space)) === "filling") await advanceSpace(tx, space, true);
    });
  },
};
