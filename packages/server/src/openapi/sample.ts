import type { JsonSchema } from "./schemas.js";

const moment = "2026-03-01T09:30:00Z";

/** Values that make an example readable, by the name of the field they stand in. */
const byName: Record<string, unknown> = {
  session_id: "session-42",
  actor_id: "assistant",
  agent_id: "assistant",
  subject_type: "user",
  subject_id: "ada",
  project_id: "apollo",
  chunk_id: "chk_01jx3v9q7m",
  around_chunk_id: "chk_01jx3v9q7m",
  memory_id: "chk_01jx3v9q7m",
  target_id: "chk_01jx3v9q7m",
  id: "chk_01jx3v9q7m",
  event_id: "evt_01jx3v9q7k",
  decision_id: "dec_01jx3va2bt",
  supersedes: "dec_01jx3v5w0c",
  task_id: "tsk_01jx3vb4de",
  rule_id: "rul_01jx3vc6fg",
  edit_id: "edt_01jx3vd8hj",
  before: "edt_01jx3vd8hj",
  capsule_id: "cap_01jx3ve0km",
  forwarded_from: "cap_01jx3ve0kl",
  acb_id: "acb_01jx3vf2np",
  artifact_id: "art_01jx3vg4qr",
  key_id: "key_01jx3vh6st",
  key: "pal_example",
  request_id: "req_0b7f9a52",
  trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
  tenant_id: "00000000-0000-0000-0000-000000000000",
  principal_id: "ada",
  principal: "assistant",
  proposer_id: "assistant",
  proposed_by: "agent",
  proposer_type: "agent",
  decided_by: "ada",
  approved_by: "ada",
  author_agent_id: "assistant",
  text: "Ada prefers answers in French.",
  query: "Which language does Ada prefer?",
  query_text: "Which language does Ada prefer?",
  decision: "Ship weekly, on Tuesdays.",
  title: "Book the venue",
  details: "For forty people, in May.",
  content: "Never quote prices without the tax.",
  reason: "Ada said so on the phone.",
  source: "agent:assistant",
  origin: "event",
  embedder: "builtin-ngram-1@256",
  model: "builtin-ngram-1",
  extractor: "none",
  auth: "none",
  version: "0.1.0",
  policy_version: "0.0.0-default",
  operation: "recordEvent",
  surface: "rest",
  prompt: "# Memory\n- Ada prefers answers in French.",
  why: "matches “prefer”, “language”",
  mode: "words and vectors",
  message: "Applied.",
  note: "All vectors are of the configured model.",
  summary: "One memory entered, none left.",
  limit: 10,
};

const byItem: Record<string, unknown[]> = {
  tags: ["preference"],
  audience_agent_ids: ["planner"],
  chunk_ids: ["chk_01jx3v9q7m"],
  target_ids: ["chk_01jx3v9q7m"],
  chunks: ["chk_01jx3v9q7m"],
  edit_ids: ["edt_01jx3vd8hj"],
};

/** A value that satisfies a schema, with the fields that must be there. Always the same for the same schema. */
export function sample(schema: JsonSchema, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return sampleObject(schema);
    case "array":
      return sampleArray(schema, name);
    case "integer":
    case "number":
      return sampleNumber(schema, name);
    case "boolean":
      return schema.default ?? false;
    case "string":
      return sampleString(schema, name);
    default:
      return byName[name] ?? {};
  }
}

function sampleObject({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
  const shown = Object.entries(properties).filter(([key]) => required.includes(key));
  return Object.fromEntries(shown.map(([key, inner]) => [key, sample(inner, key)]));
}

function sampleArray({ items = {}, default: usual }: JsonSchema, name: string): unknown {
  if (usual !== undefined) return usual;
  if (byItem[name] && items.type === "string" && !items.enum) return byItem[name];
  return items.type === "object" || items.enum ? [sample(items)] : [];
}

function sampleNumber({ default: usual, minimum, maximum, type }: JsonSchema, name: string): unknown {
  if (usual !== undefined) return usual;
  const named = byName[name];
  if (typeof named === "number") return named;
  if (type === "number") return minimum === 0 && maximum === 1 ? 0.7 : 0.5;
  return Math.max(1, minimum ?? 1);
}

function sampleString(schema: JsonSchema, name: string): unknown {
  if (schema.default !== undefined) return schema.default;
  const named = byName[name];
  if (typeof named === "string") return named;
  return schema.format === "date-time" || /(^|_)(at|ts|from|to|accessed|as_of)$/.test(name) ? moment : "…";
}
