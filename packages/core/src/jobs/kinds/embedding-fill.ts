import { embeddingText, ownSpaceId, vectorLiteral } from "../../substrate/index.js";
import type { JobKind, RunningJob } from "../job.js";

const batch = 100;
/** Until a worker with this space's embedder may come by. */
const otherWorkerSeconds = 30;

interface Missing {
  [column: string]: unknown;
  id: string;
  speaker: string | null;
  text: string;
  content_hash: string;
}

/**
 * Embeds what a tenant's memories lack in a space. What is done stays done: it can be stopped and resumed. The
 * recurring job names no space and looks for gaps in the one that is read from.
 */
export const embeddingFill: JobKind = {
  kind: "embedding_fill",
  every: "1 hour",
  async run(job) {
    const own = await ownSpaceId(job.services);
    const recurring = job.payload.space === undefined;
    const space = recurring ? own : Number(job.payload.space);
    if (space !== own) return { end: "postponed", seconds: otherWorkerSeconds };
    let done = 0;
    let after = "";
    const total = await missingCount(job, space);
    for (;;) {
      job.signal.throwIfAborted();
      const { state, rows } = await nextBatch(job, space, after);
      if (recurring && state !== "active") return { end: "done" };
      if (state === "stopped" || state === "retired") return { end: "stopped" };
      if (rows.length === 0) return { end: "done" };
      const texts = rows.map(({ text, speaker }) =>
        embeddingText({ text, speaker: speaker ?? undefined, occurredAt: new Date(0) }),
      );
      const vectors = await job.services.embedder.embed(texts, { signal: job.signal });
      done += rows.length;
      after = rows.at(-1)!.id;
      await job.step(
        (tx) =>
          tx.query(`select palimpsest.fill_vectors($1, $2, $3, $4)`, [
            space,
            rows.map(({ id }) => id),
            rows.map(({ content_hash }) => content_hash),
            vectors.map(vectorLiteral),
          ]),
        { done, total: Math.max(total, done) },
      );
    }
  },
  /** When no tenant misses a vector, the space is read from. */
  async settle(services) {
    const space = await ownSpaceId(services);
    await services.db.worker(async (tx) => {
      const [filling] = await tx.query(
        `select 1 from palimpsest.embedding_space where space_id = $1 and state = 'filling'`,
        [space],
      );
      if (filling) await tx.query(`select palimpsest.advance_space($1, true)`, [space]);
    });
  },
};

async function missingCount(job: RunningJob, space: number): Promise<number> {
  const [row] = await job.step((tx) =>
    tx.query<{ missing: string }>(`select missing from palimpsest.space_counts() where space_id = $1`, [
      space,
    ]),
  );
  return Number(row?.missing ?? 0);
}

function nextBatch(
  job: RunningJob,
  space: number,
  after: string,
): Promise<{ state: string; rows: Missing[] }> {
  return job.step(async (tx) => {
    const [row] = await tx.query<{ state: string }>(
      `select state from palimpsest.embedding_space where space_id = $1`,
      [space],
    );
    const rows = await tx.query<Missing>(`select * from palimpsest.missing_vectors($1, $2, $3)`, [
      space,
      after,
      batch,
    ]);
    return { state: row?.state ?? "retired", rows };
  });
}
