const recordHeader =
  "tenant_id event_id ts occurred_at session_id channel actor_type actor_id kind sensitivity tags refs scope " +
  "subject_type subject_id project_id principal_id memory_id transaction_id";
const projected =
  "text attributes importance retracted quarantined amended blocked_channels edit_count status content_hash token_count " +
  "word_count cues expires_at boundary_class words_hash original_words_hash edited_by tags";

const jobHeader =
  "tenant_id job_id kind payload principal_id principal_type rights status priority attempts max_attempts progress " +
  "error run_at locked_until worker locked_at created_at updated_at";
const newJob =
  "tenant_id job_id kind payload principal_id principal_type rights priority max_attempts run_at";
const keyWithoutHash = "tenant_id key_id principal_id type role scopes teams grants expires_at revoked_at";

const signalColumns =
  "confidence utility utility_at confirmations last_confirmed activations last_used_at false_positives " +
  "last_false_positive successes failures neutrals outcomes_by surplus_successes surplus_failures escalated_to " +
  "escalated_at settled_at_activations";

/** All that the three roles may do, table by table; a name in brackets is a single column. */
const allowed: Record<string, Record<string, string>> = {
  palimpsest_app: {
    active_context: "SELECT INSERT DELETE",
    api_key: "SELECT INSERT UPDATE(revoked_at)",
    artifact: "SELECT INSERT",
    audit_entry: "SELECT",
    audit_head: "SELECT",
    audit_unsealed: "INSERT",
    boundary_escalation: `SELECT INSERT ${columns("UPDATE", "status decided_by reason decided_at expires_at")}`,
    capsule: "SELECT INSERT",
    capsule_access: "SELECT INSERT UPDATE(access_count) UPDATE(last_accessed)",
    capsule_audience: "SELECT INSERT",
    capsule_item: "SELECT INSERT",
    claim_evidence: "SELECT INSERT",
    claim_feedback: "SELECT INSERT",
    effective_chunks: "SELECT",
    embedding_space: "SELECT",
    entity_mention: "SELECT",
    episode_link: `SELECT INSERT ${columns("UPDATE", "effectiveness linked_by linked_at made_by made_at rollback_id")}`,
    idempotency: "SELECT INSERT UPDATE(answer) UPDATE(created_at)",
    job: `${columns("SELECT", jobHeader)} ${columns("INSERT", newJob)}`,
    lexicon_stat: "SELECT INSERT UPDATE",
    memory: "SELECT INSERT",
    memory_edit: "SELECT INSERT",
    memory_edit_event: "SELECT INSERT",
    memory_edit_pending: "SELECT INSERT DELETE",
    memory_link: "SELECT INSERT",
    memory_original: "INSERT",
    memory_signal: "SELECT INSERT UPDATE",
    memory_state: "SELECT INSERT",
    memory_tag: "SELECT",
    memory_term: "SELECT INSERT",
    memory_vector: "SELECT INSERT",
    plan: `SELECT INSERT DELETE ${columns("UPDATE", "goal_data status state session_id response_event current_state updated_at")}`,
    plan_correlation: "SELECT INSERT DELETE",
    plan_state: "SELECT INSERT UPDATE DELETE",
    policy: "SELECT INSERT",
    principal: "SELECT INSERT UPDATE(suspended_at) UPDATE(suspended_by) UPDATE(suspended_reason)",
    receipt: "SELECT INSERT",
    receipt_item: "SELECT INSERT",
    record: `INSERT ${columns("SELECT", recordHeader)}`,
    rolling_back: "SELECT",
    schema_migration: "SELECT",
    signal_entry: "INSERT",
    session: `SELECT INSERT DELETE ${columns("UPDATE", "name agent_id metadata last_interaction")}`,
    task_context: `SELECT INSERT DELETE ${columns("UPDATE", "plan_id event_type response_event response_topic data state updated_at")}`,
    task_subtask: "SELECT INSERT DELETE",
    tenant: "SELECT INSERT",
    thread: "SELECT INSERT UPDATE",
    told_time: "SELECT",
    working_item: `SELECT INSERT DELETE ${columns("UPDATE", "type summary text_digest relevance loaded_at")}`,
    working_memory: `SELECT INSERT DELETE ${columns("UPDATE", "current_task current_frame updated_at")}`,
    working_thread: "SELECT INSERT DELETE",
  },
  palimpsest_worker: {
    api_key: columns("SELECT", keyWithoutHash),
    audit_unsealed: "INSERT",
    embedding_space: "SELECT",
    lexicon_stat: "SELECT",
    policy: "SELECT",
    principal: "SELECT",
    tenant: "SELECT",
  },
  palimpsest_definer: {
    active_context: "SELECT DELETE",
    api_key: "SELECT UPDATE(last_used_at)",
    artifact: `SELECT INSERT DELETE ${columns("UPDATE", "is_latest resolved_at resolved_for extraction rejected job_id")}`,
    audit_entry: "SELECT INSERT DELETE",
    audit_head: "SELECT INSERT UPDATE(seq) UPDATE(hash) UPDATE(pruned_seq) UPDATE(pruned_hash)",
    audit_unsealed: "SELECT DELETE",
    boundary_escalation: "SELECT",
    capsule:
      "SELECT INSERT UPDATE(status) UPDATE(revoked_at) UPDATE(revoked_in) UPDATE(closed_by_edit) UPDATE(item_count)",
    capsule_access: "SELECT INSERT",
    capsule_audience: "SELECT INSERT UPDATE(expires_at) UPDATE(listable)",
    capsule_item: "SELECT INSERT DELETE",
    claim_evidence: "SELECT INSERT UPDATE(rollback_id)",
    claim_feedback: "SELECT",
    embedding_space: "SELECT INSERT UPDATE",
    entity_mention: "SELECT INSERT DELETE",
    episode_link: `SELECT INSERT ${columns("UPDATE", "effectiveness linked_by linked_at rollback_id taken")}`,
    erasure: "SELECT INSERT UPDATE",
    erasure_target: "SELECT INSERT UPDATE DELETE",
    fact_count: "SELECT INSERT UPDATE",
    idempotency: "SELECT UPDATE DELETE",
    job: "SELECT INSERT UPDATE DELETE",
    lexicon_stat: "SELECT INSERT UPDATE",
    memory: `SELECT DELETE ${columns("UPDATE", projected)}`,
    memory_attribute: "SELECT INSERT DELETE",
    memory_edit: "SELECT INSERT",
    memory_edit_event: "SELECT INSERT",
    memory_edit_pending: "SELECT INSERT",
    memory_link: "SELECT INSERT DELETE",
    memory_original: "SELECT",
    memory_signal: `SELECT INSERT ${columns("UPDATE", signalColumns)}`,
    memory_state: "SELECT INSERT",
    memory_tag: "SELECT INSERT DELETE",
    memory_term: "SELECT INSERT UPDATE DELETE",
    memory_vector: "SELECT INSERT UPDATE DELETE",
    name_word: "SELECT INSERT",
    outbox: "SELECT INSERT UPDATE(position)",
    plan: `SELECT INSERT DELETE ${columns("UPDATE", "goal_data status state session_id response_event current_state updated_at writer before")}`,
    plan_correlation: "SELECT INSERT DELETE",
    plan_state: `SELECT INSERT DELETE ${columns("UPDATE", "value version updated_at updated_by before")}`,
    policy: "SELECT INSERT",
    principal: "SELECT",
    receipt: "SELECT INSERT UPDATE(inputs) UPDATE(erased_at)",
    receipt_item: "SELECT INSERT UPDATE(digest) UPDATE(score)",
    record: "SELECT INSERT DELETE",
    rolled_back_work: "SELECT INSERT DELETE",
    rolling_back: "SELECT INSERT DELETE",
    session: "SELECT INSERT UPDATE(last_interaction) DELETE",
    signal_entry: "SELECT INSERT UPDATE(rollback_id)",
    task_context: `SELECT INSERT DELETE ${columns("UPDATE", "plan_id event_type response_event response_topic data state updated_at writer before")}`,
    task_subtask: "SELECT INSERT DELETE",
    tenant: "SELECT UPDATE(lexical_version) UPDATE(language) DELETE",
    thread: "SELECT DELETE",
    told_time: "SELECT INSERT DELETE",
    withheld_sentence: "SELECT INSERT",
    working_item: "SELECT INSERT DELETE",
    working_memory: "SELECT INSERT DELETE",
    working_thread: "SELECT INSERT DELETE",
  },
};

function columns(privilege: string, names: string): string {
  return names
    .split(" ")
    .map((name) => `${privilege}(${name})`)
    .join(" ");
}

/** As lines of `role table privilege`. */
export const privileges: ReadonlySet<string> = new Set(
  Object.entries(allowed).flatMap(([role, tables]) =>
    Object.entries(tables).flatMap(([table, list]) =>
      list.split(" ").map((privilege) => `${role} ${table} ${privilege}`),
    ),
  ),
);
