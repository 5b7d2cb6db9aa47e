import { kindNames } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import type { TestMemory } from "../../testing/test-memory.js";

type Read = (memory: TestMemory) => Promise<unknown>;

const queries = [
  "heron amended",
  "spare key lighthouse",
  "meet library ten",
  "ship",
  "retracted",
  "birds come",
];

/** What differs between two calls of one store: the bundle's own id, and what depends on how long ago things were. */
const settled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner) => (moving.includes(key) ? undefined : inner)));
const moving = [
  "acb_id",
  "request_id",
  "age_seconds",
  "built_at",
  "context",
  "text_digest",
  "digest",
  "receipt",
  "score",
  "rank",
  "parts",
  "why",
];

/** Reads of every kind, each to be compared between two stores. */
export function readsOf(who: Principal): Record<string, Read> {
  const call =
    (operation: Parameters<TestMemory["call"]>[1], input: object): Read =>
    async (memory) =>
      settled(
        await memory
          .call(who, operation, input as never)
          .catch((error: { code: string; message: string }) => [error.code, error.message]),
      );
  const each =
    (operation: Parameters<TestMemory["call"]>[1], more: object = {}): Read =>
    async (memory) => {
      const ids = await memory.database.ownerQuery<{ id: string }>(
        `select id from palimpsest.memory where kind <> 'capsule' order by id`,
      );
      const found: unknown[] = [];
      for (const { id } of ids) found.push(await call(operation, { memory_id: id, ...more })(memory));
      return found;
    };
  return {
    list: call("listMemories", { limit: 100, total: true }),
    kinds: call("listMemories", { limit: 100, kinds: kindNames(), order: "oldest" }),
    retracted: call("listMemories", { limit: 100, state: "retracted" }),
    quarantined: call("listMemories", { limit: 100, state: "quarantined" }),
    sessions: call("listSessions", { total: true }),
    writers: call("listWriters", { total: true }),
    tags: call("listTags", { total: true }),
    history: each("memoryHistory"),
    originals: each("memoryHistory", { include_original: true }),
    edits: call("listEdits", { limit: 100 }),
    pending: call("listEdits", { limit: 100, status: "pending" }),
    decisions: call("listDecisions", { channel: "private" }),
    tasks: call("listTasks", { channel: "private", status: "any" }),
    rules: call("listRules", { channel: "private" }),
    capsules: call("listCapsules", {}),
    ownCapsules: call("listCapsules", { mine: true }),
    ...Object.fromEntries(queries.map((query) => [`recall ${query}`, call("recall", { query, limit: 20 })])),
    ...Object.fromEntries(
      queries.map((query) => [
        `search ${query}`,
        call("searchChunks", { query, channel: "private", explain: true }),
      ]),
    ),
    bundle: call("buildAcb", { session_id: "talk", channel: "private", query_text: "Where is the heron?" }),
    past: call("recall", { query: "heron", as_of: "2100-01-01T00:00:00Z" }),
  };
}
