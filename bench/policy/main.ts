import { parseArgs } from "node:util";
import { contract } from "@palimpsest/contract";
import { ensureVectorIndex, localPrincipal, type Memory } from "@palimpsest/core";
import { deliver } from "../lib/report.js";
import { type EngineName, openStore, type Store } from "../lib/store.js";
import { type Cell, formatTable } from "../lib/table.js";
import { compare, summarise } from "../lib/timing.js";
import { makeWorkload } from "../lib/workload.js";
import { busyPolicy, ruledPolicy } from "./rules.js";
import { lettersInNoOrder, mostBytes, texts } from "./texts.js";

const usage =
  "Usage: npm run bench:policy -- [--engine postgres] [--memories 10000] [--claims 100000] [--entries 1000000] [--rounds 200] [--seconds 10] [--parts boundary,evaluation,audit,activation] [--json]";
const writers = 16;

interface Sizes {
  memories: number;
  claims: number;
  entries: number;
  rounds: number;
  seconds: number;
}

type Row = [what: string, figure: Cell, unit: string, target: string];
const within = (value: number, most: number): string => `${value <= most ? "met" : "missed"} (${most})`;

const caller = (memory: Memory, tenantId: string) => {
  const credential = { kind: "principal", principal: localPrincipal({ tenantId }) } as const;
  return (operation: string, input: object) =>
    memory.dispatch({ operation: operation as "status", input: input as never, credential, surface: "sdk" });
};

/** What a text of 32 KB costs, whatever it holds, and how that grows with its size. */
async function boundary({ memory }: Store, { rounds }: Sizes): Promise<Row[]> {
  const call = caller(memory, "boundary");
  const validate = (payload: string) => () =>
    call("validateBoundary", { payload, allow: ["tool:contact-lookup"] });
  const rows: Row[] = [];
  const measure = async (name: string, most: number, make: (bytes: number) => string) => {
    const { half, whole } = await compare(Math.ceil(rounds / 5), {
      half: validate(make(Math.floor(mostBytes / 2))),
      whole: validate(make(mostBytes)),
    });
    const growth = whole.p50 / half.p50;
    rows.push([`validate 32 KB, ${name}`, whole.p95, "ms p95", within(whole.p95, most)]);
    rows.push(["  by that of 16 KB", growth, "times", within(growth, 2.5)]);
  };
  for (const [name, make] of Object.entries(texts)) await measure(name, name === "plain" ? 10 : 50, make);
  await call("applyPolicy", { yaml: ruledPolicy });
  await measure("plain, 21 rules", 10, texts.plain!);
  await measure("letters in no order, 21 rules", 50, lettersInNoOrder);
  return rows;
}

/** The same search of the same memories under the default policy and under one that uses everything. */
async function evaluation({ memory }: Store, { memories, rounds }: Sizes): Promise<Row[]> {
  const workload = makeWorkload(1);
  const messages = Array.from({ length: memories }, () => workload.message());
  for (const tenant of ["plain", "busy"]) {
    const call = caller(memory, tenant);
    for (let at = 0; at < messages.length; at += 500) {
      const events = messages.slice(at, at + 500).map(({ text, session, at: occurred_at }) => ({
        ...{ session_id: session, channel: "private", actor_type: "human", actor_id: "somebody" },
        ...{ kind: "message", content: { text, scope: "global" }, occurred_at },
      }));
      await call("recordEvents", { events });
    }
  }
  await caller(memory, "busy")("applyPolicy", { yaml: busyPolicy });
  await memory.services.db.ownerStatements((tx) => tx.query("vacuum analyze"));
  const queries = Array.from({ length: rounds + 20 }, () => workload.query());
  const search = (tenant: string) => (round: number) =>
    caller(memory, tenant)("searchChunks", { query: queries[round % queries.length], channel: "private" });
  const { plain, busy } = await compare(rounds, { plain: search("plain"), busy: search("busy") });
  const added = 100 * (busy.p50 / plain.p50 - 1);
  return [
    [`search of ${memories}, default policy`, plain.p50, "ms p50", ""],
    ["  with ages and ten invariants", busy.p50, "ms p50", ""],
    ["  policy adds", added, "%", within(added, 5)],
  ];
}

