import { contract, type ErrorCode, type OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "./db/testing/index.js";
import { adminRaises, capsule, gone, openErrorWorld, reason, unseen } from "./testing/error-world.js";
import { admin, agent, openTestMemory, type TestMemory } from "./testing/test-memory.js";
import { workingRaises } from "./testing/working-raises.js";

type World = Awaited<ReturnType<typeof openErrorWorld>>;
type Raises = Partial<Record<ErrorCode, (world: World) => object>>;

const storing: Raises = {
  CONFLICT: () => ({ content: "it rains", external_id: "weather", public: true }),
  EMPTY_CONTENT: () => ({ content: unseen }),
  TOMBSTONED: () => ({ content: gone }),
};
const following: Raises = {
  CONFLICT: ({ over }) => ({ fact_id: over, content: "instead of it" }),
  EMPTY_CONTENT: ({ fact }) => ({ fact_id: fact, content: unseen }),
  TOMBSTONED: ({ fact }) => ({ fact_id: fact, content: gone }),
};
const amend = (target_id: string, text: string) => ({
  ...{ target_type: "memory", target_id, op: "amend", patch: { text }, reason },
});
const event = (content: object) => ({ ...contract.recordEvent.example.input, content });
const skill = (content: string) => ({ procedure_type: "system_prompt", content, agent_id: "bot" });
const active = ({ expired }: World) => ({ active_context_id: expired });
const claim = (more: object) => ({ ...contract.upsertClaim.example.input, ...more });
const summary = (text: string) => ({ ...contract.saveSummary.example.input, derived_from: [], text });

/** An input that raises each error an operation lists. For NOT_FOUND the example's own will do, where it names an id. */
const raises: Partial<Record<OperationName, Raises>> = {
  recordEvent: {
    EMPTY_CONTENT: () => event({ text: unseen }),
    NOT_FOUND: () => ({ ...event({ text: "done", task_id: "tsk_missing" }), kind: "task_update" }),
    TOMBSTONED: () => event({ text: gone, scope: "user" }),
  },
  ingestArtifact: {
    CONFLICT: () => ({
      ...{ artifact_type: "note", source_system: "s", source_id: "kept", content: "kept for ever" },
      visibility_scope: "me",
    }),
    EMPTY_CONTENT: () => ({ artifact_type: "note", source_system: "s", content: unseen }),
    TOMBSTONED: () => ({ artifact_type: "note", source_system: "s", content: gone }),
  },
  resolveArtifact: {
    CONFLICT: ({ document }) => ({ artifact_uid: document }),
    EMPTY_CONTENT: ({ unresolved }) => ({ artifact_uid: unresolved, reason: unseen }),
  },
  deleteArtifact: { EMPTY_CONTENT: ({ document }) => ({ artifact_id: document, reason: unseen }) },
  memoryStore: {
    EMPTY_CONTENT: () => ({ content: unseen, type: "fact", confidence: 1 }),
    TOMBSTONED: () => ({ content: gone, type: "fact", confidence: 1 }),
  },
  memoryDelete: { EMPTY_CONTENT: () => ({ memory_id: "mem_1", reason: unseen }) },
  historyAppend: {
    CONFLICT: ({ turn }) => ({ ...turn, content: "another turn" }),
    EMPTY_CONTENT: ({ turn }) => ({ ...turn, content: unseen }),
    TOMBSTONED: ({ turn }) => ({ ...turn, turn_index: 1, content: gone }),
  },
  saveSummary: { EMPTY_CONTENT: () => summary(unseen), TOMBSTONED: () => summary(gone) },
  remember: {
    EMPTY_CONTENT: () => ({ text: unseen }),
    NOT_FOUND: () => ({ text: "made of nothing", derived_from: ["chk_missing"] }),
    TOMBSTONED: () => ({ text: gone }),
  },
  correct: {
    CONFLICT: ({ retracted }) => ({ memory_id: retracted, text: "it is back", reason }),
    EMPTY_CONTENT: ({ note }) => ({ memory_id: note, text: unseen, reason }),
    TOMBSTONED: ({ note }) => ({ memory_id: note, text: gone, reason }),
  },
  forget: { EMPTY_CONTENT: ({ note }) => ({ memory_id: note, reason: unseen }) },
  setMemoryStatus: { CONFLICT: ({ note }) => ({ memory_id: note, status: "done" }) },
  createDecision: {
    EMPTY_CONTENT: () => ({ decision: unseen }),
    TOMBSTONED: () => ({ decision: gone, scope: "user" }),
  },
  supersedeDecision: {
    CONFLICT: ({ superseded }) => ({ memory_id: superseded, decision: "we hide" }),
    EMPTY_CONTENT: ({ current }) => ({ memory_id: current, decision: unseen }),
    TOMBSTONED: ({ current }) => ({ memory_id: current, decision: gone, scope: "user" }),
  },
  startEpisode: { EMPTY_CONTENT: () => ({ summary: unseen }), TOMBSTONED: () => ({ summary: gone }) },
  endEpisode: {
    CONFLICT: ({ ended }) => ({ episode_id: ended, outcome: "success" }),
    EMPTY_CONTENT: ({ ended }) => ({ episode_id: ended, outcome: "success", lessons_learned: [unseen] }),
    TOMBSTONED: ({ episode }) => ({ episode_id: episode, outcome: "success", lessons_learned: [gone] }),
  },
  storeProcedure: { EMPTY_CONTENT: () => ({ name: unseen }), TOMBSTONED: () => ({ name: gone }) },
  listCensors: { EMPTY_CONTENT: () => ({ domain: unseen }) },
  checkCensors: { EMPTY_CONTENT: () => ({ text: "a heron", domain: unseen }) },
  searchCensors: { EMPTY_CONTENT: () => ({ query: "a heron", domain: unseen }) },
  searchFacts: { EMPTY_CONTENT: () => ({ query: "a fact", category: unseen }) },
  searchProcedures: { EMPTY_CONTENT: () => ({ query: "a way", domain: unseen }) },
  activateProcedure: { CONFLICT: ({ retired }) => ({ procedure_id: retired }) },
  storeSkill: { EMPTY_CONTENT: () => skill(unseen), TOMBSTONED: () => skill(gone) },
  storeKnowledge: storing,
  upsertKnowledge: storing,
  logInteraction: {
    EMPTY_CONTENT: () => ({ agent_id: "bot", role: "user", content: unseen }),
    TOMBSTONED: () => ({ agent_id: "bot", role: "user", content: gone }),
  },
  learnFact: {
    CONFLICT: ({ over }) => ({ content: "against it", contradiction_of: over }),
    EMPTY_CONTENT: () => ({ content: unseen }),
    NOT_FOUND: () => ({ content: "against it", contradiction_of: "fct_unknown" }),
    TOMBSTONED: () => ({ content: gone }),
  },
  getCurrentFact: { CONFLICT: ({ circular }) => ({ fact_id: circular }) },
  confirmFact: { CONFLICT: ({ over }) => ({ fact_id: over }) },
  supersedeFact: following,
  contradictFact: following,
  createTask: { TOMBSTONED: () => ({ title: gone, scope: "user" }) },
  createRule: {
    EMPTY_CONTENT: () => ({ content: unseen }),
    TOMBSTONED: () => ({ content: gone, scope: "user" }),
  },
  recordEvents: {
    EMPTY_CONTENT: () => ({ events: [event({ text: unseen })], atomic: true }),
    NOT_FOUND: () => ({
      events: [{ ...event({ text: "done", task_id: "tsk_missing" }), kind: "task_update" }],
      atomic: true,
    }),
    TOMBSTONED: () => ({ events: [event({ text: gone, scope: "user" })], atomic: true }),
  },
  addCensor: {
    EMPTY_CONTENT: () => ({ trigger_pattern: unseen, reason }),
    NOT_FOUND: () => ({ trigger_pattern: "x", reason, learned_from_decision: "dec_missing" }),
    TOMBSTONED: () => ({ trigger_pattern: gone, reason }),
  },
  recordCensorFalsePositive: { CONFLICT: ({ censor }) => ({ censor_id: censor }) },
  applyEdit: {
    CONFLICT: ({ note }) => ({ target_type: "memory", target_id: note, op: "restore", reason }),
    EMPTY_CONTENT: ({ note }) => amend(note, unseen),
    TOMBSTONED: ({ note }) => amend(note, gone),
  },
  bulkEdit: {
    CONFLICT: ({ retracted }) => ({
      ...{ target_ids: [retracted], op: "amend", patch: { text: "it is back" }, reason },
    }),
    EMPTY_CONTENT: ({ note }) => ({ target_ids: [note], op: "retract", reason: unseen }),
    NOT_FOUND: () => ({ target_ids: ["chk_missing"], op: "retract", reason }),
    TOMBSTONED: ({ note }) => ({ target_ids: [note], op: "amend", patch: { text: gone }, reason }),
  },
  previewEdit: {
    EMPTY_CONTENT: ({ note }) => ({
      target_type: "memory",
      target_id: note,
      op: "amend",
      patch: { text: unseen },
    }),
  },
  previewPendingEdit: { CONFLICT: ({ approved }) => ({ edit_id: approved }) },
  approveEdit: {
    CONFLICT: ({ rejected }) => ({ edit_id: rejected }),
    TOMBSTONED: ({ forbiddenSince }) => ({ edit_id: forbiddenSince }),
  },
  rejectEdit: { CONFLICT: ({ approved }) => ({ edit_id: approved }) },
  counterfactual: {
    CONFLICT: ({ approved }) => ({ edit_id: approved }),
    TOMBSTONED: ({ forbiddenSince }) => ({ edit_id: forbiddenSince }),
  },
  createCapsule: { TOMBSTONED: ({ note }) => capsule(note, gone) },
  forwardCapsule: { TOMBSTONED: ({ risky }) => ({ capsule_id: risky, audience_agent_ids: ["bot"] }) },
  retryJob: { CONFLICT: () => ({ job_id: "job_done" }) },
  stopJob: { CONFLICT: () => ({ job_id: "job_done" }) },
  createKey: { CONFLICT: () => ({ principal: "ann", type: "agent" }) },
  suspendPrincipal: { EMPTY_CONTENT: () => ({ principal_id: "bot-7", reason: unseen }) },
  upsertClaim: {
    DUPLICATE: () => claim({ text: "It is claimed", kind: "task" }),
    EMPTY_CONTENT: () => claim({ text: unseen }),
    INVALID_BOUNDARY: () => claim({ boundary_class: "top" }),
    INVALID_SCOPE: () => claim({ scope: "planet" }),
    TOMBSTONED: () => claim({ text: gone }),
  },
  activateClaims: {
    BOUNDARY_DENIED: () => ({ q: "x", allow: ["tool:never-granted"] }),
    CONTEXT_EXPIRED: ({ expiredCursor }) => ({ q: "claimed", top_k: 1, cursor: expiredCursor }),
    INVALID_CURSOR: () => ({ q: "x", cursor: "of-no-list" }),
    INVALID_SCOPE: () => ({ q: "x", scope: ["planet"] }),
  },
  getActiveContext: { CONTEXT_EXPIRED: active, INVALID_CURSOR: (w) => ({ ...active(w), cursor: "x" }) },
  searchClaims: {
    BOUNDARY_DENIED: () => ({ query: "x", allow: ["tool:never-granted"] }),
    INVALID_CURSOR: () => ({ query: "x", cursor: "of-no-list" }),
    INVALID_SCOPE: () => ({ query: "x", scope: ["planet"] }),
  },
  getClaim: { UNKNOWN_CLAIM: () => ({ claim_id: "clm_missing" }) },
  sendFeedback: { UNKNOWN_CLAIM: () => ({ claim_id: "clm_missing", signal: "helpful" }) },
  validateBoundary: {
    BOUNDARY_DENIED: () => ({ payload: "x", allow: ["tool:never-granted"] }),
    INVALID_SCOPE: () => ({ payload: "x", scope: "planet" }),
  },
  approveEscalation: {
    CONFLICT: ({ rejectedEscalation }) => ({ escalation_id: rejectedEscalation, reason }),
  },
  revokeEscalation: { CONFLICT: ({ rejectedEscalation }) => ({ escalation_id: rejectedEscalation, reason }) },
  rejectEscalation: { CONFLICT: ({ approvedEscalation }) => ({ escalation_id: approvedEscalation, reason }) },
  ...adminRaises,
  ...workingRaises,
};

const listed = (Object.keys(contract) as OperationName[]).flatMap((name) =>
  contract[name].errors.map((code) => [name, code] as const),
);

/** That no other errors are raised is watched over in every test that calls through a `TestMemory`. */
describe.each(engines)("the errors that the contract lists on $name", (engine) => {
  let memory: TestMemory;
  let world: World;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    world = await openErrorWorld(memory);
  });
  afterAll(() => memory.close());

  it.each(listed)("%s raises %s", async (name, code) => {
    const usual: Partial<Record<string, object>> = {
      NOT_FOUND: contract[name].example.input,
      INVALID_CURSOR: { ...contract[name].example.input, cursor: "of-no-list" },
    };
    const input = raises[name]?.[code]?.(world) ?? usual[code];
    expect(input, "an input that raises it").toBeDefined();
    // In local mode every tag is granted, and an admin may amend a fact that somebody else named.
    const others = raises[name] === storing && code === "CONFLICT" ? agent("bot") : admin();
    const who = code === "BOUNDARY_DENIED" ? { ...admin(), via: "key" as const } : others;
    await expect(memory.call(who, name, input as never)).rejects.toMatchObject({ code });
  });
});
