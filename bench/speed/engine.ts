import { type EngineName, openStore } from "../lib/store.js";
import { makeWorkload } from "../lib/workload.js";
import { fillTo } from "./fill.js";
import { type Measured, measure } from "./measure.js";

export interface Job {
  readonly engine: EngineName;
  readonly sizes: readonly number[];
  readonly rounds: number;
}

export interface Row extends Measured {
  readonly engine: EngineName;
  readonly memories: number;
}

const note = (text: string) => void process.stderr.write(`${text}\n`);

const runEngine = async ({ engine, sizes, rounds }: Job): Promise<Row[]> => {
  const rows: Row[] = [];
  const store = await openStore(engine);
  try {
    const workload = makeWorkload(1);
    const ids: string[] = [];
    for (const memories of sizes) {
      note(`${engine}: filling to ${memories}`);
      await fillTo(store.memory, workload, ids, memories);
      await store.reopen();
      note(`${engine}: measuring at ${memories}`);
      rows.push({ engine, memories, ...(await measure(store, workload, ids, rounds)) });
    }
  } finally {
    await store.close();
  }
  return rows;
};

/** Started by `main.ts` as a process of its own: takes one job, answers with its rows. */
process.once("message", async (job: Job) => {
  process.send!(await runEngine(job));
  process.disconnect();
});
