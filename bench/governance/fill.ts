import type { Memory } from "@palimpsest/core";
import { type Random, seededRandom } from "../lib/random.js";
import { makeWorkload, type Workload } from "../lib/workload.js";
import { makeChunks, makeSource } from "./corpus.js";
import { loadCapsules } from "./load-capsules.js";
import { loadChunks } from "./load-chunks.js";
import { loadEdits } from "./load-edits.js";
import { loadWork } from "./load-work.js";
import type { Sizes } from "./sizes.js";

export const edited = "edited";
export const plain = "plain";

export interface Filled {
  readonly workload: Workload;
  readonly random: Random;
  /** Chunks of the edited tenant that no edit has touched. */
  readonly untouched: string[];
  /** Names of the agents who wrote `Sizes.source` chunks each. */
  readonly sources: string[];
  readonly root: string;
}

const editedShare = 0.3;
const week = 7 * 86_400_000;

/** Two tenants with the same chunks; one of them is edited and has all the rest as well. */
export const fill = async (memory: Memory, sizes: Sizes, note: (text: string) => void): Promise<Filled> => {
  const { services } = memory;
  const workload = makeWorkload(1);
  const random = seededRandom(1);
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    note(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    return result;
  };
  const chunks = makeChunks(workload, random, sizes.chunks);
  const [written = []] = await step(`${sizes.chunks} chunks in each of two tenants`, () =>
    loadChunks(services, [edited, plain], chunks),
  );
  const ids = random.shuffle(written);
  const touched = Math.ceil(ids.length * editedShare);
  const untouched = ids.slice(touched);
  await step(`${sizes.edits} edits on ${touched} chunks`, () =>
    loadEdits(services, {
      tenantId: edited,
      ids: ids.slice(0, touched),
      edits: sizes.edits,
      workload,
      random,
    }),
  );
  await step(`${sizes.capsules} capsules`, () =>
    loadCapsules(services, {
      tenantId: edited,
      count: sizes.capsules,
      items: untouched,
      random,
      expiresAt: new Date(Date.now() + week),
    }),
  );
  const sources = Array.from({ length: sizes.sources }, (_, n) => `rogue-${n}`);
  await step(`${sizes.sources} sources of ${sizes.source} memories`, () =>
    loadChunks(
      services,
      [edited, plain],
      sources.flatMap((name) => makeSource(workload, name, sizes.source)),
    ),
  );
  const { root } = await step(`rules, tasks, decisions, ${sizes.derived} derived memories`, () =>
    loadWork(memory, { tenantId: edited, workload, work: sizes.work, derived: sizes.derived }),
  );
  await step("vacuum analyze", () => services.db.ownerStatements((tx) => tx.query("vacuum analyze")));
  return { workload, random, untouched, sources, root };
};
