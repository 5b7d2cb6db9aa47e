import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { deliver } from "../lib/report.js";
import { formatTable } from "../lib/table.js";
import type { Figure } from "./figure.js";
import { measureLearning } from "./learning.js";
import { measurePlanState } from "./plan-state.js";
import { measureRecall } from "./recall.js";

const usage = `Usage: npm run bench:cognition -- [--only state|learning|recall] [--engine postgres|embedded] [--rounds 300] [--json]
         [--keys 1000] [--writers 200] [--facts 100000] [--censors 1000] [--memories 100000]
  The embedded engine is measured with a tenth of the facts and memories.`;
const engines = ["postgres", "embedded"] as const;
const parts = ["state", "learning", "recall"] as const;

const told = ({ p95, target }: Figure): string =>
  target === undefined ? "" : `<= ${Number(target.toFixed(1))}: ${p95 <= target ? "met" : "missed"}`;

/** What the four memories cost: the working state of plans, learning, censors, and recall across kinds. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string" },
      engine: { type: "string" },
      rounds: { type: "string", default: "300" },
      keys: { type: "string", default: "1000" },
      writers: { type: "string", default: "200" },
      facts: { type: "string", default: "100000" },
      censors: { type: "string", default: "1000" },
      memories: { type: "string", default: "100000" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const [rounds, keys, writers] = [Number(values.rounds), Number(values.keys), Number(values.writers)];
  const [facts, censors, memories] = [Number(values.facts), Number(values.censors), Number(values.memories)];
  const areCounts = [rounds, keys, writers, facts, censors, memories].every(
    (n) => Number.isInteger(n) && n > 0,
  );
  const chosen = engines.filter((engine) => (values.engine ?? engine) === engine);
  const asked = parts.filter((part) => (values.only ?? part) === part);
  if (!areCounts || chosen.length === 0 || asked.length === 0) throw new Error(usage);
  const figures: Figure[] = [];
  for (const engine of chosen) {
    const share = engine === "embedded" ? 0.1 : 1;
    if (asked.includes("state")) figures.push(...(await measurePlanState(engine, { keys, writers, rounds })));
    if (asked.includes("learning"))
      figures.push(...(await measureLearning(engine, { facts: Math.ceil(facts * share), censors, rounds })));
    if (asked.includes("recall"))
      figures.push(...(await measureRecall(engine, Math.ceil(memories * share), rounds)));
  }
  const table = formatTable(
    ["engine", "step", "p50 ms", "p95 ms", "target of p95"],
    figures.map((figure) => [figure.engine, figure.step, figure.p50, figure.p95, told(figure)]),
  );
  await deliver("cognition", { rounds, load: loadavg()[0], figures }, table, values.json);
};
