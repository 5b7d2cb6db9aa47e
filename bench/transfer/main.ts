import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { deliver } from "../lib/report.js";
import { type EngineName, openStore } from "../lib/store.js";
import { type Cell, formatTable } from "../lib/table.js";
import { makeWorkload } from "../lib/workload.js";
import { writeBare } from "./bare.sql.js";
import { exportAll, importAll, writeBatches, writeSingly } from "./measure.js";

const usage =
  "Usage: npm run bench:transfer -- [--engine embedded|postgres|both] [--events 20000] [--singles 300] [--json]";

/** What must be reached, in a second. */
const targets = { batch: { embedded: 1_500, postgres: 4_000 }, timesSingle: 12, export: 5_000 };

interface Figures {
  engine: EngineName;
  single: number;
  batch: number;
  timesSingle: number;
  bare: number;
  bareTimesBatch: number;
  export: number;
  import: number;
}

/** Single writes, batches, an export of all that they made, and its import into an empty store. */
const measure = async (engine: EngineName, events: number, singles: number): Promise<Figures> => {
  const [source, target] = [await openStore(engine), await openStore(engine)];
  try {
    const workload = makeWorkload(1);
    await writeSingly(source.memory, workload, 50);
    await writeBatches(source.memory, workload, 2_000);
    // In turns, so that a slow spell of the machine falls on both.
    const [single, batch] = [
      { count: 0, seconds: 0 },
      { count: 0, seconds: 0 },
    ];
    for (let round = 0; round < 4; round++) {
      single.seconds += await writeSingly(source.memory, workload, singles / 4);
      single.count += singles / 4;
      batch.seconds += await writeBatches(source.memory, workload, events / 4);
      batch.count += events / 4;
    }
    await source.memory.services.db.ownerStatements((tx) => tx.query("vacuum analyze"));
    const read = await exportAll(source.memory);
    const written = await importAll(target.memory, read.records);
    const bare = await writeBare(source.memory);
    const rates = { single: single.count / single.seconds, batch: batch.count / batch.seconds };
    return {
      engine,
      ...rates,
      timesSingle: rates.batch / rates.single,
      bare,
      bareTimesBatch: bare / rates.batch,
      export: read.memories / read.seconds,
      import: read.memories / written.seconds,
    };
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
};

const rowsOf = (found: Figures): Cell[][] => {
  const row = (what: string, value: number, least?: number): Cell[] => [
    found.engine,
    what,
    value,
    least === undefined ? "" : `>= ${least}: ${value >= least ? "met" : "missed"}`,
  ];
  return [
    row("single writes a second", found.single),
    row("batch writes a second", found.batch, targets.batch[found.engine]),
    row("batch, times single", found.timesSingle, targets.timesSingle),
    row("bare inserts of the same rows a second", found.bare),
    row("bare inserts, times batch", found.bareTimesBatch),
    row("memories exported a second", found.export, targets.export),
    row("memories imported a second", found.import),
  ];
};

export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      engine: { type: "string", default: "both" },
      events: { type: "string", default: "20000" },
      singles: { type: "string", default: "300" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const [events, singles] = [Number(values.events), Number(values.singles)];
  const engines = (["embedded", "postgres"] as const).filter((name) =>
    ["both", name].includes(values.engine),
  );
  if (![events, singles].every((n) => Number.isInteger(n) && n >= 4) || engines.length === 0) {
    throw new Error(usage);
  }
  const figures: Figures[] = [];
  for (const engine of engines) figures.push(await measure(engine, events, singles));
  const table = formatTable(["engine", "figure", "value", "target"], figures.flatMap(rowsOf));
  await deliver("transfer", { events, singles, load: loadavg()[0], figures }, table, values.json);
};
