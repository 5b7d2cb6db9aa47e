import { planted } from "./plant.js";
import { activation, erasure, escalation } from "./rows/plain-rows.js";
import { item, plan, task, thread } from "./rows/plan-rows.js";
import type { Row } from "./rows/planter.js";

const later = "2199-01-01T00:00:00Z";

/** New rows that ann, their owner, may add in her own tenant; a key only as an admin. */
export const fresh: Record<string, Row> = {
  principal: { principal_id: "new", type: "human" },
  api_key: {
    key_id: "new",
    principal_id: "ann",
    type: "human",
    role: "reader",
    hash: "\\x09",
    made_by: "human:ann",
  },
  idempotency: { principal_id: "ann", key: "new", operation: "o", digest: "d" },
  audit_unsealed: { ...like("audit_unsealed"), audit_id: "new" },
  audit_entry: { ...like("audit_entry"), seq: 2 },
  active_context: { ...activation, active_context_id: "new" },
  boundary_escalation: { ...escalation, escalation_id: "new", payload_digest: "other" },
  claim_evidence: { ...like("claim_evidence"), evidence_id: "new" },
  claim_feedback: { ...like("claim_feedback"), bucket: later },
  signal_entry: { ...like("signal_entry"), entry_id: "00000000-0000-4000-8000-000000000000" },
  entity_mention: { ...like("entity_mention"), mention_id: "new" },
  erasure: { ...erasure, erasure_id: "new", subject_digest: "other" },
  erasure_target: { erasure_id: "ers_1", id: "new", swept: false },
  thread: { session_id: "new" },
  lexicon_stat: { shard: 2 },
  plan: { ...plan, plan_id: "new", user_id: "ann" },
  plan_correlation: { plan_id: "p", correlation_id: "new", position: 2 },
  task_context: { ...task, task_id: "new" },
  task_subtask: { task_id: "t", subtask_id: "new", position: 2 },
  session: { user_id: "ann", session_id: "new", metadata: {} },
  working_memory: { principal_id: "ann", session_id: "new" },
  working_item: { ...item, ref_id: "new" },
  working_thread: { ...thread, thread_id: "new" },
  plan_state: { plan_id: "p", key: "new", value: {}, updated_by: "human:ann" },
  job: {
    job_id: "new",
    kind: "k",
    principal_id: "ann",
    principal_type: "human",
    rights: { role: "writer" },
  },
  memory: { ...like("memory"), id: "new", reading_position: 99 },
  memory_original: { memory_id: "bare", text: "x", importance: 0 },
  memory_edit: { ...like("memory_edit"), edit_id: "new", memory_id: "bare" },
  memory_edit_pending: { edit_id: "edt_open", memory_id: "open" },
  memory_edit_event: { ...like("memory_edit_event"), edit_id: "edt_undecided", memory_id: "bare" },
  memory_state: { memory_id: "bare", status: "x", actor_id: "ann" },
  memory_link: { from_id: "bare", to_id: "bare", type: "supports" },
  memory_signal: { memory_id: "bare" },
  memory_attribute: {
    memory_id: "bare",
    kind: "chunk",
    name: "n",
    value: "v",
    occurred_at: "2026-01-01T00:00:00Z",
  },
  memory_tag: { memory_id: "bare", tag: "new", occurred_at: "2026-01-01T00:00:00Z" },
  memory_term: { term: 2, reading_position: 1, tf: 1, len: 1, guard: 0 },
  memory_vector: { memory_id: "bare", space_id: 1, kind: "chunk", reader_key: 0, embedding: "[1,2,3]" },
  rolled_back_work: { rollback_id: "new", what: "session", was: {} },
  rolling_back: { rollback_id: "new", owner_id: "ann" },
  told_time: { memory_id: "bare", starts_at: "2026-01-01T00:00:00Z", ends_at: "2026-01-02T00:00:00Z" },
  withheld_sentence: { head_id: "open", digest: "new", memory_id: "bare" },
  name_word: { word: "new", mention_id: "men_open", entity_id: "ent_1" },
  record: { ...like("record"), event_id: "new", memory_id: "bare" },
  artifact: { ...like("artifact"), artifact_id: "new", memory_id: "bare" },
  capsule: {
    ...like("capsule"),
    memory_id: "bare_capsule",
    expires_at: later,
  },
  capsule_item: { capsule_id: "cap_active", position: 9, item_type: "memory", item_id: "open" },
  capsule_audience: { capsule_id: "cap_active", agent_id: "new", expires_at: later, forwarded: false },
  capsule_access: { capsule_id: "cap_active", agent_id: "ann" },
  outbox: { ...like("outbox"), event_id: "new", position: 9 },
  episode_link: { episode_id: "bare", memory_id: "team", kind: "procedure", linked_by: "ann" },
  receipt: { ...like("receipt"), acb_id: "new" },
  receipt_item: { ...like("receipt_item"), position: 9 },
};

function like(table: string): Row {
  const { tenant_id: _, ...row } = planted.find((p) => p.table === table && p.row.tenant_id === "A")!.row;
  return row;
}
