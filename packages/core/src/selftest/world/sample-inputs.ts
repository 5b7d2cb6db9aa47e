import { localPrincipal } from "../../identity/index.js";
import { about, documentSamples, type Samples } from "./document-samples.js";
import { pceSamples } from "./pce-samples.js";
import { storedSamples } from "./stored-samples.js";
import type { TenantWorld } from "./tenant-world.js";

const placed = (w: TenantWorld) => ({ ...about(w), session_id: w.session });
const factPlace = (w: TenantWorld) => ({
  ...{ subject_type: "user", subject: w.subject, project_id: w.project, session_id: w.session },
});
const edit = (w: TenantWorld) => ({
  target_type: "chunk" as const,
  target_id: w.chunk,
  op: "restore" as const,
  patch: { edit_id: w.approvedEdit },
});

const counted = () => ({ input: { total: true } });
const event = (w: TenantWorld) => ({
  ...{ session_id: w.session, actor_id: w.ann.id },
  ...({ channel: "private", actor_type: "human" } as const),
  kind: "task_update" as const,
  content: { text: "an update", task_id: w.task, ...about(w) },
});

let nextPlan = 1;

/** A valid call of each operation, with every parameter filled that names something. Some can be made once. */
export const samples: Samples = {
  recordEvent: (w) => ({ input: event(w) }),
  recordEvents: (w) => ({ input: { events: [event(w)], atomic: true } }),
  searchChunks: (w) => ({ input: { query: "heron", ...placed(w), channel: "private" } }),
  chunkTimeline: (w) => ({ input: { chunk_id: w.chunk, channel: "private" } }),
  getChunks: (w) => ({ input: { chunk_ids: [w.chunk], channel: "private" } }),
  saveSummary: (w) => ({
    input: {
      text: "a summary",
      ...{ scope: "user", ...about(w), session_id: w.session, channel: "private", derived_from: [w.chunk] },
    },
  }),
  ...documentSamples,
  ...storedSamples,
  remember: (w) => ({ input: { text: "a note", ...placed(w), derived_from: [w.chunk] } }),
  recall: (w) => ({ input: { query: "heron", ...placed(w) } }),
  listMemories: (w) => ({ input: { ...placed(w), writer: `human:${w.ann.id}`, total: true } }),
  listMemorySessions: counted,
  listSubjects: counted,
  listProjects: counted,
  listWriters: counted,
  listTags: counted,
  memoryHistory: (w) => ({ input: { memory_id: w.chunk } }),
  listDomainEvents: () => ({ input: { limit: 5 } }),
  correct: (w) => ({
    input: { memory_id: w.chunk, text: "the heron stands", reason: "it does" },
    who: w.bot,
  }),
  forget: (w) => ({ input: { memory_id: w.chunk, reason: "gone" }, who: w.bot }),
  createDecision: (w) => ({ input: { decision: "we go on", ...placed(w) } }),
  listDecisions: (w) => ({ input: { project_id: w.project, subject_id: w.subject, channel: "private" } }),
  supersedeDecision: (w) => ({ input: { memory_id: w.decision, decision: "we turn back", ...placed(w) } }),
  createTask: (w) => ({ input: { title: "feed it", ...placed(w) } }),
  listTasks: (w) => ({ input: { project_id: w.project, subject_id: w.subject, channel: "private" } }),
  setTaskStatus: (w) => ({ input: { memory_id: w.task, status: "doing" } }),
  setMemoryStatus: (w) => ({ input: { memory_id: w.task, status: "doing" } }),
  createRule: (w) => ({ input: { content: "be kind", scope: "project", ...about(w) } }),
  listRules: (w) => ({ input: { project_id: w.project, subject_id: w.subject, channel: "private" } }),
  storeKnowledge: (w) => ({
    input: { content: "herons fish", external_id: "heron", user_id: w.bot.id, ...placed(w) },
  }),
  upsertKnowledge: (w) => ({
    input: { content: "herons fish", external_id: "heron", user_id: w.bot.id, ...placed(w) },
  }),
  heartRecall: (w) => ({ input: { query: "heron", ...placed(w) } }),
  queryKnowledge: (w) => ({ input: { q: "heron", ...about(w) } }),
  logInteraction: (w) => ({
    input: { agent_id: w.bot.id, role: "user", content: "a heron", user_id: w.bot.id, ...placed(w) },
  }),
  getRecentHistory: (w) => ({
    input: { agent_id: w.bot.id, user_id: w.admin.id, session_id: w.session },
  }),
  searchInteractions: (w) => ({
    input: { q: "heron", agent_id: w.bot.id, user_id: w.admin.id, ...placed(w) },
  }),
  learnFact: (w) => ({
    input: {
      content: "herons fish",
      ...{ source_decision_id: w.decision, contradiction_of: w.fact, exclude_ids: [w.fact] },
      ...factPlace(w),
    },
  }),
  searchFacts: (w) => ({ input: { query: "heron", ...factPlace(w) } }),
  getFact: (w) => ({ input: { fact_id: w.fact } }),
  getCurrentFact: (w) => ({ input: { fact_id: w.fact } }),
  confirmFact: (w) => ({ input: { fact_id: w.fact } }),
  supersedeFact: (w) => ({
    input: {
      fact_id: w.factToSupersede,
      content: "herons wade",
      source_decision_id: w.decision,
      ...factPlace(w),
    },
  }),
  contradictFact: (w) => ({
    input: { fact_id: w.fact, content: "herons dive", source_decision_id: w.decision, ...factPlace(w) },
  }),
  startEpisode: (w) => ({ input: { summary: "a flight of herons", ...placed(w) } }),
  listEpisodes: () => ({ input: { limit: 5 } }),
  searchEpisodes: (w) => ({ input: { query: "heron", ...placed(w) } }),
  getEpisode: (w) => ({ input: { episode_id: w.episode } }),
  endEpisode: (w) => ({ input: { episode_id: w.episodeToEnd, outcome: "success" } }),
  linkEpisodeDecision: (w) => ({ input: { episode_id: w.episode, decision_id: w.decision } }),
  linkEpisodeProcedure: (w) => ({ input: { episode_id: w.episode, procedure_id: w.procedure } }),
  storeProcedure: (w) => ({ input: { name: "watch herons", ...placed(w) } }),
  searchProcedures: (w) => ({ input: { query: "heron", ...placed(w) } }),
  getProcedure: (w) => ({ input: { procedure_id: w.procedure } }),
  activateProcedure: (w) => ({ input: { procedure_id: w.procedure } }),
  recordProcedureOutcome: (w) => ({ input: { procedure_id: w.procedure, outcome: "success" } }),
  retireProcedure: (w) => ({ input: { procedure_id: w.procedure } }),
  storeSkill: (w) => ({
    input: { procedure_type: "system_prompt", content: "count herons", agent_id: w.bot.id, ...placed(w) },
  }),
  getRelevantSkills: (w) => ({
    input: { q: "heron", agent_id: w.bot.id, user_id: w.ann.id, ...about(w) },
  }),
  deactivateFact: (w) => ({ input: { fact_id: w.factToDeactivate } }),
  setPlanState: (w) => ({ input: { plan_id: w.plan, key: "count", value: 5 } }),
  getPlanState: (w) => ({ input: { plan_id: w.plan, key: "count" } }),
  updatePlanState: (w) => ({ input: { plan_id: w.plan, key: "count", op: "increment" } }),
  listPlanState: (w) => ({ input: { plan_id: w.plan } }),
  deletePlanState: (w) => ({ input: { plan_id: w.plan, key: "spare" } }),
  clearPlanState: (w) => ({ input: { plan_id: w.plan } }),
  storeTaskContext: (w) => ({
    input: { task_id: w.taskContext, plan_id: w.plan, event_type: "e", sub_tasks: [w.subtask] },
  }),
  getTaskContext: (w) => ({ input: { task_id: w.taskContext } }),
  updateTaskContext: (w) => ({ input: { task_id: w.taskContext, sub_tasks: [w.subtask] } }),
  getTaskBySubtask: (w) => ({ input: { subtask_id: w.subtask } }),
  deleteTaskContext: (w) => ({ input: { task_id: w.taskContext } }),
  createPlan: (w) => ({
    input: {
      ...{ plan_id: `plan-${nextPlan++}`, goal_event: "e", parent_plan_id: w.plan, session_id: w.session },
      correlation_ids: [w.correlation],
    },
  }),
  listPlans: (w) => ({ input: { session_id: w.session, user_id: w.bot.id } }),
  getPlan: (w) => ({ input: { plan_id: w.plan } }),
  getPlanByCorrelation: (w) => ({ input: { correlation_id: w.correlation } }),
  updatePlan: (w) => ({
    input: { plan_id: w.plan, session_id: w.session, correlation_ids: [w.correlation] },
  }),
  deletePlan: (w) => ({ input: { plan_id: w.plan } }),
  createSession: (w) => ({ input: { session_id: `session-${nextPlan++}`, agent_id: w.bot.id } }),
  listSessions: (w) => ({ input: { agent_id: w.bot.id } }),
  getSession: (w) => ({ input: { session_id: w.session } }),
  updateSession: (w) => ({ input: { session_id: w.session, agent_id: w.bot.id } }),
  deleteSession: (w) => ({ input: { session_id: w.session } }),
  addCensor: (w) => ({
    input: { trigger_pattern: "p", reason: "r", learned_from_decision: w.decision, ...placed(w) },
  }),
  listCensors: () => ({ input: {} }),
  checkCensors: () => ({ input: { text: "heron" } }),
  searchCensors: (w) => ({ input: { query: "heron", ...placed(w) } }),
  getCensor: (w) => ({ input: { censor_id: w.censor } }),
  escalateCensor: (w) => ({ input: { censor_id: w.censor } }),
  recordCensorFalsePositive: (w) => ({ input: { censor_id: w.censor } }),
  deactivateCensor: (w) => ({ input: { censor_id: w.censor } }),
  openWorkingMemory: (w) => ({ input: { session_id: w.session } }),
  getWorkingMemory: (w) => ({ input: { session_id: w.session } }),
  focusWorkingMemory: (w) => ({ input: { session_id: w.session, task: "feed it" } }),
  loadWorkingItem: (w) => ({
    input: { session_id: w.session, type: "decision", ref_id: w.decision, relevance: 0.5 },
  }),
  evictWorkingItem: (w) => ({ input: { session_id: w.session, ref_id: w.decision } }),
  addWorkingThread: (w) => ({
    input: { session_id: w.session, description: "a question", decision_id: w.decision },
  }),
  resolveWorkingThread: (w) => ({ input: { session_id: w.session, thread_id: w.thread } }),
  clearWorkingMemory: (w) => ({ input: { session_id: w.session } }),
  applyEdit: (w) => ({ input: { ...edit(w), reason: "as it was" }, who: w.bot }),
  listEdits: (w) => ({ input: { target_id: w.chunk, proposer_id: w.bot.id } }),
  bulkEdit: (w) => ({ input: { target_ids: [w.chunk], op: "restore", reason: "as it was" }, who: w.bot }),
  previewEdit: (w) => ({ input: edit(w) }),
  getEdit: (w) => ({ input: { edit_id: w.pendingEdit } }),
  previewPendingEdit: (w) => ({ input: { edit_id: w.pendingEdit } }),
  approveEdit: (w) => ({ input: { edit_id: w.edits[1]! } }),
  rejectEdit: (w) => ({ input: { edit_id: w.edits[2]! } }),
  editExposure: (w) => ({ input: { edit_id: w.pendingEdit } }),
  counterfactual: (w) => ({ input: { edit_id: w.pendingEdit } }),
  createCapsule: (w) => ({
    input: {
      ...about(w),
      scope: "user",
      audience_agent_ids: [w.bot.id],
      items: { chunks: [w.chunk], decisions: [w.decision], artifacts: [w.artifact] },
    },
  }),
  listCapsules: (w) => ({ input: { subject_type: "user", subject_id: w.subject }, who: w.bot }),
  getCapsule: (w) => ({ input: { capsule_id: w.capsule, channel: "private" }, who: w.bot }),
  revokeCapsule: (w) => ({ input: { capsule_id: w.capsuleToRevoke }, who: w.bot }),
  forwardCapsule: (w) => ({ input: { capsule_id: w.capsule, audience_agent_ids: [w.ann.id] }, who: w.bot }),
  capsuleAnalytics: (w) => ({ input: { capsule_id: w.capsuleToRevoke }, who: w.bot }),
  buildAcb: (w) => ({ input: { channel: "private", query: "heron", plan_id: w.plan, ...placed(w) } }),
  context: (w) => ({ input: { query: "heron", plan_id: w.plan, ...placed(w) } }),
  getAcb: (w) => ({ input: { acb_id: w.acb } }),
  replayAcb: (w) => ({ input: { acb_id: w.acb } }),
  diffAcb: (w) => ({ input: { acb_id: w.acb } }),
  listJobs: () => ({ input: {} }),
  getJob: (w) => ({ input: { job_id: w.job } }),
  retryJob: (w) => ({ input: { job_id: w.stoppedJob } }),
  stopJob: (w) => ({ input: { job_id: w.job } }),
  status: () => ({ input: {} }),
  createKey: () => ({ input: { principal: "someone" } }),
  listKeys: () => ({ input: {} }),
  revokeKey: (w) => ({ input: { key_id: w.key } }),
  suspendPrincipal: (w) => ({ input: { principal_id: w.bot.id, reason: "a test" } }),
  resumePrincipal: (w) => ({ input: { principal_id: w.bot.id } }),
  embeddingsStatus: () => ({ input: {} }),
  switchEmbeddings: () => ({ input: { action: "start" } }),
  embeddingHealth: () => ({ input: {} }),
  indexStatus: () => ({ input: {} }),
  rebuildIndex: () => ({ input: {} }),
  listAudit: (w) => ({ input: { actor_id: w.ann.id, target_id: w.chunk, request_id: w.request } }),
  verifyAudit: () => ({ input: {} }),
  listAuditAnchors: () => ({ input: {} }),
  selftestIsolation: () => ({ input: { only: ["getPolicy"] } }),
  deleteTenant: () => ({ input: { confirm: "doomed" }, who: localPrincipal({ tenantId: "doomed" }) }),
  ...pceSamples,
  exportRecords: () => ({ input: { everything: true } }),
  importRecords: (w) => ({
    input: {
      version: 1,
      tenant_id: w.admin.tenantId,
      export_id: `exp_${"1".repeat(27)}`,
      records: [{ type: "principal", principal_id: w.ann.id, principal_type: "human" }],
    },
  }),
};
