import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { deliver } from "../lib/report.js";
import { type EngineName, openStore } from "../lib/store.js";
import { type Cell, formatTable } from "../lib/table.js";
import { fill } from "./fill.js";
import { type Measured, measure } from "./measure.js";
import { quick, type Sizes, sizesOf } from "./sizes.js";

const usage = `Usage: npm run bench:governance -- [--engine embedded|postgres|both] [--chunks N] [--edits N] [--capsules N]
                                 [--quick] [--json]
  Unless told: 100,000 chunks, 100,000 edits and 10,000 capsules on Postgres, a tenth of that embedded.
  Postgres: the server of DATABASE_URL, else one that is started for the run.
  --quick  a few of everything, to see that it runs`;

interface Run extends Measured {
  readonly engine: EngineName;
  readonly sizes: Sizes;
  /** The machine's load over the last minute, before and after the measurement. */
  readonly load: readonly [number, number];
}

const runEngine = async (engine: EngineName, sizes: Sizes): Promise<Run> => {
  const note = (text: string) => void process.stderr.write(`${engine}: ${text}\n`);
  const store = await openStore(engine);
  try {
    const filled = await fill(store.memory, sizes, note);
    note("measuring");
    const before = loadavg()[0]!;
    const measured = await measure(store.memory, filled, sizes);
    return { engine, sizes, load: [before, loadavg()[0]!], ...measured };
  } finally {
    await store.close();
  }
};

/** The targets are a server's; embedded figures stand without. */
const tableOf = ({ engine, figures, searchRatio, load }: Run): string => {
  const judged = (within: boolean) => (engine === "postgres" ? (within ? "met" : "missed") : "");
  const rows = figures.map(({ what, timing, target, note = "" }): Cell[] => {
    const { p50, p95, count } = timing;
    const verdict = target === undefined ? ["", ""] : [`${target}`, judged(p95 <= target)];
    return [what, String(count), p50, p95, ...verdict, note];
  });
  const ratio = ["search with edits : without", "", searchRatio.p50.toFixed(2), searchRatio.p95.toFixed(2)];
  rows.push([...ratio, "1.10", judged(searchRatio.p95 <= 1.1), ""]);
  const table = formatTable(["operation", "times", "p50 ms", "p95 ms", "target", "", ""], rows);
  return `${engine} (load ${load.map((n) => n.toFixed(1)).join(" to ")})\n${table}`;
};

const numberOf = (text: string | undefined, otherwise: number): number => {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(usage);
  return value;
};

export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      engine: { type: "string", default: "both" },
      chunks: { type: "string" },
      edits: { type: "string" },
      capsules: { type: "string" },
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const engines: EngineName[] =
    values.engine === "both" ? ["embedded", "postgres"] : [values.engine as EngineName];
  const runs: Run[] = [];
  for (const engine of engines) {
    const usual = values.quick ? quick : (sizesOf[engine] ?? quick);
    runs.push(
      await runEngine(engine, {
        ...usual,
        chunks: numberOf(values.chunks, usual.chunks),
        edits: numberOf(values.edits, usual.edits),
        capsules: numberOf(values.capsules, usual.capsules),
      }),
    );
  }
  await deliver("governance", { runs }, runs.map(tableOf).join("\n\n"), values.json);
};
