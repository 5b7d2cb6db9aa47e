import { describe, expect, it } from "vitest";
import { z } from "zod";
import { contract } from "./index.js";

interface Field {
  operation: string;
  name: string;
  path: string;
  description: string;
}

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

function fieldsOf(operation: string, schema: Schema, at: string): Field[] {
  const inner = [schema.items, ...(schema.anyOf ?? [])].filter((part) => part !== undefined);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]): Field[] => {
    const path = `${at}.${name}`;
    return [
      { operation, name, path, description: field.description ?? "" },
      ...fieldsOf(operation, field, path),
    ];
  });
  return [...own, ...inner.flatMap((part) => fieldsOf(operation, part, at))];
}

const fields = Object.entries(contract).flatMap(([operation, { input, output }]) => [
  ...fieldsOf(operation, z.toJSONSchema(input, { io: "input" }) as Schema, `${operation} takes`),
  ...fieldsOf(operation, z.toJSONSchema(output) as Schema, `${operation} gives`),
]);

/** Operations of the specification of surgery and capsules keep the names that it gives. An audit entry may be about anything. */
const specified: Record<string, readonly string[]> = {
  recordEvent: ["ts", "chunk_id", "task_id"],
  recordEvents: ["task_id"],
  searchChunks: ["chunk_id", "ts", "rank"],
  chunkTimeline: ["chunk_id", "around_chunk_id", "ts", "center_ts"],
  getChunks: ["chunk_id"],
  saveSummary: ["chunk_id", "ts"],
  ingestArtifact: ["ts"],
  listArtifacts: ["ts"],
  getArtifact: ["ts", "chunk_id"],
  searchArtifacts: ["ts", "chunk_id"],
  searchSemanticEvents: ["chunk_id"],
  getSemanticEvent: ["chunk_id"],
  revisionEvents: ["chunk_id"],
  getEntity: ["chunk_id"],
  hybridSearch: ["id"],
  historyAppend: ["id"],
  historyGet: ["id", "ts"],
  applyEdit: ["target_id"],
  previewEdit: ["target_id"],
  previewPendingEdit: ["target_id"],
  getEdit: ["target_id"],
  listEdits: ["target_id"],
  editExposure: ["target_id"],
  buildAcb: ["chunk_id", "decision_id", "task_id", "ts"],
  storeKnowledge: ["id"],
  upsertKnowledge: ["id"],
  heartRecall: ["id", "rank"],
  queryKnowledge: ["id", "q"],
  logInteraction: ["id"],
  getRecentHistory: ["id"],
  searchInteractions: ["id", "q"],
  learnFact: ["id", "learned_at", "last_confirmed"],
  searchFacts: ["id"],
  getFact: ["id", "fact_id", "learned_at", "last_confirmed"],
  getCurrentFact: ["id", "fact_id", "learned_at", "last_confirmed"],
  confirmFact: ["id", "fact_id", "learned_at", "last_confirmed"],
  supersedeFact: ["id", "fact_id", "learned_at", "last_confirmed"],
  contradictFact: ["id", "fact_id", "learned_at", "last_confirmed"],
  deactivateFact: ["id", "fact_id", "learned_at", "last_confirmed"],
  startEpisode: ["id"],
  listEpisodes: ["id"],
  searchEpisodes: ["id"],
  getEpisode: ["id"],
  endEpisode: ["id"],
  linkEpisodeDecision: ["id", "decision_id"],
  linkEpisodeProcedure: ["id"],
  storeProcedure: ["id", "last_activated"],
  getProcedure: ["id", "last_activated"],
  activateProcedure: ["id", "last_activated"],
  recordProcedureOutcome: ["id", "last_activated"],
  retireProcedure: ["id", "last_activated"],
  searchProcedures: ["id"],
  storeSkill: ["id"],
  getRelevantSkills: ["id", "q"],
  storeTaskContext: ["task_id"],
  getTaskContext: ["task_id"],
  updateTaskContext: ["task_id"],
  getTaskBySubtask: ["task_id"],
  deleteTaskContext: ["task_id"],
  createSession: ["last_interaction"],
  listSessions: ["last_interaction"],
  getSession: ["last_interaction"],
  updateSession: ["last_interaction"],
  addCensor: ["id", "last_activated", "last_false_positive"],
  listCensors: ["id", "last_activated", "last_false_positive"],
  checkCensors: ["id"],
  searchCensors: ["id"],
  getCensor: ["id", "last_activated", "last_false_positive"],
  escalateCensor: ["id", "last_activated", "last_false_positive"],
  recordCensorFalsePositive: ["id", "last_activated", "last_false_positive"],
  deactivateCensor: ["id", "last_activated", "last_false_positive"],
  openWorkingMemory: ["decision_id"],
  getWorkingMemory: ["decision_id"],
  focusWorkingMemory: ["decision_id"],
  loadWorkingItem: ["decision_id"],
  evictWorkingItem: ["decision_id"],
  addWorkingThread: ["decision_id"],
  resolveWorkingThread: ["decision_id"],
  upsertClaim: ["id", "at"],
  searchClaims: ["id", "at"],
  activateClaims: ["id", "at", "q"],
  getActiveContext: ["id", "at"],
  getClaim: ["id", "at"],
  listEntities: ["id"],
  listRelations: ["id"],
  listAudit: ["target_id", "at"],
  listAuditAnchors: ["at"],
  listDomainEvents: ["at"],
  replayAcb: ["chunk_id", "decision_id", "task_id", "ts"],
};

/** Each thing with its one name, the names that it must not have, and what a description that is shared says of it. */
const names = [
  {
    name: "memory_id",
    others: /^(id|mem_id|item_id|around_chunk_id|(chunk|decision|task|rule|note|fact|target)_id)$/,
    described: /^Id of a memory/,
    /** Relations, in which the memory is not the one that the answer is about. */
    also: ["supersedes"],
  },
  { name: "score", others: /^(rank|fit|weight|similarity_score)$/, described: /^How well it fits/ },
  { name: "occurred_at", others: /^(ts|center_ts|at|time|timestamp|date|when|happened_at)$/ },
  { name: "recorded_at", others: /^(stored_at|saved_at|written_at|inserted_at|learned_at)$/ },
  {
    name: "query",
    others: /^(q|question|query_text|search|search_text)$/,
    described: /^(What to look for|The question)/,
  },
];

const isSpecified = ({ operation, name }: Field) => specified[operation]?.includes(name) ?? false;

describe.each(names)("what is called $name", ({ name, others, described, also = [] }) => {
  it("is called so by every operation, or as the operation's own specification has it", () => {
    const otherwise = fields.filter(
      (field) =>
        !isSpecified(field) &&
        (others.test(field.name) ||
          (described?.test(field.description) && ![name, ...also].includes(field.name))),
    );
    expect(otherwise.map(({ path }) => path)).toEqual([]);
  });
});

it("keeps no exception that no field needs", () => {
  const unused = Object.entries(specified).flatMap(([operation, kept]) =>
    kept.filter((name) => !fields.some((field) => field.operation === operation && field.name === name)),
  );
  expect(unused).toEqual([]);
});

it("calls every moment of an answer …_at, or as the operation's own specification has it", () => {
  const moments = fields.filter(({ description }) => /^When\b.*ISO 8601 in UTC/.test(description));
  const otherwise = moments.filter((field) => !isSpecified(field) && !field.name.endsWith("_at"));
  expect(moments.length).toBeGreaterThan(20);
  expect(otherwise.map(({ path }) => path)).toEqual([]);
});
