import type { Memory } from "@palimpsest/core";
import { type EngineName, openStore } from "../lib/store.js";
import { compare } from "../lib/timing.js";
import { bareGet, barePut } from "./bare.sql.js";
import { callAs } from "./call-as.js";
import { type Figure, figuresOf } from "./figure.js";

const targetMs = { put: 3, get: 3, increment: 3 };

export interface PlanSizes {
  keys: number;
  writers: number;
  rounds: number;
}

/** Writers that all change one key and one list at the same time; gives how many of their changes are missing. */
async function lostUpdates(memory: Memory, writers: number): Promise<number> {
  const plan_id = "crowd";
  const change = (key: string, input: object, n: number) =>
    callAs(memory, "updatePlanState", { plan_id, key, ...input }, `writer-${n}`);
  const stateOf = async (key: string) =>
    ((await callAs(memory, "getPlanState", { plan_id, key })) as { value: unknown }).value;
  await Promise.all(
    Array.from({ length: writers }, (_, n) => [
      change("total", { op: "increment" }, n),
      change("list", { op: "append", value: n }, n),
    ]).flat(),
  );
  const total = (await stateOf("total")) as number;
  const list = (await stateOf("list")) as number[];
  return writers - total + writers - new Set(list).size;
}

/** The working state of plans beside the bare statement, and many writers on one plan. */
export async function measurePlanState(
  engine: EngineName,
  { keys, writers, rounds }: PlanSizes,
): Promise<Figure[]> {
  const store = await openStore(engine);
  try {
    const { memory } = store;
    const { db } = memory.services;
    // Of several words: they are looked for among what was retracted.
    const value = { confidence: 0.9, data: "some words ".repeat(45) };
    const keyOf = (n: number) => `key-${n % keys}`;
    const plan_id = "plan";
    for (let n = 0; n < keys; n++) {
      await callAs(memory, "setPlanState", { plan_id, key: keyOf(n), value });
      await barePut(db, keyOf(n), value);
    }
    const timings = await compare(rounds, {
      "put, bare statement": (n) => barePut(db, keyOf(n), value),
      put: (n) => callAs(memory, "setPlanState", { plan_id, key: keyOf(n), value }),
      "get, bare statement": (n) => bareGet(db, keyOf(n)),
      get: (n) => callAs(memory, "getPlanState", { plan_id, key: keyOf(n) }),
      increment: () => callAs(memory, "updatePlanState", { plan_id, key: "count", op: "increment" }),
    });
    const lost = await lostUpdates(memory, writers);
    return [
      ...figuresOf(engine, timings, engine === "postgres" ? targetMs : {}),
      {
        engine,
        step: `lost of ${2 * writers} changes by ${writers} writers at once`,
        p50: lost,
        p95: lost,
        target: 0,
      },
    ];
  } finally {
    await store.close();
  }
}
