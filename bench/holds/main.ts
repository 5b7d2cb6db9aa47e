import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { fill } from "../governance/fill.js";
import type { Sizes } from "../governance/sizes.js";
import { deliver } from "../lib/report.js";
import { openStore } from "../lib/store.js";
import { formatTable } from "../lib/table.js";
import { type Hold, measureHolds } from "./measure-holds.js";
import { startWatch } from "./watch.js";

const usage = "Usage: npm run bench:holds -- [--memories 10000] [--json]";
const targetMs = 250;
/** As many as one counterfactual takes. */
const contexts = 50;

const sizesFor = (memories: number): Sizes => {
  const tenth = Math.ceil(memories / 10);
  return {
    chunks: memories,
    edits: tenth,
    capsules: tenth,
    derived: Math.min(1_000, tenth),
    source: Math.min(1_000, tenth),
    sources: 2,
    work: 80,
    rounds: 1,
  };
};

const verdict = ({ longestMs, failed }: Hold): string =>
  failed ? `failed: ${failed}` : longestMs <= targetMs ? "met" : "missed";

/** How long one call of each operation keeps all others from the embedded engine. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      memories: { type: "string", default: "10000" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const memories = Number(values.memories);
  if (!Number.isInteger(memories) || memories < 1) throw new Error(usage);
  const note = (text: string) => void process.stderr.write(`${text}\n`);
  const store = await openStore("embedded");
  try {
    const filled = await fill(store.memory, sizesFor(memories), note);
    const { db } = store.memory.services;
    await db.ownerStatements((tx) => tx.query("checkpoint"));
    const { watch, stop } = await startWatch(db.status().dataDir!);
    const before = loadavg()[0]!;
    // What a read waits while nobody else calls.
    const idleMs = await watch(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    const holds = await measureHolds(store.memory, filled, { watch, contexts }).finally(stop);
    const load = [before, loadavg()[0]!];
    const table = formatTable(
      ["operation", "longest hold ms", "call ms", "target", ""],
      holds.map((hold) => [hold.operation, hold.longestMs, hold.tookMs, `${targetMs}`, verdict(hold)]),
    );
    const heading = `${memories} memories, load ${load.map((n) => n.toFixed(1)).join(" to ")}, ${idleMs.toFixed(1)} ms while idle`;
    await deliver("holds", { memories, targetMs, idleMs, load, holds }, `${heading}\n${table}`, values.json);
    if (holds.some(({ failed }) => failed)) process.exitCode = 1;
  } finally {
    await store.close();
  }
};
