import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import { deliver } from "../lib/report.js";
import { type EngineName, openStore } from "../lib/store.js";
import { type Cell, formatTable } from "../lib/table.js";
import { makeWorkload } from "../lib/workload.js";
import { type Compared, compareWith } from "./against.js";
import type { Job, Row } from "./engine.js";
import { mostWritten } from "./fill.js";
import { type TenantRecall, vectorRecall } from "./vector-recall.js";

const usage = `Usage: npm run bench:speed -- [--engine embedded|postgres|both] [--sizes 1000,10000,100000] [--rounds 200]
                             [--no-recall] [--json]
       npm run bench:speed -- --against PATH [--engine …] [--sizes 10000] [--rounds 200] [--json]
  --against  compare with another checkout, which must be built, call by call in turns
  Postgres: the server of DATABASE_URL, else one that is started for the run.`;

const note = (text: string) => void process.stderr.write(`${text}\n`);

/** An engine's figures from a process of its own: what another engine left in this one's memory would count in them. */
const runApart = (job: Job): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL("./engine.js", import.meta.url));
    child.once("message", (rows) => resolve(rows as Row[]));
    child.once("exit", (code) => reject(new Error(`measuring ${job.engine} ended with code ${code}`)));
    child.send(job);
  });

const runRecall = async (rounds: number): Promise<TenantRecall[]> => {
  note("postgres: 100,000 vectors of 1,000 tenants");
  const store = await openStore("postgres");
  try {
    return await vectorRecall(store.memory, makeWorkload(2), { total: 100_000, tenants: 1_000, rounds });
  } finally {
    await store.close();
  }
};

const speedTable = (rows: readonly Row[]): string =>
  formatTable(
    [
      "engine",
      "memories",
      "operation",
      "p50 ms",
      "p95 ms",
      "per s",
      "bare p50",
      "bare p95",
      "ratio p50",
      "RSS MB",
    ],
    rows.flatMap((row): Cell[][] => {
      const versus = (name: "search" | "get", bare: "bareSearch" | "bareGet"): Cell[] => [
        row[bare].p50,
        row[bare].p95,
        (row[name].p50 / row[bare].p50).toFixed(2).padStart(9),
      ];
      const line = (name: "search" | "get" | "write"): Cell[] => [
        row[name].p50,
        row[name].p95,
        row[name].perSecond,
      ];
      return [
        [row.engine, String(row.memories), "write", ...line("write"), "", "", "", row.rssMb],
        ["", "", "search", ...line("search"), ...versus("search", "bareSearch")],
        ["", "", "search ×8", "", "", row.concurrentSearches],
        ["", "", "get 10", ...line("get"), ...versus("get", "bareGet")],
      ];
    }),
  );

const recallTable = (rows: readonly TenantRecall[]): string =>
  formatTable(
    ["tenant's memories", "recall@10", "p50 ms", "p95 ms"],
    rows.map((row): Cell[] => [String(row.memories), row.recall.toFixed(3), row.search.p50, row.search.p95]),
  );

const comparedTable = (rows: readonly Compared[]): string =>
  formatTable(
    ["engine", "operation", "other p50", "p95", "this p50", "p95", "ratio p50", "ratio p95"],
    rows.map(({ engine, operation, other, own }): Cell[] => {
      const ratio = (p: "p50" | "p95") => (own[p] / other[p]).toFixed(2).padStart(9);
      const times = [other.p50, other.p95, own.p50, own.p95].map((ms) => ms.toFixed(2).padStart(8));
      return [engine, operation, ...times, ratio("p50"), ratio("p95")];
    }),
  );

export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      engine: { type: "string", default: "both" },
      sizes: { type: "string", default: "1000,10000,100000" },
      rounds: { type: "string", default: "200" },
      against: { type: "string" },
      recall: { type: "boolean", default: true },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const sizes = values.sizes.split(",").map(Number);
  const rounds = Number(values.rounds);
  const growing = sizes.every((size, at) => Number.isInteger(size) && size > (sizes[at - 1] ?? 0));
  // Beyond what is written, a store is filled with copies of all that it holds.
  if (!growing || sizes.filter((size) => size > mostWritten).length > 1 || !(rounds > 0)) {
    throw new Error(`--sizes must grow, with at most one above ${mostWritten}, and --rounds be more than 0`);
  }
  const engines: EngineName[] =
    values.engine === "both" ? ["embedded", "postgres"] : [values.engine as EngineName];
  if (values.against !== undefined) {
    const compared: Compared[] = [];
    for (const engine of engines) {
      note(`${engine}: this checkout and ${values.against}`);
      compared.push(...(await compareWith(values.against, { engine, memories: sizes[0]!, rounds })));
    }
    await deliver(
      "speed-against",
      { against: values.against, compared },
      comparedTable(compared),
      values.json,
    );
    return;
  }
  const rows: Row[] = [];
  for (const engine of engines) rows.push(...(await runApart({ engine, sizes, rounds })));
  const recall = values.recall && engines.includes("postgres") ? await runRecall(rounds) : [];
  const tables = [
    speedTable(rows),
    ...(recall.length > 0 ? ["Vector search among 1,000 tenants", recallTable(recall)] : []),
  ];
  await deliver("speed", { speed: rows, recall }, tables.join("\n\n"), values.json);
};