/** What a call costs with its audit entry and without, and how many audited writes one tenant makes in a second. */
async function audit({ memory }: Store, { rounds, seconds, entries }: Sizes): Promise<Row[]> {
  const call = caller(memory, "audited");
  const { services } = memory;
  const sink = services.audit;
  await call("setPlanState", { plan_id: "p", key: "n", value: 0 });
  const read = async (audited: boolean) => {
    services.audit = audited ? sink : { ...sink, add: () => undefined };
    await call("getPlanState", { plan_id: "p", key: "n" });
    services.audit = sink;
  };
  const who = localPrincipal({ tenantId: "audited" });
  const entry = {
    ...{
      requestId: "req_bench",
      traceId: "bench",
      actorType: "service",
      actorId: "bench",
      operation: "bench",
    },
    ...({ surface: "sdk", decision: "allowed" } as const),
    ids: ["chk_1"],
  };
  const { logged, silent, stored } = await compare(rounds, {
    logged: () => read(true),
    silent: () => read(false),
    stored: () => sink.store(who, entry),
  });
  const added = logged.p50 - silent.p50;
  const until = performance.now() + 1_000 * seconds;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: writers }, async (_, n) => {
      for (let value = 0; performance.now() < until; value++) {
        const start = performance.now();
        await call("setPlanState", { plan_id: "p", key: `n${n}`, value });
        times.push(performance.now() - start);
      }
    }),
  );
  const perSecond = times.length / seconds;
  for (let made = 0; made < entries; made += 1_000) {
    for (let n = 0; n < Math.min(1_000, entries - made); n++) sink.add(who, entry);
    await sink.flush();
  }
  const start = performance.now();
  const { output } = await call("verifyAudit", {});
  const verified = (performance.now() - start) / 1_000;
  const { checked } = output as unknown as { checked: number };
  const forMillion = (1_000_000 * verified) / Math.max(1, checked);
  return [
    ["a read without its entry", silent.p50, "ms p50", ""],
    ["  its entry adds", added, "ms p50", within(added, 1)],
    ["  an entry in a transaction of its own", stored.p50, "ms p50", ""],
    [
      `audited writes of one tenant, ${writers} at once`,
      perSecond,
      "a second",
      perSecond >= 300 ? "met (300)" : "missed (300)",
    ],
    ["  each", summarise(times).p95, "ms p95", ""],
    [`verifying ${checked} entries`, verified, "s", ""],
    ["  for a million", forMillion, "s", within(forMillion, 60)],
  ];
}

/** Claims are told apart by a number, so that each is new. Their store has a vector index, as any of this size should. */
async function activation(store: Store, { claims, rounds }: Sizes): Promise<Row[]> {
  if (!Object.hasOwn(contract, "activateClaims")) return [];
  const upsert = caller(store.memory, "claims");
  const workload = makeWorkload(2);
  const provenance = { at: new Date().toISOString(), actor: "bench" };
  const written = Array.from({ length: claims }, (_, n) => `${workload.message().text} (${n})`).values();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (const text of written) await upsert("upsertClaim", { text, provenance });
    }),
  );
  await ensureVectorIndex(store.memory.services.db);
  await store.memory.services.db.ownerStatements((tx) => tx.query("vacuum analyze"));
  await store.reopen();
  const call = caller(store.memory, "claims");
  const queries = Array.from({ length: rounds + 20 }, () => workload.query());
  const { activate } = await compare(rounds, {
    activate: (round) => call("activateClaims", { q: queries[round % queries.length] }),
  });
  return [[`activate over ${claims} claims`, activate.p95, "ms p95", within(activate.p95, 40)]];
}

/** What policy, boundary and audit cost, each beside the same call without it. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      engine: { type: "string", default: "postgres" },
      memories: { type: "string", default: "10000" },
      claims: { type: "string", default: "100000" },
      entries: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "200" },
      seconds: { type: "string", default: "10" },
      parts: { type: "string", default: "boundary,evaluation,audit,activation" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const { engine, json, parts, help: _, ...given } = values;
  const all = { boundary, evaluation, audit, activation };
  const wanted = parts.split(",");
  if (!wanted.every((name) => Object.hasOwn(all, name))) throw new Error(usage);
  const sizes = Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, Number(text)]),
  ) as unknown as Sizes;
  if (Object.values(sizes).some((size) => !Number.isInteger(size) || size < 1)) throw new Error(usage);
  const store = await openStore(engine as EngineName);
  try {
    const rows: Row[] = [];
    for (const name of wanted) rows.push(...(await all[name as keyof typeof all](store, sizes)));
    const table = formatTable(["what", "figure", "unit", "target"], rows);
    await deliver("policy", { engine, ...sizes, rows }, table, json);
  } finally {
    await store.close();
  }
};
