// Written by rows.generated.test.ts from the schema. Do not edit.

/** A row of each table, as the driver gives it. */
export interface Rows {
  api_key: {
    tenant_id: string;
    key_id: string;
    principal_id: string;
    type: "human" | "agent" | "service";
    role: "reader" | "writer" | "reviewer" | "admin";
    hash: Buffer;
    scopes: string[];
    teams: string[];
    grants: string[];
    created_at: Date;
    expires_at: Date | null;
    revoked_at: Date | null;
    last_used_at: Date | null;
    made_by: string | null;
    made_by_key: string | null;
  };
  artifact: {
    tenant_id: string;
    artifact_id: string;
    ts: Date;
    kind: "tool_output" | "blob";
    bytes: Buffer;
    meta: unknown;
    owner_id: string;
    memory_id: string;
  };
  audit_entry: {
    tenant_id: string;
    audit_id: string;
    at: Date;
    request_id: string;
    trace_id: string;
    actor_type: string;
    actor_id: string;
    on_behalf_of: string | null;
    operation: string;
    surface: string;
    decision: "allowed" | "replayed" | "denied" | "failed";
    code: string | null;
    policy_version: string | null;
    ids: string[];
    saw_originals: boolean;
    key_id: string | null;
    times: number;
  };
  capsule: {
    tenant_id: string;
    memory_id: string;
    author_id: string;
    audience: string[];
    subject_type: string;
    subject_id: string;
    ttl_days: number;
    status: "active" | "revoked" | "expired";
    forward: boolean;
    forwarded_from: string | null;
    hops: number;
    item_count: number;
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
    closed_by_edit: boolean;
  };
  capsule_access: {
    tenant_id: string;
    capsule_id: string;
    agent_id: string;
    access_count: string;
    last_accessed: Date;
  };
  capsule_audience: {
    tenant_id: string;
    agent_id: string;
    capsule_id: string;
    expires_at: Date;
    forwarded: boolean;
    listable: boolean;
  };
  capsule_item: {
    tenant_id: string;
    capsule_id: string;
    position: number;
    item_type: "memory" | "artifact";
    item_id: string;
  };
  embedding_space: {
    space_id: number;
    model: string;
    dims: number;
    state: "active" | "filling" | "stopped" | "retired";
    created_at: Date;
  };
  fact_count: {
    tenant_id: string;
    owner_id: string;
    category: string;
    facts: string;
  };
  idempotency: {
    tenant_id: string;
    principal_id: string;
    key: string;
    operation: string;
    digest: string;
    answer: unknown;
    created_at: Date;
  };
  job: {
    tenant_id: string;
    job_id: string;
    kind: string;
    payload: unknown;
    principal_id: string | null;
    principal_type: string | null;
    rights: unknown;
    status: "PENDING" | "PROCESSING" | "DONE" | "FAILED" | "STOPPED";
    priority: number;
    attempts: number;
    max_attempts: number;
    progress: unknown;
    error: string | null;
    run_at: Date;
    locked_by: string | null;
    locked_until: Date | null;
    created_at: Date;
    updated_at: Date;
  };
  lexicon_stat: {
    tenant_id: string;
    shard: number;
    memories: string;
    words: string;
  };
  memory: {
    tenant_id: string;
    id: string;
    kind: string;
    as_chunk: boolean;
    origin: "human" | "agent" | "tool" | "document" | "import" | "capsule";
    writer: string;
    speaker: string | null;
    reading_position: string;
    scope: "session" | "user" | "project" | "policy" | "global" | null;
    subject_type: string | null;
    subject_id: string | null;
    project_id: string | null;
    session_id: string | null;
    channel: "private" | "public" | "team" | "agent";
    owner_id: string;
    visibility: "private" | "team" | "tenant" | "custom";
    audience: string[];
    boundary_class: "public" | "internal" | "pii" | "secret";
    text: string;
    attributes: Record<string, unknown>;
    importance: number;
    retracted: boolean;
    quarantined: boolean;
    amended: boolean;
    blocked_channels: string[];
    edit_count: number;
    status: string;
    tags: string[];
    content_hash: string;
    original_hash: string;
    token_count: number;
    word_count: number;
    occurred_at: Date;
    recorded_at: Date;
    expires_at: Date | null;
    edited_by: string[];
    transaction_id: string;
    words_hash: string | null;
    original_words_hash: string | null;
    imported: string | null;
    cues: number;
  };
  memory_edit: {
    tenant_id: string;
    edit_id: string;
    memory_id: string;
    op: "retract" | "amend" | "quarantine" | "attenuate" | "block" | "restore";
    patch: unknown;
    reason: string;
    proposer_type: "human" | "agent" | "service";
    proposer_id: string;
    cascade: "none" | "quarantine" | "rederive" | "undo";
    caused_by: string | null;
    created_at: Date;
    rollback_id: string | null;
    transaction_id: string;
    twins: "take" | "leave";
  };
  memory_edit_event: {
    tenant_id: string;
    edit_id: string;
    memory_id: string;
    seq: string;
    status: "approved" | "rejected";
    actor_type: string;
    actor_id: string;
    note: string | null;
    at: Date;
    by_reviewer: boolean | null;
    rollback_id: string | null;
    transaction_id: string;
  };
  memory_edit_pending: {
    tenant_id: string;
    edit_id: string;
    memory_id: string;
  };
  memory_link: {
    tenant_id: string;
    from_id: string;
    to_id: string;
    type: "derived_from" | "supersedes" | "contradicts" | "supports" | "mentions" | "part_of" | "decided_in";
    created_at: Date;
  };
  memory_original: {
    tenant_id: string;
    memory_id: string;
    text: string | null;
    attributes: Record<string, unknown>;
    importance: number;
  };
  memory_signal: {
    tenant_id: string;
    memory_id: string;
    confidence: number | null;
    utility: number;
    confirmations: number;
    activations: number;
    last_used_at: Date | null;
    last_confirmed: Date | null;
    false_positives: number;
    last_false_positive: Date | null;
    escalated_to: "block" | "absolute" | null;
    escalated_at: Date | null;
    settled_at_activations: number;
  };
  memory_state: {
    tenant_id: string;
    memory_id: string;
    seq: string;
    status: string;
    actor_id: string;
    at: Date;
    rollback_id: string | null;
    transaction_id: string;
  };
  memory_tag: {
    tenant_id: string;
    memory_id: string;
    tag: string;
    occurred_at: Date;
  };
  memory_term: {
    tenant_id: string;
    term: string;
    reading_position: string;
    tf: number;
    len: number;
    guard: number;
    visibility_limited: boolean;
    asked: number;
    run: number;
  };
  memory_vector: {
    tenant_id: string;
    space_id: number;
    memory_id: string;
    admission_needed: boolean;
    embedding: string;
  };
  outbox: {
    tenant_id: string;
    event_id: string;
    position: string | null;
    type: string;
    at: Date;
    agent_id: string;
    memory_id: string;
    kind: string;
    data: Record<string, unknown>;
    own: Record<string, unknown> | null;
  };
  plan: {
    tenant_id: string;
    plan_id: string;
    user_id: string;
    goal_event: string;
    goal_data: unknown;
    status: "running" | "paused" | "completed" | "failed";
    state: unknown;
    session_id: string | null;
    parent_plan_id: string | null;
    response_event: string | null;
    current_state: string | null;
    created_at: Date;
    updated_at: Date;
  };
  plan_correlation: {
    tenant_id: string;
    plan_id: string;
    correlation_id: string;
    position: number;
  };
  plan_state: {
    tenant_id: string;
    plan_id: string;
    key: string;
    value: unknown;
    version: number;
    updated_at: Date;
    updated_by: string;
  };
  policy: {
    tenant_id: string;
    seq: string;
    version: string;
    source: string;
    document: Record<string, unknown>;
    applied_at: Date;
    applied_by: string;
  };
  principal: {
    tenant_id: string;
    principal_id: string;
    type: "human" | "agent" | "service";
    created_at: Date;
    suspended_at: Date | null;
    suspended_by: string | null;
    suspended_reason: string | null;
  };
  receipt: {
    tenant_id: string;
    acb_id: string;
    principal_id: string;
    session_id: string;
    created_at: Date;
    read_at: Date;
    inputs: unknown;
    policy_version: string;
    last_edit_at: Date | null;
    budget_tokens: number;
    total_tokens: number;
    digest: string;
    omissions: unknown;
    snapshot: string | null;
    reader: unknown;
    form: number | null;
    state: unknown;
  };
  receipt_item: {
    tenant_id: string;
    acb_id: string;
    position: number;
    memory_id: string;
    section: string;
    score: number | null;
    tokens: number;
    digest: string | null;
  };
  record: {
    tenant_id: string;
    event_id: string;
    ts: Date;
    occurred_at: Date;
    session_id: string;
    channel: "private" | "public" | "team" | "agent";
    actor_type: "human" | "agent" | "tool";
    actor_id: string;
    kind: "message" | "tool_call" | "tool_result" | "decision" | "task_update" | "artifact";
    sensitivity: "none" | "low" | "high" | "secret";
    tags: string[];
    content: unknown;
    refs: string[];
    scope: "session" | "user" | "project" | "policy" | "global" | null;
    subject_type: string | null;
    subject_id: string | null;
    project_id: string | null;
    principal_id: string;
    memory_id: string | null;
    transaction_id: string;
  };
  session: {
    tenant_id: string;
    user_id: string;
    session_id: string;
    name: string | null;
    agent_id: string | null;
    metadata: unknown;
    created_at: Date;
    last_interaction: Date;
  };
  task_context: {
    tenant_id: string;
    task_id: string;
    plan_id: string | null;
    event_type: string;
    response_event: string | null;
    response_topic: string;
    data: unknown;
    state: unknown;
    created_at: Date;
    updated_at: Date;
  };
  task_subtask: {
    tenant_id: string;
    task_id: string;
    subtask_id: string;
    position: number;
  };
  tenant: {
    tenant_id: string;
    name: string;
    digest_key: Buffer;
    lexical_version: string;
    created_at: Date;
  };
  thread: {
    tenant_id: string;
    session_id: string;
    thread_no: string;
    next_turn: number;
  };
  told_time: {
    tenant_id: string;
    memory_id: string;
    starts_at: Date;
    ends_at: Date;
    reach: number;
  };
  working_item: {
    tenant_id: string;
    principal_id: string;
    session_id: string;
    ref_id: string;
    type: "fact" | "procedure" | "decision" | "censor" | "episode";
    summary: string | null;
    text_digest: string;
    relevance: number;
    loaded_at: Date;
  };
  working_memory: {
    tenant_id: string;
    principal_id: string;
    session_id: string;
    current_task: string | null;
    current_frame: string | null;
    created_at: Date;
    updated_at: Date;
  };
  working_thread: {
    tenant_id: string;
    principal_id: string;
    session_id: string;
    thread_id: string;
    description: string;
    decision_id: string | null;
    priority: "low" | "medium" | "high";
    created_at: Date;
  };
}
