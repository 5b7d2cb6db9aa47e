import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Memory } from "@palimpsest/core";
import { deliver } from "../lib/report.js";
import { type EngineName, openStore } from "../lib/store.js";
import { formatTable } from "../lib/table.js";
import { compare } from "../lib/timing.js";
import { bareGet, barePut } from "./bare.sql.js";
import { measureRecall } from "./recall.js";

const usage =
  "Usage: npm run bench:cognition -- [--keys 1000] [--rounds 500] [--writers 200] [--memories 100000] [--only recall] [--json]";
const targetMs = 3;

const told = (met: boolean) => (met ? "met" : "missed");

type Operation = "setPlanState" | "getPlanState" | "updatePlanState";

const call = async (memory: Memory, operation: Operation, input: object, agentId = "bot") =>
  (await memory.dispatch({ operation, input, credential: { kind: "local", agentId }, surface: "sdk" }))
    .output as {
    value: unknown;
  };

/** Writers that all change one key and one list at the same time; gives how many of their changes are missing. */
async function lostUpdates(memory: Memory, writers: number): Promise<number> {
  const plan_id = "crowd";
  const change = (key: string, input: object, n: number) =>
    call(memory, "updatePlanState", { plan_id, key, ...input }, `writer-${n}`);
  await Promise.all(
    Array.from({ length: writers }, (_, n) => [
      change("total", { op: "increment" }, n),
      change("list", { op: "append", value: n }, n),
    ]).flat(),
  );
  const total = (await call(memory, "getPlanState", { plan_id, key: "total" })).value as number;
  const list = (await call(memory, "getPlanState", { plan_id, key: "list" })).value as number[];
  return writers - total + writers - new Set(list).size;
}

async function measure(engine: EngineName, keys: number, rounds: number, writers: number) {
  const store = await openStore(engine);
  try {
    const { memory } = store;
    const { db } = memory.services;
    const value = { confidence: 0.9, data: "x".repeat(500) };
    const keyOf = (n: number) => `key-${n % keys}`;
    for (let n = 0; n < keys; n++) {
      await call(memory, "setPlanState", { plan_id: "plan", key: keyOf(n), value });
      await barePut(db, keyOf(n), value);
    }
    const timings = await compare(rounds, {
      "put, bare statement": (n) => barePut(db, keyOf(n), value),
      put: (n) => call(memory, "setPlanState", { plan_id: "plan", key: keyOf(n), value }),
      "get, bare statement": (n) => bareGet(db, keyOf(n)),
      get: (n) => call(memory, "getPlanState", { plan_id: "plan", key: keyOf(n) }),
      increment: () => call(memory, "updatePlanState", { plan_id: "plan", key: "count", op: "increment" }),
    });
    const lost = await lostUpdates(memory, writers);
    return {
      engine,
      lost,
      rows: Object.entries(timings).map(([step, { p50, p95 }]) => ({ step, p50, p95 })),
    };
  } finally {
    await store.close();
  }
}

/** Working state of plans beside the bare statement, with many writers on one plan; and recall across kinds. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      keys: { type: "string", default: "1000" },
      rounds: { type: "string", default: "500" },
      writers: { type: "string", default: "200" },
      memories: { type: "string", default: "100000" },
      only: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const [keys, rounds, writers] = [Number(values.keys), Number(values.rounds), Number(values.writers)];
  const memories = Number(values.memories);
  if (![keys, rounds, writers, memories].every((n) => Number.isInteger(n) && n > 0)) throw new Error(usage);
  const results = [];
  for (const engine of values.only === undefined ? (["postgres", "embedded"] as const) : []) {
    results.push(await measure(engine, keys, rounds, writers));
  }
  const recalls = await measureRecall("postgres", memories, rounds);
  const table = formatTable(
    ["engine", "step", "p50 ms", "p95 ms", "target"],
    [
      ...results.flatMap(({ engine, lost, rows }) => [
        ...rows.map(({ step, p50, p95 }) => [engine, step, p50, p95, told(p95 <= targetMs)]),
        [
          engine,
          `lost of ${2 * writers} changes by ${writers} writers at once`,
          lost,
          lost,
          told(lost === 0),
        ],
      ]),
      ...recalls.map(({ step, p50, p95, met }) => ["postgres", step, p50, p95, told(met)]),
    ],
  );
  await deliver(
    "cognition",
    { keys, rounds, writers, memories, load: loadavg()[0], results, recalls },
    table,
    values.json,
  );
};
