import { contract, type ErrorCode, type OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "./db/testing/index.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "./testing/test-memory.js";

const [ann, rev, bot] = [human("ann"), human("rev"), agent("bot")];
const unseen = "\u200b";
const gone = "The vault's code is 4711.";
const reason = "because";

/** What there has to be for errors that need something to go wrong with. */
async function openWorld(memory: TestMemory) {
  const write = async (text: string) => (await memory.call(ann, "remember", { text })).memory_id;
  const propose = async (text: string, amended = `${text} indeed`) => {
    const memory_id = await write(text);
    return (await memory.call(bot, "correct", { memory_id, text: amended, reason })).edit_id;
  };
  const note = await write("a note");
  const [approved, rejected] = [await propose("an approved one"), await propose("a rejected one")];
  await memory.call(rev, "approveEdit", { edit_id: approved });
  await memory.call(rev, "rejectEdit", { edit_id: rejected });
  // Proposed while the text was still allowed.
  const forbiddenSince = await propose("a late one", gone);
  await memory.call(bot, "context", { query: "a late one" });
  const { memory_id: retracted } = await memory.call(ann, "remember", { text: gone });
  await memory.call(ann, "forget", { memory_id: retracted, reason });
  const decide = (decision: string) => memory.call(ann, "createDecision", { decision });
  const { memory_id: current } = await decide("we stay");
  const { memory_id: superseded } = await decide("we go");
  await memory.call(ann, "supersedeDecision", { memory_id: superseded, decision: "we run" });
  const learn = async (content: string) =>
    (await memory.call(ann, "learnFact", { content, visibility: "tenant" })).id;
  const [fact, over, circular] = [await learn("it holds"), await learn("it held"), await learn("it turns")];
  await memory.call(ann, "deactivateFact", { fact_id: over });
  const start = async (summary: string) =>
    (await memory.call(ann, "startEpisode", { summary, visibility: "tenant" })).id;
  const [episode, ended] = [await start("it goes on"), await start("it ended")];
  await memory.call(ann, "endEpisode", { episode_id: ended, outcome: "success" });
  const { id: retired } = await memory.call(ann, "storeProcedure", { name: "a way", visibility: "tenant" });
  await memory.call(ann, "retireProcedure", { procedure_id: retired });
  // A circle that nobody can make but by hand.
  await memory.database.ownerQuery(
    `insert into palimpsest.memory_link (tenant_id, from_id, to_id, type) values ($1, $2, $2, 'supersedes')`,
    [ann.tenantId, circular],
  );
  await memory.call(admin(), "storeKnowledge", { content: "it pours", external_id: "weather" });
  const { job_id: waitingJob } = await memory.call(admin(), "switchEmbeddings", {});
  await memory.database.ownerQuery(
    `insert into palimpsest.job (tenant_id, job_id, kind, status) values ($1, 'job_done', 'sweep', 'DONE')`,
    [admin().tenantId],
  );
  await memory.call(bot, "setPlanState", { plan_id: "launch", key: "text", value: "five" });
  await memory.call(bot, "createPlan", { plan_id: "launch", goal_event: "e", status: "completed" });
  await memory.call(admin(), "createSession", { session_id: "s" });
  await memory.call(admin(), "openWorkingMemory", { session_id: "full" });
  await memory.database.ownerQuery(
    `insert into palimpsest.working_thread (tenant_id, principal_id, session_id, thread_id, description, priority)
     select $1, $2, 'full', 'thr_' || n, 'open', 'low' from generate_series(1, 200) n`,
    [admin().tenantId, admin().id],
  );
  const { id: censor } = await memory.call(admin(), "addCensor", { trigger_pattern: "not once", reason });
  const risk = "The pier is rotten.";
  const { capsule_id: risky } = await memory.call(ann, "createCapsule", {
    ...capsule(note, risk),
    ...{ forward: true, audience_agent_ids: [admin().id] },
  } as never);
  await memory.call(ann, "forget", { memory_id: await write(risk), reason });
  return {
    ...{ note, retracted, approved, rejected, forbiddenSince, current, superseded, waitingJob, risky },
    ...{ fact, over, circular, censor, episode, ended, retired },
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;
type Raises = Partial<Record<ErrorCode, (world: World) => object>>;

const storing: Raises = {
  CONFLICT: () => ({ content: "it rains", external_id: "weather", sensitivity: "high" }),
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
const capsule = (note: string, risk: string) => ({
  ...contract.createCapsule.example.input,
  ...{ items: { chunks: [note] }, risks: [risk] },
});
const event = (content: object) => ({ ...contract.recordEvent.example.input, content });
const skill = (content: string) => ({ procedure_type: "system_prompt", content, agent_id: "bot" });
const missingPlan = { plan_id: "missing", status: "paused" };
const state = { plan_id: "launch", key: "text" };
const inMind = { session_id: "full", type: "decision", ref_id: "dec_missing", relevance: 1 };
const summary = (text: string) => ({ ...contract.saveSummary.example.input, derived_from: [], text });

/** An input that raises each error an operation lists. For NOT_FOUND the example's own will do, where it names an id. */
const raises: Partial<Record<OperationName, Raises>> = {
  recordEvent: {
    EMPTY_CONTENT: () => event({ text: unseen }),
    NOT_FOUND: () => ({ ...event({ text: "done", task_id: "tsk_missing" }), kind: "task_update" }),
    TOMBSTONED: () => event({ text: gone, scope: "user" }),
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
  setPlanState: { CONFLICT: () => ({ ...state, value: 1, if_version: 7 }) },
  updatePlanState: { CONFLICT: () => ({ ...state, op: "increment" }) },
  listPlanState: { INVALID_CURSOR: () => ({ plan_id: "launch", cursor: "of-no-list" }) },
  createPlan: { CONFLICT: () => ({ plan_id: "launch", goal_event: "e" }) },
  updatePlan: { CONFLICT: () => ({ plan_id: "launch", status: "running" }), NOT_FOUND: () => missingPlan },
  getPlan: { NOT_FOUND: () => ({ plan_id: "missing" }) },
  deletePlan: { NOT_FOUND: () => ({ plan_id: "missing" }) },
  createSession: { CONFLICT: () => ({ session_id: "s" }) },
  addCensor: {
    EMPTY_CONTENT: () => ({ trigger_pattern: unseen, reason }),
    NOT_FOUND: () => ({ trigger_pattern: "x", reason, learned_from_decision: "dec_missing" }),
    TOMBSTONED: () => ({ trigger_pattern: gone, reason }),
  },
  recordCensorFalsePositive: { CONFLICT: ({ censor }) => ({ censor_id: censor }) },
  focusWorkingMemory: { EMPTY_CONTENT: () => ({ session_id: "full", task: unseen }) },
  loadWorkingItem: { EMPTY_CONTENT: () => ({ ...inMind, summary: unseen }), NOT_FOUND: () => inMind },
  evictWorkingItem: { NOT_FOUND: () => ({ session_id: "full", ref_id: "dec_missing" }) },
  addWorkingThread: {
    CONFLICT: () => ({ session_id: "full", description: "one more" }),
    EMPTY_CONTENT: () => ({ session_id: "full", description: unseen }),
  },
  resolveWorkingThread: { EMPTY_CONTENT: () => ({ session_id: "full", description: unseen }) },
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
  retryJob: { CONFLICT: ({ waitingJob }) => ({ job_id: waitingJob }) },
  stopJob: { CONFLICT: () => ({ job_id: "job_done" }) },
  createKey: { CONFLICT: () => ({ principal: "ann", type: "agent" }) },
  suspendPrincipal: { EMPTY_CONTENT: () => ({ principal_id: "bot-7", reason: unseen }) },
  applyPolicy: {
    CONFLICT: () => ({ yaml: "version: 1", expected_version: "0.9" }),
    INVALID_POLICY: () => ({ yaml: "version: one" }),
  },
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
    world = await openWorld(memory);
  });
  afterAll(() => memory.close());

  it.each(listed)("%s raises %s", async (name, code) => {
    const usual: Partial<Record<string, object>> = {
      NOT_FOUND: contract[name].example.input,
      INVALID_CURSOR: { cursor: "of-no-list" },
    };
    const input = raises[name]?.[code]?.(world) ?? usual[code];
    expect(input, "an input that raises it").toBeDefined();
    await expect(memory.call(admin(), name, input as never)).rejects.toMatchObject({ code });
  });
});
