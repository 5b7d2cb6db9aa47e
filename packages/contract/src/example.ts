import type { z } from "zod";

/** A call that has to be made before an example can succeed. */
export interface ExampleStep {
  /** An operation of the contract, by name. */
  operation: string;
  input: Record<string, unknown>;
  /** The agent that calls; absent: the person at the machine. */
  as?: string;
  /** It is taken when the jobs that wait have been done. */
  afterJobs?: true;
  /**
   * Ids of its answer that later inputs name: the id as the examples write it, and the field of the answer that holds
   * the real one, for instance `{ chk_01jx3v9q7m: "memory_id" }` or, deeper, "events.0.event_id".
   */
  gives?: Readonly<Record<string, string>>;
}

/** One call that succeeds, once the steps before it were taken in an empty tenant. Shown in the API reference. */
export interface Example<I extends z.ZodType> {
  before?: readonly ExampleStep[];
  /** The agent that calls; absent: the person at the machine. */
  as?: string;
  input: z.input<I>;
}

/** Ids as the examples write them. */
export const exampleIds = {
  note: "chk_01jx3v9q7m",
  fact: "fct_01jx3vk0xy",
  decision: "dec_01jx3va2bt",
  episode: "epi_01jx3vm1za",
  procedure: "prc_01jx3vn2ab",
  task: "tsk_01jx3vb4de",
  edit: "edt_01jx3vd8hj",
  capsule: "cap_01jx3ve0km",
  bundle: "acb_01jx3vf2np",
  key: "key_01jx3vh6st",
  job: "job_01jx3vj8vw",
  document: "uid_01jx3vp4cd",
  semanticEvent: "sev_01jx3vq5ef",
  entity: "ent_01jx3vr8jk",
  escalation: "esc_01jx3vp3bc",
  erasure: "ers_01jx3vr7gh",
  revision: "rev_01jx3vp6ef",
  stored: "mem_01jx3vq5de",
  claim: "clm_01jx3vq5de",
  activeContext: "ac_01jx3vr6ef",
} as const;

const ids = exampleIds;
const ada = { subject_type: "user", subject_id: "ada" };

/** A person's note, which most examples are about. */
export const noted: ExampleStep = {
  operation: "remember",
  input: { text: "Ada prefers answers in French.", ...ada, tags: ["preference"] },
  gives: { [ids.note]: "memory_id" },
};

/** A fact that a person learned. */
export const learned: ExampleStep = {
  operation: "learnFact",
  input: { content: "Ada works from Lisbon.", category: "person", subject: "ada" },
  gives: { [ids.fact]: "id" },
};

/** An episode that an agent is in. */
export const started: ExampleStep = {
  operation: "startEpisode",
  as: "assistant",
  input: {
    title: "Refund for order 4711",
    summary: "Ada asks for a refund of a kettle that came broken.",
    trigger: "user_message",
    participants: ["Ada"],
  },
  gives: { [ids.episode]: "id" },
};

/** A procedure that an agent follows. */
export const stored: ExampleStep = {
  operation: "storeProcedure",
  as: "assistant",
  input: {
    name: "Refund an order",
    domain: "billing",
    description: "Check the receipt, then refund through the payment provider.",
    core_tools: ["payment provider"],
  },
  gives: { [ids.procedure]: "id" },
};

/** A skill of an agent's. */
export const skilled: ExampleStep = {
  operation: "storeSkill",
  as: "assistant",
  input: {
    procedure_type: "system_prompt",
    content: "Check the status of the payment provider first.",
    trigger_condition: "The user asks about billing",
  },
};

/** A correction of it by an agent, which waits for a person. */
export const proposed: ExampleStep = {
  operation: "correct",
  as: "assistant",
  input: {
    memory_id: ids.note,
    text: "Ada prefers answers in Italian.",
    reason: "Ada said so on the phone.",
  },
  gives: { [ids.edit]: "edit_id" },
};

export const decided: ExampleStep = {
  operation: "createDecision",
  input: {
    decision: "Ship weekly, on Tuesdays.",
    rationale: ["Small releases are easier to take back."],
    project_id: "apollo",
  },
  gives: { [ids.decision]: "memory_id" },
};

export const planned: ExampleStep = {
  operation: "createTask",
  input: { title: "Book the venue", details: "For forty people, in May.", project_id: "apollo" },
  gives: { [ids.task]: "memory_id" },
};

/** A capsule for another agent, which may pass it on. */
export const shared: ExampleStep = {
  operation: "createCapsule",
  input: {
    ...ada,
    scope: "user",
    audience_agent_ids: ["planner"],
    items: { chunks: [ids.note] },
    forward: true,
  },
  gives: { [ids.capsule]: "capsule_id" },
};

/** A context that shows the note. */
export const built: ExampleStep = {
  operation: "context",
  as: "assistant",
  input: { query: "Which language does Ada prefer?", session_id: "session-42", subject_id: "ada" },
  gives: { [ids.bundle]: "acb_id" },
};

/** A fact that a person keeps for themselves. */
export const storedMemory: ExampleStep = {
  operation: "memoryStore",
  input: { content: "Ada prefers answers in French.", type: "preference", confidence: 0.9 },
  gives: { [ids.stored]: "memory_id" },
};

/** A document of a person's. */
export const ingested: ExampleStep = {
  operation: "ingestArtifact",
  input: {
    artifact_type: "note",
    source_system: "notes",
    source_id: "2026-03-02-standup",
    title: "Standup of 2 March",
    document_date: "2026-03-02",
    content: "Ada commits to deliver the API documentation by Friday.",
  },
  gives: { [ids.document]: "artifact_uid" },
};

/** The events of that document, once they have been extracted. */
export const extracted: ExampleStep = {
  operation: "revisionEvents",
  input: { artifact_uid: ids.document },
  afterJobs: true,
  gives: { [ids.semanticEvent]: "events.0.event_id", [ids.entity]: "events.0.actors.0.entity_id" },
};

/** A job that waits for a worker. */
export const queued: ExampleStep = {
  operation: "switchEmbeddings",
  input: { action: "start" },
  gives: { [ids.job]: "job_id" },
};

/** A claim that is known. */
export const claimed: ExampleStep = {
  operation: "upsertClaim",
  input: {
    text: "Refunds need two signatures",
    provenance: { at: "2026-02-27T09:58:00Z", actor: "ada", git: { commit: "9fceb02" } },
  },
  gives: { [ids.claim]: "data.id" },
};

/** An activation for a task. */
export const activated: ExampleStep = {
  operation: "activateClaims",
  input: { q: "Who signs refunds?" },
  gives: { [ids.activeContext]: "data.active_context_id" },
};

/** A text that an agent wanted to send and that was stopped; the reason names the escalation. */
export const stopped: ExampleStep = {
  operation: "validateBoundary",
  as: "assistant",
  input: { payload: "Write to ann@example.org", allow: ["answer:task"] },
  gives: { [ids.escalation]: "data.reason" },
};
