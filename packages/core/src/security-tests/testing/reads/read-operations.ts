import type { OperationName } from "@palimpsest/contract";
import type { TenantWorld } from "../../../selftest/world/tenant-world.js";

const channels = ["public", "team", "agent", "private"] as const;

/** What lets no memory of a tenant be read: a policy, an edit of each, or neither. */
export const reasons = {
  class: { policy: "channels: { private: { clearance: internal } }" },
  ttl: {
    policy: `scopes: { session: { ttl: 1h }, project: { ttl: 1h }, principle: { ttl: 1h } }
retention: { exempt_kinds: [] }`,
  },
  invariant: {
    policy: `invariants: [{ name: nothing, applies_to: [principle], on: [read], rule: "kind == 'none'" }]`,
  },
  quarantine: { patches: [{}] },
  block: { patches: channels.map((channel) => ({ channel })) },
} as const satisfies Record<string, { policy: string } | { patches: readonly object[] }>;
export type Reason = keyof typeof reasons;

/** A tenant whose memories are read, and what was made in it beside what every tenant of a test holds. */
export interface Plants {
  world: TenantWorld;
  /** The second revision of its document. */
  revision: string;
  /** A context that the admin has built. */
  acb: string;
  /** A proposal to retract its chunk. */
  edit: string;
}

/** How an operation is asked for what there is, where the sample of it asks for less. */
export interface ReadsMemories {
  ask?: (planted: Plants) => object;
  /** What it shows all the same of a memory that is forbidden for one of these reasons, and why it may. */
  still?: Partial<Record<Reason, readonly ("text" | "id")[]>> & { because: string };
}

const heron = (field: "query" | "q") => ({ ask: () => ({ [field]: "heron" }) });

/** Edits, blocks and quarantines are made and undone by people, who must see what they decide on. */
const review: ReadsMemories["still"] = {
  ...{ class: ["id"], ttl: ["id"], invariant: ["id"], quarantine: ["text", "id"], block: ["text", "id"] },
  because: "an edit names what it changes, and people see what an edit has hidden, to decide on it",
};

/** A receipt holds no text. */
const receipt: ReadsMemories["still"] = {
  ...{ class: ["id"], ttl: ["id"], invariant: ["id"], quarantine: ["id"], block: ["id"] },
  because: "a receipt names what was shown once to whoever built the context, so that it can be explained",
};

/** Operations that answer with memories. */
export const readsMemories: Partial<Record<OperationName, ReadsMemories>> = {
  searchChunks: {},
  chunkTimeline: {},
  getChunks: {},
  recall: {},
  listMemories: {},
  memoryHistory: { still: review },
  listArtifacts: {},
  searchArtifacts: {},
  hybridSearch: {},
  // What people say of a document, such as who took part, stays where its passages are hidden. This one says nothing.
  getArtifact: { ask: ({ world }) => ({ artifact_id: world.documentToResolve, include_content: true }) },
  artifactDiff: {
    ask: ({ world, revision }) => ({
      ...{ artifact_uid: world.document, from_revision_id: world.revision, to_revision_id: revision },
    }),
  },
  searchSemanticEvents: {},
  getSemanticEvent: {},
  revisionEvents: {},
  searchEntities: {},
  getEntity: {},
  memorySearch: {},
  memoryList: {},
  historyGet: {},
  listDecisions: {},
  listTasks: {},
  listRules: {},
  queryKnowledge: heron("q"),
  getRecentHistory: { ask: ({ world }) => ({ agent_id: world.bot.id, session_id: world.session }) },
  searchInteractions: { ask: ({ world }) => ({ q: "heron", agent_id: world.bot.id }) },
  heartRecall: heron("query"),
  searchFacts: heron("query"),
  getFact: {},
  getCurrentFact: {},
  listEpisodes: {},
  searchEpisodes: heron("query"),
  getEpisode: {},
  searchProcedures: heron("query"),
  getProcedure: {},
  getRelevantSkills: { ask: ({ world }) => ({ q: "heron", agent_id: world.bot.id }) },
  listCensors: {},
  searchCensors: heron("query"),
  getCensor: {},
  getWorkingMemory: {},
  listDomainEvents: {
    still: {
      quarantine: ["id"],
      block: ["id"],
      because: "whoever keeps a copy must learn that it was hidden",
    },
  },
  listEdits: { still: review },
  previewEdit: { still: review },
  getEdit: { still: review },
  previewPendingEdit: { still: review },
  editExposure: { still: review },
  counterfactual: { ask: ({ edit }) => ({ edit_id: edit }) },
  listCapsules: {
    still: {
      ...{ class: ["id"], ttl: ["id"], invariant: ["id"] },
      because: "a capsule is named to whom it was handed; what it says and holds is not shown",
    },
  },
  getCapsule: {},
  buildAcb: { ask: () => ({ session_id: "elsewhere", channel: "private", query: "heron" }) },
  context: { ask: () => ({ query: "heron" }) },
  getAcb: { ask: ({ acb }) => ({ acb_id: acb }), still: receipt },
  replayAcb: { ask: ({ acb }) => ({ acb_id: acb }), still: receipt },
  diffAcb: { ask: ({ acb }) => ({ acb_id: acb }), still: receipt },
  listEntities: {},
  listRelations: { ask: () => ({}) },
  getClaim: {},
  activateClaims: {},
  getActiveContext: {},
  searchClaims: {},
  exportRecords: { ask: () => ({}) },
};

const counts = "names and counts, which people have chosen, and no text of a memory";
const plans = "plans, task contexts and sessions are an agent's own working state and no memories";
const system = "how the store works; nothing that was remembered";
const erasures = "ids of subjects and counts of what is erased";

/** Operations that answer with no memory, and why. */
export const readsNone: Partial<Record<OperationName, string>> = {
  ...{ listMemorySessions: counts, listSubjects: counts, listProjects: counts, listWriters: counts },
  listTags: counts,
  artifactRevisions: "ids and digests of revisions",
  rejectedEvents: "why events of a document were refused; of a document that may be read",
  getExtractionJob: "how far a job is",
  ...{ getPlanState: plans, listPlanState: plans, listSessions: plans, getSession: plans },
  capsuleAnalytics: "how often a capsule was opened, and by whom",
  ...{ listJobs: "what jobs do, without their payload", getJob: "what a job does, without its payload" },
  ...{
    status: system,
    listKeys: system,
    embeddingsStatus: system,
    embeddingHealth: system,
    indexStatus: system,
  },
  ...{ getPolicy: system, listPolicyVersions: system },
  listAudit: "entries hold ids and digests, never text; they are for those who hold audit:read",
  ...{ verifyAudit: system, listAuditAnchors: system },
  selftestIsolation: "what it found in two tenants of its own",
  claimsState: "a count and a state",
  validateBoundary: "a verdict on the caller's own text",
  listEscalations: "what was found in a text, never the text",
  ...{ getErasure: erasures, listErasures: erasures, previewErasure: erasures, verifyErasure: erasures },
};

/** Operations that answer with texts of their own, which are no memories, and why. */
export const readsOther: Partial<Record<OperationName, string>> = {
  ...{ getTaskContext: plans, getTaskBySubtask: plans },
  ...{ listPlans: plans, getPlan: plans, getPlanByCorrelation: plans },
};
