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
  "terns seen near the pier",
];

/** What differs between two calls of one store: the bundle's own id, and what depends on how long ago things were. */
const settled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner) => (moving.includes(key) ? undefined : inner)).replace(
      /\d{18}/g,
      "<fence>",
    ),
  );
const moving = [
  "acb_id",
  "request_id",
  "trace_id",
  "age_seconds",
  "built_at",
  "context",
  "text_digest",
  "digest",
  "receipt",
  "score",
  "relevance",
  "rank",
  "parts",
  "why",
];

type Operation = Parameters<TestMemory["call"]>[1];

const readAs =
  (who: Principal) =>
  (operation: Operation, input: object): Read =>
  async (memory) =>
    settled(
      await memory.call(who, operation, input as never).catch((error: { code: string; message: string }) => {
        if (error.code !== "FORBIDDEN" && error.code !== "NOT_FOUND") throw error;
        return [error.code, error.message];
      }),
    );

/** A context, which leaves a receipt behind: for after all other reads. */
export const bundleOf = (who: Principal): Read =>
  readAs(who)("buildAcb", { session_id: "talk", channel: "private", query: "Where is the heron?" });

/** Reads of every kind, each to be compared between two stores. */
export function readsOf(who: Principal): Record<string, Read> {
  const call = readAs(who);
  /** The same for each id of a table. */
  const each =
    (
      operation: Parameters<TestMemory["call"]>[1],
      [field, ids]: readonly [string, string],
      more = {},
    ): Read =>
    async (memory) => {
      const found: unknown[] = [];
      for (const { id } of await memory.database.ownerQuery<{ id: string }>(ids)) {
        found.push(await call(operation, { [field]: id, ...more })(memory));
      }
      return found;
    };
  const memories = [
    "memory_id",
    `select id from palimpsest.memory where kind <> 'capsule' order by id`,
  ] as const;
  const ofKind = (kind: string, field: string) =>
    [field, `select id from palimpsest.memory where kind = '${kind}' order by id`] as const;
  const documents = [
    "artifact_id",
    "select artifact_id as id from palimpsest.artifact where head_id is not null order by artifact_id",
  ] as const;
  const receipts = ["acb_id", "select acb_id as id from palimpsest.receipt order by acb_id"] as const;
  return {
    list: call("listMemories", { limit: 100, total: true }),
    kinds: call("listMemories", { limit: 100, kinds: kindNames(), order: "oldest" }),
    retracted: call("listMemories", { limit: 100, state: "retracted" }),
    quarantined: call("listMemories", { limit: 100, state: "quarantined" }),
    sessions: call("listMemorySessions", { total: true }),
    subjects: call("listSubjects", { total: true }),
    projects: call("listProjects", { total: true }),
    writers: call("listWriters", { total: true }),
    tags: call("listTags", { total: true }),
    history: each("memoryHistory", memories),
    originals: each("memoryHistory", memories, { include_original: true }),
    receipts: each("getAcb", receipts),
    facts: each("getFact", ofKind("fact", "fact_id")),
    currentFacts: each("getCurrentFact", ofKind("fact", "fact_id")),
    claims: each("getClaim", [
      "claim_id",
      `select id from palimpsest.memory where id like 'clm_%' order by id`,
    ]),
    entities: call("listEntities", {}),
    procedures: each("getProcedure", ofKind("procedure", "procedure_id")),
    censors: each("getCensor", ofKind("censor", "censor_id")),
    episodes: each("getEpisode", ofKind("episode", "episode_id")),
    documents: each("getArtifact", documents, { include_content: true, include_chunks: true }),
    sharedDocuments: each("getArtifact", documents, { include_content: true, channel: "team" }),
    rejected: each("rejectedEvents", ["artifact_uid", documents[1]]),
    listedDocuments: call("listArtifacts", {}),
    plans: call("listPlans", { limit: 100 }),
    byMessage: call("getPlanByCorrelation", { correlation_id: "msg-2" }),
    state: call("listPlanState", { plan_id: "launch", limit: 100 }),
    task: call("getTaskBySubtask", { subtask_id: "check-facts" }),
    named: call("listSessions", { limit: 100 }),
    policy: async (memory) => (await memory.call(who, "getPolicy", {})).data,
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
    past: call("recall", { query: "heron", as_of: "2100-01-01T00:00:00Z" }),
  };
}
