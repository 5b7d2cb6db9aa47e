import type { OperationName } from "@palimpsest/contract";
import { contract } from "@palimpsest/contract";
import { sample } from "./sample.js";
import { inputSchema, outputSchema } from "./schemas.js";

/** Requests worth showing with more than the fields that must be there. */
const requests: Partial<Record<OperationName, Record<string, unknown>>> = {
  recordEvent: {
    session_id: "session-42",
    channel: "private",
    actor_type: "human",
    actor_id: "ada",
    kind: "message",
    tags: ["preference"],
    content: {
      text: "Please answer me in French from now on.",
      scope: "user",
      subject_type: "user",
      subject_id: "ada",
    },
  },
  searchChunks: {
    query: "Which language does Ada prefer?",
    subject_type: "user",
    subject_id: "ada",
    limit: 5,
  },
  saveSummary: {
    text: "Ada prefers answers in French.",
    scope: "user",
    subject_type: "user",
    subject_id: "ada",
    importance: 0.8,
    session_id: "session-42",
    channel: "private",
  },
  remember: {
    text: "Ada prefers answers in French.",
    subject_type: "user",
    subject_id: "ada",
    tags: ["preference"],
  },
  recall: { query: "Which language does Ada prefer?" },
  createDecision: {
    decision: "Ship weekly, on Tuesdays.",
    rationale: ["Small releases are easier to take back."],
    project_id: "apollo",
  },
  createTask: { title: "Book the venue", details: "For forty people, in May.", project_id: "apollo" },
  createRule: { content: "Never quote prices without the tax.", priority: 10 },
  applyEdit: {
    target_type: "chunk",
    target_id: "chk_01jx3v9q7m",
    op: "amend",
    reason: "Ada said so on the phone.",
    patch: { text: "Ada prefers answers in Italian." },
  },
  previewEdit: { target_type: "chunk", target_id: "chk_01jx3v9q7m", op: "retract" },
  bulkEdit: { source: "agent:bot-7", op: "retract", reason: "bot-7 was fed false reports." },
  createCapsule: {
    subject_type: "user",
    subject_id: "ada",
    scope: "user",
    audience_agent_ids: ["planner"],
    items: { chunks: ["chk_01jx3v9q7m"] },
    ttl_days: 7,
  },
  buildAcb: {
    session_id: "session-42",
    channel: "private",
    query_text: "Plan Ada's week",
    max_tokens: 8_000,
  },
  createKey: { principal: "assistant", type: "agent", role: "writer", expires_in_days: 90 },
};

/** A request for an operation that its schema accepts. */
export const exampleInput = (name: OperationName): Record<string, unknown> =>
  requests[name] ?? (sample(inputSchema(contract[name])) as Record<string, unknown>);

/** An answer of an operation that its schema accepts. */
export const exampleOutput = (name: OperationName): unknown => sample(outputSchema(contract[name]));
