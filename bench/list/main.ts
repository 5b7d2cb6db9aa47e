import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Memory } from "@palimpsest/core";
import { deliver } from "../lib/report.js";
import { openStore } from "../lib/store.js";
import { formatTable } from "../lib/table.js";
import { compare } from "../lib/timing.js";
import { makeWorkload } from "../lib/workload.js";
import { fillTo } from "../speed/fill.js";
import { barePage } from "./bare.sql.js";

const usage = "Usage: npm run bench:list -- [--memories 100000] [--rounds 100] [--json]";
const targetMs = 15;
const depth = 50;

/** The lists of what memories name, with counts; each reads every memory that the caller may see. */
const facets = ["listMemorySessions", "listSubjects", "listProjects", "listWriters", "listTags"] as const;

type Listing = "listMemories" | (typeof facets)[number];

const call = async (memory: Memory, operation: Listing | "remember", input: object) =>
  (
    await memory.dispatch({
      operation,
      input,
      credential: { kind: "local" },
      surface: "sdk",
    })
  ).output as { next_cursor?: string };

/** A cursor some thousand memories into a list. */
const deepCursor = async (memory: Memory, filter: object = {}): Promise<string | undefined> => {
  let cursor: string | undefined;
  for (let page = 0; page < depth; page++) {
    const next = await call(memory, "listMemories", { ...filter, limit: 200, cursor });
    if (next.next_cursor === undefined) break;
    cursor = next.next_cursor;
  }
  return cursor;
};

/** A page of the list under each filter, beside the bare statement without roles, policies, audit or checked answer. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      memories: { type: "string", default: "100000" },
      rounds: { type: "string", default: "100" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const [memories, rounds] = [Number(values.memories), Number(values.rounds)];
  if (!Number.isInteger(memories) || !Number.isInteger(rounds) || rounds < 1) throw new Error(usage);
  const store = await openStore("postgres");
  try {
    await fillTo(store.memory, makeWorkload(1), [], memories);
    await call(store.memory, "remember", { text: "Tagged once.", tags: ["once"], subject_id: "ada" });
    await store.memory.services.db.ownerStatements((tx) => tx.query("vacuum analyze"));
    await store.reopen();
    const { memory } = store;
    const cursor = await deepCursor(memory);
    const deepOldest = await deepCursor(memory, { order: "oldest" });
    const deepSpeaker = await deepCursor(memory, { speaker: "somebody" });
    const list = (input: object) => () => call(memory, "listMemories", input);
    const timings = await compare(rounds, {
      "bare statement": () => barePage(memory.services.db),
      "first page": list({}),
      "oldest first": list({ order: "oldest" }),
      [`page after ${depth * 200}`]: list({ limit: 50, cursor }),
      [`oldest first, after ${depth * 200}`]: list({ order: "oldest", limit: 50, cursor: deepOldest }),
      "common speaker": list({ speaker: "somebody" }),
      "common speaker, deep page": list({ speaker: "somebody", limit: 50, cursor: deepSpeaker }),
      "speaker that never occurs": list({ speaker: "nobody" }),
      "subject that occurs once": list({ subject_id: "ada" }),
      "writer that never occurs": list({ writer: "agent:none" }),
      "tag that occurs once": list({ tags: ["once"] }),
      "channel that never occurs": list({ said_in: "public" }),
      "kind that never occurs": list({ kinds: ["decision"] }),
      "two kinds that never occur": list({ kinds: ["decision", "rule"] }),
      "state that never occurs": list({ status: "done" }),
      "scope that never occurs": list({ scope: "policy" }),
      "project that never occurs": list({ project_id: "none" }),
      "type of subject that never occurs": list({ subject_type: "pet" }),
      "one session": list({ session_id: "s3" }),
      "a year without memories": list({ from: "1990", to: "1990" }),
      "common speaker of a year without memories": list({ speaker: "somebody", from: "1990", to: "1990" }),
      "recorded since": list({ since: "2020-01-01T00:00:00Z" }),
      "pending edits": list({ pending: true }),
      quarantined: list({ state: "quarantined" }),
      retracted: list({ state: "retracted" }),
      "first page with the total": list({ total: true }),
      "rare tag with the total": list({ tags: ["once"], total: true }),
      ...Object.fromEntries(facets.map((name) => [name, () => call(memory, name, { total: true })])),
    });
    const rows = Object.entries(timings).map(([page, { p50, p95 }]) => ({ page, p50, p95 }));
    const table = formatTable(
      ["page", "p50 ms", "p95 ms", `p95 <= ${targetMs}`],
      rows.map(({ page, p50, p95 }) => [page, p50, p95, p95 <= targetMs ? "met" : "missed"]),
    );
    await deliver("list", { memories, rounds, load: loadavg()[0], rows }, table, values.json);
  } finally {
    await store.close();
  }
};
