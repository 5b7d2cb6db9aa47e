import * as capsules from "./capsules/index.js";
import * as capture from "./capture/index.js";
import * as contextOperations from "./context/index.js";
import * as edits from "./edits/index.js";
import * as heart from "./heart/index.js";
import "./kinds/index.js";
import * as jobs from "./jobs/index.js";
import * as memory from "./memory/index.js";
import * as outbox from "./outbox/index.js";
import * as plans from "./plans/index.js";
import * as system from "./system/index.js";
import * as transfer from "./transfer/index.js";
import * as work from "./work/index.js";

/** Every operation of Palimpsest. REST, OpenAPI, MCP, SDK and CLI are read off this map. */
export const contract = {
  recordEvent: capture.recordEvent,
  recordEvents: capture.recordEvents,
  searchChunks: capture.searchChunks,
  chunkTimeline: capture.chunkTimeline,
  getChunks: capture.getChunks,
  saveSummary: capture.saveSummary,
  remember: memory.remember,
  recall: memory.recall,
  listMemories: memory.listMemories,
  listMemorySessions: memory.listMemorySessions,
  listSubjects: memory.listSubjects,
  listProjects: memory.listProjects,
  listWriters: memory.listWriters,
  listTags: memory.listTags,
  memoryHistory: memory.memoryHistory,
  setMemoryStatus: memory.setMemoryStatus,
  correct: edits.correct,
  forget: edits.forget,
  createDecision: work.createDecision,
  listDecisions: work.listDecisions,
  supersedeDecision: work.supersedeDecision,
  createTask: work.createTask,
  listTasks: work.listTasks,
  setTaskStatus: work.setTaskStatus,
  createRule: work.createRule,
  listRules: work.listRules,
  learnFact: heart.learnFact,
  searchFacts: heart.searchFacts,
  getFact: heart.getFact,
  getCurrentFact: heart.getCurrentFact,
  confirmFact: heart.confirmFact,
  supersedeFact: heart.supersedeFact,
  contradictFact: heart.contradictFact,
  deactivateFact: heart.deactivateFact,
  setPlanState: plans.setPlanState,
  getPlanState: plans.getPlanState,
  updatePlanState: plans.updatePlanState,
  listPlanState: plans.listPlanState,
  deletePlanState: plans.deletePlanState,
  clearPlanState: plans.clearPlanState,
  storeTaskContext: plans.storeTaskContext,
  getTaskContext: plans.getTaskContext,
  updateTaskContext: plans.updateTaskContext,
  getTaskBySubtask: plans.getTaskBySubtask,
  deleteTaskContext: plans.deleteTaskContext,
  createPlan: plans.createPlan,
  listPlans: plans.listPlans,
  getPlan: plans.getPlan,
  getPlanByCorrelation: plans.getPlanByCorrelation,
  updatePlan: plans.updatePlan,
  deletePlan: plans.deletePlan,
  createSession: plans.createSession,
  listSessions: plans.listSessions,
  getSession: plans.getSession,
  updateSession: plans.updateSession,
  deleteSession: plans.deleteSession,
  addCensor: heart.addCensor,
  listCensors: heart.listCensors,
  checkCensors: heart.checkCensors,
  searchCensors: heart.searchCensors,
  getCensor: heart.getCensor,
  escalateCensor: heart.escalateCensor,
  recordCensorFalsePositive: heart.recordCensorFalsePositive,
  deactivateCensor: heart.deactivateCensor,
  openWorkingMemory: heart.openWorkingMemory,
  getWorkingMemory: heart.getWorkingMemory,
  focusWorkingMemory: heart.focusWorkingMemory,
  loadWorkingItem: heart.loadWorkingItem,
  evictWorkingItem: heart.evictWorkingItem,
  addWorkingThread: heart.addWorkingThread,
  resolveWorkingThread: heart.resolveWorkingThread,
  clearWorkingMemory: heart.clearWorkingMemory,
  listDomainEvents: outbox.listDomainEvents,
  applyEdit: edits.applyEdit,
  listEdits: edits.listEdits,
  bulkEdit: edits.bulkEdit,
  previewEdit: edits.previewEdit,
  getEdit: edits.getEdit,
  previewPendingEdit: edits.previewPendingEdit,
  approveEdit: edits.approveEdit,
  rejectEdit: edits.rejectEdit,
  editExposure: edits.editExposure,
  counterfactual: edits.counterfactual,
  createCapsule: capsules.createCapsule,
  listCapsules: capsules.listCapsules,
  getCapsule: capsules.getCapsule,
  revokeCapsule: capsules.revokeCapsule,
  forwardCapsule: capsules.forwardCapsule,
  capsuleAnalytics: capsules.capsuleAnalytics,
  buildAcb: contextOperations.buildAcb,
  context: contextOperations.context,
  getAcb: contextOperations.getAcb,
  replayAcb: contextOperations.replayAcb,
  diffAcb: contextOperations.diffAcb,
  listJobs: jobs.listJobs,
  getJob: jobs.getJob,
  retryJob: jobs.retryJob,
  stopJob: jobs.stopJob,
  status: system.status,
  createKey: system.createKey,
  listKeys: system.listKeys,
  revokeKey: system.revokeKey,
  suspendPrincipal: system.suspendPrincipal,
  resumePrincipal: system.resumePrincipal,
  embeddingsStatus: system.embeddingsStatus,
  switchEmbeddings: system.switchEmbeddings,
  indexStatus: system.indexStatus,
  rebuildIndex: system.rebuildIndex,
  listAudit: system.listAudit,
  getPolicy: system.getPolicy,
  applyPolicy: system.applyPolicy,
  exportRecords: transfer.exportRecords,
  importRecords: transfer.importRecords,
} as const;

export type PalimpsestContract = typeof contract;
export type OperationName = keyof PalimpsestContract;

export {
  keyPermissions,
  type Permission,
  type PrincipalType,
  permissions,
  principalTypes,
  type Role,
  rolePermissions,
  roles,
} from "./access.js";
export { batchedEvent } from "./capture/index.js";
export { editOp } from "./edits/index.js";
export {
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  errorStatus,
  errorsByForm,
  furtherDetails,
  invalidField,
  notFound,
  PalimpsestError,
} from "./errors.js";
export { errorsOf, takesBody, takesIdempotencyKey } from "./errors-of.js";
export type { Example, ExampleStep } from "./example.js";
export { limits, readChannel, type Scope, scopePrecedence, type Trust, visibility } from "./fields.js";
export { workingLimits, workingTypes } from "./heart/index.js";
export * from "./kinds/index.js";
export { chosenIdProblem, isVisible, plainId, teamPrefix } from "./names.js";
export {
  type AnyOperation,
  type Contract,
  type Effect,
  type InputOf,
  type McpTool,
  type Method,
  type OutputOf,
  operation,
  type RawInputOf,
  type Toolset,
  toolsets,
} from "./operation.js";
export {
  callerOnlyData,
  type EventData,
  type EventType,
  eventsFrom,
  eventTypes,
} from "./outbox/index.js";
export { planLimits, planStatusFrom } from "./plans/index.js";
export { exportVersion, type TransferRecord, type TransferType, transferRecords } from "./transfer/index.js";
