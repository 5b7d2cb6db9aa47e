-- The schema that the migrations give. Written and compared by a test.

-- tables
table active_context rls forced
table api_key rls forced
table artifact rls forced
table audit_entry rls forced
table audit_head rls forced
table audit_unsealed rls forced
table boundary_escalation rls forced
table capsule rls forced
table capsule_access rls forced
table capsule_audience rls forced
table capsule_item rls forced
table claim_evidence rls forced
table claim_feedback rls forced
table embedding_space rls forced
table entity_mention rls forced
table episode_link rls forced
table erasure rls forced
table erasure_target rls forced
table fact_count rls forced
table idempotency rls forced
table job rls forced
table lexicon_stat rls forced
table memory rls forced
table memory_attribute rls forced
table memory_edit rls forced
table memory_edit_event rls forced
table memory_edit_pending rls forced
table memory_link rls forced
table memory_original rls forced
table memory_signal rls forced
table memory_state rls forced
table memory_tag rls forced
table memory_term rls forced
table memory_vector rls forced
table name_word rls forced
table outbox rls forced
table plan rls forced
table plan_correlation rls forced
table plan_state rls forced
table policy rls forced
table principal rls forced
table receipt rls forced
table receipt_item rls forced
table record rls forced
table rolled_back_work rls forced
table rolling_back rls forced
table schema_migration rls forced
table session rls forced
table signal_entry rls forced
table task_context rls forced
table task_subtask rls forced
table tenant rls forced
table thread rls forced
table told_time rls forced
table withheld_sentence rls forced
table working_item rls forced
table working_memory rls forced
table working_thread rls forced

-- columns
column active_context.tenant_id text not null
column active_context.active_context_id text not null
column active_context.principal text not null
column active_context.asked jsonb not null
column active_context.answer jsonb not null
column active_context.created_at timestamp with time zone not null default clock_timestamp()
column active_context.expires_at timestamp with time zone not null
column api_key.tenant_id text not null
column api_key.key_id text not null
column api_key.principal_id text not null
column api_key.type text not null
column api_key.role text not null
column api_key.hash bytea not null
column api_key.scopes text[] not null default '{}'::text[]
column api_key.teams text[] not null default '{}'::text[]
column api_key.grants text[] not null default '{}'::text[]
column api_key.created_at timestamp with time zone not null default now()
column api_key.expires_at timestamp with time zone
column api_key.revoked_at timestamp with time zone
column api_key.last_used_at timestamp with time zone
column api_key.made_by text
column api_key.made_by_key text
column artifact.tenant_id text not null
column artifact.artifact_id text not null
column artifact.ts timestamp with time zone not null default clock_timestamp()
column artifact.kind text not null
column artifact.bytes bytea
column artifact.meta jsonb not null default '{}'::jsonb
column artifact.owner_id text not null
column artifact.memory_id text not null
column artifact.head_id text
column artifact.artifact_uid text
column artifact.revision_id text
column artifact.is_latest boolean not null default false
column artifact.content_hash text
column artifact.token_count integer
column artifact.chunk_ids text[]
column artifact.starts integer[]
column artifact.ends integer[]
column artifact.job_id text
column artifact.resolved_at timestamp with time zone
column artifact.resolved_for text
column artifact.extraction jsonb
column artifact.rejected jsonb
column audit_entry.tenant_id text not null
column audit_entry.seq bigint not null
column audit_entry.audit_id text not null
column audit_entry.at timestamp with time zone not null
column audit_entry.request_id text not null
column audit_entry.trace_id text not null
column audit_entry.actor_type text not null
column audit_entry.actor_id text not null
column audit_entry.on_behalf_of text
column audit_entry.operation text not null
column audit_entry.surface text not null
column audit_entry.decision text not null
column audit_entry.code text
column audit_entry.reason text
column audit_entry.scope text
column audit_entry.boundary_class text
column audit_entry.policy_version text
column audit_entry.ids text[] not null
column audit_entry.key_id text
column audit_entry.times integer not null
column audit_entry.saw_originals boolean not null
column audit_entry.redacted_count integer not null
column audit_entry.digests text[] not null
column audit_entry.prev_hash bytea not null
column audit_entry.hash bytea not null
column audit_head.tenant_id text not null
column audit_head.seq bigint not null
column audit_head.hash bytea not null
column audit_head.pruned_seq bigint not null default 0
column audit_head.pruned_hash bytea not null default decode(repeat('00'::text, 32), 'hex'::text)
column audit_unsealed.tenant_id text not null
column audit_unsealed.audit_id text not null
column audit_unsealed.at timestamp with time zone not null default clock_timestamp()
column audit_unsealed.request_id text not null
column audit_unsealed.trace_id text not null
column audit_unsealed.actor_type text not null
column audit_unsealed.actor_id text not null
column audit_unsealed.on_behalf_of text
column audit_unsealed.operation text not null
column audit_unsealed.surface text not null
column audit_unsealed.decision text not null
column audit_unsealed.code text
column audit_unsealed.policy_version text
column audit_unsealed.ids text[] not null default '{}'::text[]
column audit_unsealed.saw_originals boolean not null default false
column audit_unsealed.key_id text
column audit_unsealed.times integer not null default 1
column audit_unsealed.reason text
column audit_unsealed.scope text
column audit_unsealed.boundary_class text
column audit_unsealed.redacted_count integer not null default 0
column audit_unsealed.digests text[] not null default '{}'::text[]
column boundary_escalation.tenant_id text not null
column boundary_escalation.escalation_id text not null
column boundary_escalation.requested_by text not null
column boundary_escalation.payload_digest text not null
column boundary_escalation.boundary_class text not null
column boundary_escalation.allow text[] not null
column boundary_escalation.scope text not null
column boundary_escalation.found text[] not null
column boundary_escalation.status text not null default 'pending'::text
column boundary_escalation.decided_by text
column boundary_escalation.reason text
column boundary_escalation.created_at timestamp with time zone not null default clock_timestamp()
column boundary_escalation.decided_at timestamp with time zone
column boundary_escalation.expires_at timestamp with time zone
column capsule.tenant_id text not null
column capsule.memory_id text not null
column capsule.author_id text not null
column capsule.audience text[] not null
column capsule.subject_type text not null
column capsule.subject_id text not null
column capsule.ttl_days integer not null
column capsule.status text not null default 'active'::text
column capsule.forward boolean not null default false
column capsule.forwarded_from text
column capsule.hops integer not null default 0
column capsule.item_count integer not null
column capsule.created_at timestamp with time zone not null default clock_timestamp()
column capsule.expires_at timestamp with time zone not null
column capsule.revoked_at timestamp with time zone
column capsule.closed_by_edit boolean not null default false
column capsule.revoked_in xid8 not null default '0'::xid8
column capsule_access.tenant_id text not null
column capsule_access.capsule_id text not null
column capsule_access.agent_id text not null
column capsule_access.access_count bigint not null default 0
column capsule_access.last_accessed timestamp with time zone not null default clock_timestamp()
column capsule_audience.tenant_id text not null
column capsule_audience.agent_id text not null
column capsule_audience.capsule_id text not null
column capsule_audience.expires_at timestamp with time zone not null
column capsule_audience.forwarded boolean not null
column capsule_audience.listable boolean not null default true
column capsule_item.tenant_id text not null
column capsule_item.capsule_id text not null
column capsule_item.position integer not null
column capsule_item.item_type text not null
column capsule_item.item_id text not null
column claim_evidence.tenant_id text not null
column claim_evidence.evidence_id text not null
column claim_evidence.memory_id text not null
column claim_evidence.writer text not null
column claim_evidence.provenance jsonb not null
column claim_evidence.graph jsonb not null default '{}'::jsonb
column claim_evidence.added_at timestamp with time zone not null default clock_timestamp()
column claim_evidence.rollback_id text
column claim_feedback.tenant_id text not null
column claim_feedback.memory_id text not null
column claim_feedback.principal text not null
column claim_feedback.bucket timestamp with time zone not null
column claim_feedback.signal text not null
column embedding_space.space_id integer not null identity
column embedding_space.model text not null
column embedding_space.dims integer not null
column embedding_space.state text not null
column embedding_space.created_at timestamp with time zone not null default now()
column entity_mention.tenant_id text not null
column entity_mention.mention_id text not null
column entity_mention.memory_id text not null
column entity_mention.also_in text
column entity_mention.source_id text not null generated as split_part(memory_id, '::'::text, 1)
column entity_mention.entity_id text not null
column entity_mention.type text not null
column entity_mention.name_key text not null
column entity_mention.surface_form text not null
column entity_mention.form_key text not null
column entity_mention.start_char integer
column entity_mention.end_char integer
column episode_link.tenant_id text not null
column episode_link.episode_id text not null
column episode_link.memory_id text not null
column episode_link.kind text not null
column episode_link.effectiveness text
column episode_link.linked_by text not null
column episode_link.linked_at timestamp with time zone not null default clock_timestamp()
column episode_link.rollback_id text
column episode_link.made_by text
column episode_link.made_at timestamp with time zone
column episode_link.taken jsonb
column erasure.tenant_id text not null
column erasure.erasure_id text not null
column erasure.status text not null default 'pending'::text
column erasure.subject_type text
column erasure.subject_id text
column erasure.subject_digest text not null
column erasure.also text[] not null
column erasure.reason text not null
column erasure.matched jsonb not null
column erasure.swept jsonb not null default '{}'::jsonb
column erasure.requested_by text not null
column erasure.requested_at timestamp with time zone not null default clock_timestamp()
column erasure.expires_at timestamp with time zone not null
column erasure.decided_by text
column erasure.decided_at timestamp with time zone
column erasure.job_id text
column erasure.samples text[] not null default '{}'::text[]
column erasure.residue jsonb
column erasure.finished_at timestamp with time zone
column erasure.receipt jsonb
column erasure.signature text
column erasure.audit_id text
column erasure_target.tenant_id text not null
column erasure_target.erasure_id text not null
column erasure_target.id text not null
column erasure_target.reading_position bigint
column erasure_target.session_id text
column erasure_target.swept boolean not null default false
column fact_count.tenant_id text not null
column fact_count.owner_id text not null
column fact_count.category text not null
column fact_count.facts bigint not null
column idempotency.tenant_id text not null
column idempotency.principal_id text not null
column idempotency.key text not null
column idempotency.operation text not null
column idempotency.digest text not null
column idempotency.answer jsonb
column idempotency.created_at timestamp with time zone not null default now()
column job.tenant_id text not null
column job.job_id text not null
column job.kind text not null
column job.payload jsonb not null default '{}'::jsonb
column job.principal_id text
column job.principal_type text
column job.rights jsonb
column job.status text not null default 'PENDING'::text
column job.priority integer not null default 0
column job.attempts integer not null default 0
column job.max_attempts integer not null default 5
column job.progress jsonb not null default '{}'::jsonb
column job.error text
column job.run_at timestamp with time zone not null default clock_timestamp()
column job.locked_by text
column job.locked_until timestamp with time zone
column job.created_at timestamp with time zone not null default clock_timestamp()
column job.updated_at timestamp with time zone not null default clock_timestamp()
column job.worker text
column job.locked_at timestamp with time zone
column lexicon_stat.tenant_id text not null
column lexicon_stat.shard smallint not null
column lexicon_stat.memories bigint not null default 0
column lexicon_stat.words bigint not null default 0
column memory.tenant_id text not null
column memory.id text not null
column memory.kind text not null
column memory.as_chunk boolean not null default false
column memory.origin text not null
column memory.writer text not null
column memory.speaker text
column memory.reading_position bigint not null
column memory.scope text
column memory.subject_type text
column memory.subject_id text
column memory.project_id text
column memory.session_id text
column memory.channel text not null
column memory.owner_id text not null
column memory.visibility text not null default 'tenant'::text
column memory.audience text[] not null default '{}'::text[]
column memory.boundary_class text not null default 'public'::text
column memory.text text not null
column memory.attributes jsonb not null default '{}'::jsonb
column memory.importance real not null default 0
column memory.retracted boolean not null default false
column memory.quarantined boolean not null default false
column memory.amended boolean not null default false
column memory.blocked_channels text[] not null default '{}'::text[]
column memory.edit_count integer not null default 0
column memory.status text not null default 'active'::text
column memory.tags text[] not null default '{}'::text[]
column memory.content_hash text not null
column memory.original_hash text not null
column memory.token_count integer not null default 0
column memory.word_count integer not null default 0
column memory.occurred_at timestamp with time zone not null
column memory.recorded_at timestamp with time zone not null default clock_timestamp()
column memory.expires_at timestamp with time zone
column memory.edited_by text[] not null default '{}'::text[]
column memory.transaction_id xid8 not null default pg_current_xact_id()
column memory.words_hash text
column memory.original_words_hash text
column memory.imported text
column memory.cues integer not null default 2147418112
column memory.event_category text generated as 
CASE
    WHEN (kind = 'semantic_event'::text) THEN (attributes ->> 'category'::text)
    ELSE NULL::text
END
column memory.event_time timestamp with time zone generated as 
CASE
    WHEN (kind = 'semantic_event'::text) THEN palimpsest.event_moment((attributes ->> 'event_time'::text))
    ELSE NULL::timestamp with time zone
END
column memory_attribute.tenant_id text not null
column memory_attribute.memory_id text not null
column memory_attribute.kind text not null
column memory_attribute.name text not null
column memory_attribute.value text not null
column memory_attribute.occurred_at timestamp with time zone not null
column memory_edit.tenant_id text not null
column memory_edit.edit_id text not null
column memory_edit.memory_id text not null
column memory_edit.op text not null
column memory_edit.patch jsonb not null default '{}'::jsonb
column memory_edit.reason text not null
column memory_edit.proposer_type text not null
column memory_edit.proposer_id text not null
column memory_edit.cascade text not null default 'none'::text
column memory_edit.caused_by text
column memory_edit.created_at timestamp with time zone not null default clock_timestamp()
column memory_edit.rollback_id text
column memory_edit.transaction_id xid8 not null default pg_current_xact_id()
column memory_edit.twins text not null default 'take'::text
column memory_edit_event.tenant_id text not null
column memory_edit_event.edit_id text not null
column memory_edit_event.memory_id text not null
column memory_edit_event.seq bigint not null identity
column memory_edit_event.status text not null
column memory_edit_event.actor_type text not null
column memory_edit_event.actor_id text not null
column memory_edit_event.note text
column memory_edit_event.at timestamp with time zone not null default clock_timestamp()
column memory_edit_event.by_reviewer boolean default (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))
column memory_edit_event.rollback_id text
column memory_edit_event.transaction_id xid8 not null default pg_current_xact_id()
column memory_edit_pending.tenant_id text not null
column memory_edit_pending.edit_id text not null
column memory_edit_pending.memory_id text not null
column memory_link.tenant_id text not null
column memory_link.from_id text not null
column memory_link.to_id text not null
column memory_link.type text not null
column memory_link.created_at timestamp with time zone not null default clock_timestamp()
column memory_original.tenant_id text not null
column memory_original.memory_id text not null
column memory_original.text text
column memory_original.attributes jsonb not null default '{}'::jsonb
column memory_original.importance real not null
column memory_signal.tenant_id text not null
column memory_signal.memory_id text not null
column memory_signal.confidence real
column memory_signal.utility real not null default 0
column memory_signal.confirmations integer not null default 0
column memory_signal.activations integer not null default 0
column memory_signal.last_used_at timestamp with time zone
column memory_signal.last_confirmed timestamp with time zone
column memory_signal.false_positives integer not null default 0
column memory_signal.last_false_positive timestamp with time zone
column memory_signal.escalated_to text
column memory_signal.escalated_at timestamp with time zone
column memory_signal.settled_at_activations integer not null default 0
column memory_signal.successes integer not null default 0
column memory_signal.failures integer not null default 0
column memory_signal.neutrals integer not null default 0
column memory_signal.updated_at timestamp with time zone
column memory_signal.utility_at timestamp with time zone
column memory_signal.outcomes_by jsonb not null default '{}'::jsonb
column memory_signal.surplus_successes double precision not null default 0
column memory_signal.surplus_failures double precision not null default 0
column memory_state.tenant_id text not null
column memory_state.memory_id text not null
column memory_state.seq bigint not null identity
column memory_state.status text not null
column memory_state.actor_id text not null
column memory_state.at timestamp with time zone not null default clock_timestamp()
column memory_state.rollback_id text
column memory_state.transaction_id xid8 not null default pg_current_xact_id()
column memory_tag.tenant_id text not null
column memory_tag.memory_id text not null
column memory_tag.tag text not null
column memory_tag.occurred_at timestamp with time zone not null
column memory_term.tenant_id text not null
column memory_term.term bigint not null
column memory_term.reading_position bigint not null
column memory_term.tf smallint not null
column memory_term.len integer not null
column memory_term.guard smallint not null
column memory_term.reader_key bigint
column memory_term.asked smallint not null default 0
column memory_term.run smallint not null default 32767
column memory_term.packed bytea not null generated as (int8send(reading_position) || int4send(((((LEAST((tf)::integer, 31) << 26) | ((asked)::integer << 24)) | (
CASE
    WHEN (len < 256) THEN len
    ELSE LEAST(511, (256 + ((len - 256) / 64)))
END << 15)) | (run)::integer)))
column memory_vector.tenant_id text not null
column memory_vector.space_id integer not null
column memory_vector.memory_id text not null
column memory_vector.reader_key bigint
column memory_vector.embedding vector not null
column memory_vector.kind text not null
column name_word.tenant_id text not null
column name_word.word text not null
column name_word.mention_id text not null
column name_word.entity_id text not null
column outbox.tenant_id text not null
column outbox.event_id text not null
column outbox.position bigint
column outbox.type text not null
column outbox.at timestamp with time zone not null default clock_timestamp()
column outbox.agent_id text not null
column outbox.memory_id text not null
column outbox.kind text not null
column outbox.data jsonb not null
column outbox.own jsonb
column plan.tenant_id text not null
column plan.plan_id text not null
column plan.user_id text not null
column plan.goal_event text not null
column plan.goal_data jsonb not null
column plan.status text not null
column plan.state jsonb not null
column plan.session_id text
column plan.parent_plan_id text
column plan.response_event text
column plan.current_state text
column plan.created_at timestamp with time zone not null default clock_timestamp()
column plan.updated_at timestamp with time zone not null default clock_timestamp()
column plan.writer text
column plan.before jsonb
column plan_correlation.tenant_id text not null
column plan_correlation.plan_id text not null
column plan_correlation.correlation_id text not null
column plan_correlation.position integer not null
column plan_state.tenant_id text not null
column plan_state.plan_id text not null
column plan_state.key text not null
column plan_state.value jsonb not null
column plan_state.version integer not null default 1
column plan_state.updated_at timestamp with time zone not null default clock_timestamp()
column plan_state.updated_by text not null
column plan_state.before jsonb
column policy.tenant_id text not null
column policy.seq bigint not null identity
column policy.version text not null
column policy.source text not null
column policy.document jsonb not null
column policy.applied_at timestamp with time zone not null default clock_timestamp()
column policy.applied_by text not null
column policy.approver text
column policy.signed_by text
column principal.tenant_id text not null
column principal.principal_id text not null
column principal.type text not null
column principal.created_at timestamp with time zone not null default now()
column principal.suspended_at timestamp with time zone
column principal.suspended_by text
column principal.suspended_reason text
column receipt.tenant_id text not null
column receipt.acb_id text not null
column receipt.principal_id text not null
column receipt.session_id text not null
column receipt.created_at timestamp with time zone not null default clock_timestamp()
column receipt.read_at timestamp with time zone not null
column receipt.inputs jsonb not null
column receipt.policy_version text not null
column receipt.last_edit_at timestamp with time zone
column receipt.budget_tokens integer not null
column receipt.total_tokens integer not null
column receipt.digest text not null
column receipt.omissions jsonb not null default '[]'::jsonb
column receipt.snapshot pg_snapshot
column receipt.reader jsonb
column receipt.form integer
column receipt.state jsonb
column receipt.erased_at timestamp with time zone
column receipt_item.tenant_id text not null
column receipt_item.acb_id text not null
column receipt_item.position integer not null
column receipt_item.memory_id text not null
column receipt_item.section text not null
column receipt_item.score real
column receipt_item.tokens integer not null
column receipt_item.digest text
column record.tenant_id text not null
column record.event_id text not null
column record.ts timestamp with time zone not null default clock_timestamp()
column record.occurred_at timestamp with time zone not null
column record.session_id text not null
column record.channel text not null
column record.actor_type text not null
column record.actor_id text not null
column record.kind text not null
column record.sensitivity text not null
column record.tags text[] not null default '{}'::text[]
column record.content jsonb not null
column record.refs text[] not null default '{}'::text[]
column record.scope text
column record.subject_type text
column record.subject_id text
column record.project_id text
column record.principal_id text not null
column record.memory_id text
column record.transaction_id xid8 not null default pg_current_xact_id()
column rolled_back_work.tenant_id text not null
column rolled_back_work.rollback_id text not null
column rolled_back_work.entry_id uuid not null default gen_random_uuid()
column rolled_back_work.what text not null
column rolled_back_work.was jsonb not null
column rolled_back_work.put_back_at timestamp with time zone
column rolling_back.tenant_id text not null
column rolling_back.rollback_id text not null
column rolling_back.owner_id text not null
column rolling_back.begun_at timestamp with time zone not null default clock_timestamp()
column rolling_back.job_id text not null default ''::text
column rolling_back.since timestamp with time zone
column schema_migration.version integer not null
column schema_migration.name text not null
column schema_migration.checksum text not null
column schema_migration.applied_at timestamp with time zone not null default now()
column session.tenant_id text not null
column session.user_id text not null
column session.session_id text not null
column session.name text
column session.agent_id text
column session.metadata jsonb not null
column session.created_at timestamp with time zone not null default clock_timestamp()
column session.last_interaction timestamp with time zone not null default clock_timestamp()
column signal_entry.tenant_id text not null
column signal_entry.entry_id uuid not null default gen_random_uuid()
column signal_entry.memory_id text not null
column signal_entry.writer text not null default ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())
column signal_entry.at timestamp with time zone not null default clock_timestamp()
column signal_entry.what text not null
column signal_entry.escalated_to text
column signal_entry.utility real
column signal_entry.confidence real
column signal_entry.stored real
column signal_entry.computed real
column signal_entry.other_id text
column signal_entry.rollback_id text
column task_context.tenant_id text not null
column task_context.task_id text not null
column task_context.plan_id text
column task_context.event_type text not null
column task_context.response_event text
column task_context.response_topic text not null
column task_context.data jsonb not null
column task_context.state jsonb not null
column task_context.created_at timestamp with time zone not null default clock_timestamp()
column task_context.updated_at timestamp with time zone not null default clock_timestamp()
column task_context.writer text
column task_context.before jsonb
column task_subtask.tenant_id text not null
column task_subtask.task_id text not null
column task_subtask.subtask_id text not null
column task_subtask.position integer not null
column tenant.tenant_id text not null
column tenant.name text not null default ''::text
column tenant.digest_key bytea not null default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
column tenant.lexical_version text not null default palimpsest.lexical_version_of('english'::regconfig)
column tenant.created_at timestamp with time zone not null default now()
column tenant.language text not null default 'english'::text
column thread.tenant_id text not null
column thread.session_id text not null
column thread.thread_no bigint not null identity
column thread.next_turn integer not null default 0
column told_time.tenant_id text not null
column told_time.memory_id text not null
column told_time.starts_at timestamp with time zone not null
column told_time.ends_at timestamp with time zone not null
column told_time.reach smallint not null generated as 
CASE
    WHEN ((ends_at - starts_at) <= '7 days'::interval) THEN 7
    WHEN ((ends_at - starts_at) <= '31 days'::interval) THEN 31
    ELSE 366
END
column withheld_sentence.tenant_id text not null
column withheld_sentence.head_id text not null
column withheld_sentence.digest text not null
column withheld_sentence.memory_id text not null
column working_item.tenant_id text not null
column working_item.principal_id text not null
column working_item.session_id text not null
column working_item.ref_id text not null
column working_item.type text not null
column working_item.summary text
column working_item.text_digest text not null
column working_item.relevance double precision not null
column working_item.loaded_at timestamp with time zone not null default clock_timestamp()
column working_memory.tenant_id text not null
column working_memory.principal_id text not null
column working_memory.session_id text not null
column working_memory.current_task text
column working_memory.current_frame text
column working_memory.created_at timestamp with time zone not null default clock_timestamp()
column working_memory.updated_at timestamp with time zone not null default clock_timestamp()
column working_thread.tenant_id text not null
column working_thread.principal_id text not null
column working_thread.session_id text not null
column working_thread.thread_id text not null
column working_thread.description text not null
column working_thread.decision_id text
column working_thread.priority text not null
column working_thread.created_at timestamp with time zone not null default clock_timestamp()

-- constraints
constraint active_context.active_context_pkey PRIMARY KEY (tenant_id, active_context_id)
constraint active_context.active_context_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint api_key.api_key_pkey PRIMARY KEY (tenant_id, key_id)
constraint api_key.api_key_role_check CHECK ((role = ANY (ARRAY['reader'::text, 'writer'::text, 'reviewer'::text, 'admin'::text])))
constraint api_key.api_key_tenant_id_made_by_key_fkey FOREIGN KEY (tenant_id, made_by_key) REFERENCES palimpsest.api_key(tenant_id, key_id) ON DELETE CASCADE
constraint api_key.api_key_tenant_id_principal_id_fkey FOREIGN KEY (tenant_id, principal_id) REFERENCES palimpsest.principal(tenant_id, principal_id) ON DELETE CASCADE
constraint api_key.api_key_type_check CHECK ((type = ANY (ARRAY['human'::text, 'agent'::text, 'service'::text])))
constraint artifact.artifact_check CHECK (((head_id IS NULL) = (kind = ANY (ARRAY['tool_output'::text, 'blob'::text]))))
constraint artifact.artifact_check1 CHECK (((head_id IS NULL) = (bytes IS NOT NULL)))
constraint artifact.artifact_check2 CHECK (((head_id IS NULL) OR ((artifact_uid IS NOT NULL) AND (revision_id IS NOT NULL) AND (content_hash IS NOT NULL) AND (token_count IS NOT NULL) AND (cardinality(chunk_ids) > 0) AND (cardinality(starts) = cardinality(chunk_ids)) AND (cardinality(ends) = cardinality(chunk_ids)))))
constraint artifact.artifact_kind_check CHECK ((kind = ANY (ARRAY['tool_output'::text, 'blob'::text, 'email'::text, 'doc'::text, 'chat'::text, 'transcript'::text, 'note'::text])))
constraint artifact.artifact_pkey PRIMARY KEY (tenant_id, artifact_id)
constraint artifact.artifact_tenant_id_head_id_fkey FOREIGN KEY (tenant_id, head_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint artifact.artifact_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint audit_entry.audit_entry_decision_check CHECK ((decision = ANY (ARRAY['allowed'::text, 'redacted'::text, 'replayed'::text, 'denied'::text, 'failed'::text])))
constraint audit_entry.audit_entry_hash_check CHECK ((octet_length(hash) = 32))
constraint audit_entry.audit_entry_pkey PRIMARY KEY (tenant_id, seq)
constraint audit_entry.audit_entry_prev_hash_check CHECK ((octet_length(prev_hash) = 32))
constraint audit_entry.audit_entry_redacted_count_check CHECK ((redacted_count >= 0))
constraint audit_entry.audit_entry_seq_check CHECK ((seq > 0))
constraint audit_entry.audit_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint audit_entry.audit_entry_times_check CHECK ((times > 0))
constraint audit_head.audit_head_hash_check CHECK ((octet_length(hash) = 32))
constraint audit_head.audit_head_pkey PRIMARY KEY (tenant_id)
constraint audit_head.audit_head_pruned_hash_check CHECK ((octet_length(pruned_hash) = 32))
constraint audit_head.audit_head_pruned_seq_check CHECK ((pruned_seq >= 0))
constraint audit_head.audit_head_seq_check CHECK ((seq >= 0))
constraint audit_head.audit_head_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint audit_unsealed.audit_unsealed_decision_check CHECK ((decision = ANY (ARRAY['allowed'::text, 'redacted'::text, 'replayed'::text, 'denied'::text, 'failed'::text])))
constraint audit_unsealed.audit_unsealed_pkey PRIMARY KEY (tenant_id, at, audit_id)
constraint audit_unsealed.audit_unsealed_redacted_count_check CHECK ((redacted_count >= 0))
constraint audit_unsealed.audit_unsealed_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint audit_unsealed.audit_unsealed_times_check CHECK ((times > 0))
constraint boundary_escalation.boundary_escalation_boundary_class_check CHECK ((boundary_class = ANY (ARRAY['public'::text, 'internal'::text, 'pii'::text])))
constraint boundary_escalation.boundary_escalation_pkey PRIMARY KEY (tenant_id, escalation_id)
constraint boundary_escalation.boundary_escalation_scope_check CHECK ((scope = ANY (ARRAY['session'::text, 'project'::text, 'principle'::text])))
constraint boundary_escalation.boundary_escalation_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'revoked'::text])))
constraint boundary_escalation.boundary_escalation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint capsule.capsule_hops_check CHECK (((hops >= 0) AND (hops <= 16)))
constraint capsule.capsule_item_count_check CHECK ((item_count > 0))
constraint capsule.capsule_pkey PRIMARY KEY (tenant_id, memory_id)
constraint capsule.capsule_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text, 'expired'::text])))
constraint capsule.capsule_tenant_id_forwarded_from_fkey FOREIGN KEY (tenant_id, forwarded_from) REFERENCES palimpsest.capsule(tenant_id, memory_id) ON DELETE CASCADE
constraint capsule.capsule_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint capsule.capsule_ttl_days_check CHECK (((ttl_days >= 1) AND (ttl_days <= 365)))
constraint capsule_access.capsule_access_pkey PRIMARY KEY (tenant_id, capsule_id, agent_id)
constraint capsule_access.capsule_access_tenant_id_capsule_id_fkey FOREIGN KEY (tenant_id, capsule_id) REFERENCES palimpsest.capsule(tenant_id, memory_id) ON DELETE CASCADE
constraint capsule_audience.capsule_audience_pkey PRIMARY KEY (tenant_id, agent_id, capsule_id) INCLUDE (expires_at, forwarded, listable)
constraint capsule_audience.capsule_audience_tenant_id_capsule_id_fkey FOREIGN KEY (tenant_id, capsule_id) REFERENCES palimpsest.capsule(tenant_id, memory_id) ON DELETE CASCADE
constraint capsule_item.capsule_item_item_type_check CHECK ((item_type = ANY (ARRAY['memory'::text, 'artifact'::text])))
constraint capsule_item.capsule_item_pkey PRIMARY KEY (tenant_id, capsule_id, "position")
constraint capsule_item.capsule_item_tenant_id_capsule_id_fkey FOREIGN KEY (tenant_id, capsule_id) REFERENCES palimpsest.capsule(tenant_id, memory_id) ON DELETE CASCADE
constraint claim_evidence.claim_evidence_pkey PRIMARY KEY (tenant_id, evidence_id)
constraint claim_evidence.claim_evidence_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint claim_evidence.claim_evidence_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint claim_feedback.claim_feedback_pkey PRIMARY KEY (tenant_id, memory_id, principal, bucket)
constraint claim_feedback.claim_feedback_signal_check CHECK ((signal = ANY (ARRAY['helpful'::text, 'harmful'::text, 'outdated'::text, 'duplicate'::text])))
constraint claim_feedback.claim_feedback_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint claim_feedback.claim_feedback_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint embedding_space.embedding_space_dims_check CHECK (((dims >= 1) AND (dims <= 16000)))
constraint embedding_space.embedding_space_model_key UNIQUE (model)
constraint embedding_space.embedding_space_pkey PRIMARY KEY (space_id)
constraint embedding_space.embedding_space_state_check CHECK ((state = ANY (ARRAY['active'::text, 'filling'::text, 'stopped'::text, 'retired'::text])))
constraint entity_mention.entity_mention_pkey PRIMARY KEY (tenant_id, mention_id)
constraint entity_mention.entity_mention_tenant_id_also_in_fkey FOREIGN KEY (tenant_id, also_in) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint entity_mention.entity_mention_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint entity_mention.entity_mention_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint entity_mention.entity_mention_type_check CHECK ((type = ANY (ARRAY['person'::text, 'org'::text, 'project'::text, 'object'::text, 'place'::text, 'other'::text])))
constraint episode_link.episode_link_effectiveness_check CHECK ((effectiveness = ANY (ARRAY['helped'::text, 'neutral'::text, 'hindered'::text])))
constraint episode_link.episode_link_kind_check CHECK ((kind = ANY (ARRAY['decision'::text, 'procedure'::text])))
constraint episode_link.episode_link_pkey PRIMARY KEY (tenant_id, episode_id, memory_id)
constraint episode_link.episode_link_tenant_id_episode_id_fkey FOREIGN KEY (tenant_id, episode_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint episode_link.episode_link_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint erasure.erasure_pkey PRIMARY KEY (tenant_id, erasure_id)
constraint erasure.erasure_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
constraint erasure.erasure_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint erasure_target.erasure_target_pkey PRIMARY KEY (tenant_id, erasure_id, id)
constraint erasure_target.erasure_target_tenant_id_erasure_id_fkey FOREIGN KEY (tenant_id, erasure_id) REFERENCES palimpsest.erasure(tenant_id, erasure_id) ON DELETE CASCADE
constraint fact_count.fact_count_pkey PRIMARY KEY (tenant_id, owner_id, category)
constraint fact_count.fact_count_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint idempotency.idempotency_pkey PRIMARY KEY (tenant_id, principal_id, key)
constraint idempotency.idempotency_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint job.job_check CHECK ((((principal_id IS NULL) = (rights IS NULL)) AND ((principal_id IS NULL) = (principal_type IS NULL))))
constraint job.job_pkey PRIMARY KEY (tenant_id, job_id)
constraint job.job_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'DONE'::text, 'FAILED'::text, 'STOPPED'::text])))
constraint job.job_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint lexicon_stat.lexicon_stat_pkey PRIMARY KEY (tenant_id, shard)
constraint lexicon_stat.lexicon_stat_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint memory.memory_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text))
constraint memory.memory_boundary_class_check CHECK ((boundary_class = ANY (ARRAY['public'::text, 'internal'::text, 'pii'::text, 'secret'::text])))
constraint memory.memory_channel_check CHECK ((channel = ANY (ARRAY['private'::text, 'public'::text, 'team'::text, 'agent'::text])))
constraint memory.memory_importance_check CHECK (((importance >= (0)::double precision) AND (importance <= (1)::double precision)))
constraint memory.memory_origin_check CHECK ((origin = ANY (ARRAY['human'::text, 'agent'::text, 'tool'::text, 'document'::text, 'import'::text, 'capsule'::text])))
constraint memory.memory_pkey PRIMARY KEY (tenant_id, id)
constraint memory.memory_scope_check CHECK ((scope = ANY (ARRAY['session'::text, 'user'::text, 'project'::text, 'policy'::text, 'global'::text])))
constraint memory.memory_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint memory.memory_tenant_id_reading_position_key UNIQUE (tenant_id, reading_position)
constraint memory.memory_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'team'::text, 'tenant'::text, 'custom'::text])))
constraint memory_attribute.memory_attribute_pkey PRIMARY KEY (tenant_id, memory_id, name)
constraint memory_attribute.memory_attribute_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint memory_edit.memory_edit_cascade_check CHECK ((cascade = ANY (ARRAY['none'::text, 'quarantine'::text, 'rederive'::text, 'undo'::text])))
constraint memory_edit.memory_edit_op_check CHECK ((op = ANY (ARRAY['retract'::text, 'amend'::text, 'quarantine'::text, 'attenuate'::text, 'block'::text, 'restore'::text])))
constraint memory_edit.memory_edit_patch_check CHECK (((NOT (patch ? 'attributes'::text)) OR (jsonb_typeof((patch -> 'attributes'::text)) = 'object'::text)))
constraint memory_edit.memory_edit_pkey PRIMARY KEY (tenant_id, edit_id)
constraint memory_edit.memory_edit_proposer_type_check CHECK ((proposer_type = ANY (ARRAY['human'::text, 'agent'::text, 'service'::text])))
constraint memory_edit.memory_edit_reason_check CHECK ((length(btrim(reason)) > 0))
constraint memory_edit.memory_edit_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint memory_edit.memory_edit_twins_check CHECK ((twins = ANY (ARRAY['take'::text, 'leave'::text])))
constraint memory_edit_event.memory_edit_event_pkey PRIMARY KEY (tenant_id, edit_id)
constraint memory_edit_event.memory_edit_event_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text])))
constraint memory_edit_event.memory_edit_event_tenant_id_edit_id_fkey FOREIGN KEY (tenant_id, edit_id) REFERENCES palimpsest.memory_edit(tenant_id, edit_id) ON DELETE CASCADE
constraint memory_edit_pending.memory_edit_pending_pkey PRIMARY KEY (tenant_id, edit_id)
constraint memory_edit_pending.memory_edit_pending_tenant_id_edit_id_fkey FOREIGN KEY (tenant_id, edit_id) REFERENCES palimpsest.memory_edit(tenant_id, edit_id) ON DELETE CASCADE
constraint memory_link.memory_link_pkey PRIMARY KEY (tenant_id, from_id, to_id, type)
constraint memory_link.memory_link_tenant_id_from_id_fkey FOREIGN KEY (tenant_id, from_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint memory_link.memory_link_tenant_id_to_id_fkey FOREIGN KEY (tenant_id, to_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint memory_link.memory_link_type_check CHECK ((type = ANY (ARRAY['derived_from'::text, 'supersedes'::text, 'contradicts'::text, 'supports'::text, 'mentions'::text, 'part_of'::text, 'decided_in'::text])))
constraint memory_original.memory_original_attributes_check CHECK ((jsonb_typeof(attributes) = 'object'::text))
constraint memory_original.memory_original_pkey PRIMARY KEY (tenant_id, memory_id)
constraint memory_original.memory_original_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint memory_signal.memory_signal_escalated_to_check CHECK ((escalated_to = ANY (ARRAY['block'::text, 'absolute'::text])))
constraint memory_signal.memory_signal_pkey PRIMARY KEY (tenant_id, memory_id)
constraint memory_signal.memory_signal_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint memory_state.memory_state_pkey PRIMARY KEY (tenant_id, memory_id, seq)
constraint memory_state.memory_state_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint memory_tag.memory_tag_pkey PRIMARY KEY (tenant_id, memory_id, tag)
constraint memory_tag.memory_tag_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint memory_term.memory_term_pkey PRIMARY KEY (tenant_id, term, reading_position) INCLUDE (packed, guard, reader_key)
constraint memory_vector.memory_vector_pkey PRIMARY KEY (tenant_id, memory_id, space_id)
constraint memory_vector.memory_vector_space_id_fkey FOREIGN KEY (space_id) REFERENCES palimpsest.embedding_space(space_id)
constraint memory_vector.memory_vector_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint name_word.name_word_pkey PRIMARY KEY (tenant_id, word, mention_id)
constraint name_word.name_word_tenant_id_mention_id_fkey FOREIGN KEY (tenant_id, mention_id) REFERENCES palimpsest.entity_mention(tenant_id, mention_id) ON DELETE CASCADE
constraint outbox.outbox_data_check CHECK ((jsonb_typeof(data) = 'object'::text))
constraint outbox.outbox_own_check CHECK ((jsonb_typeof(own) = 'object'::text))
constraint outbox.outbox_pkey PRIMARY KEY (tenant_id, event_id)
constraint outbox.outbox_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint outbox.outbox_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint outbox.outbox_tenant_id_position_key UNIQUE (tenant_id, "position")
constraint plan.plan_pkey PRIMARY KEY (tenant_id, plan_id)
constraint plan.plan_status_check CHECK ((status = ANY (ARRAY['running'::text, 'paused'::text, 'completed'::text, 'failed'::text])))
constraint plan.plan_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint plan_correlation.plan_correlation_pkey PRIMARY KEY (tenant_id, plan_id, correlation_id)
constraint plan_correlation.plan_correlation_tenant_id_plan_id_fkey FOREIGN KEY (tenant_id, plan_id) REFERENCES palimpsest.plan(tenant_id, plan_id) ON DELETE CASCADE
constraint plan_state.plan_state_pkey PRIMARY KEY (tenant_id, plan_id, key)
constraint plan_state.plan_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint policy.policy_document_check CHECK ((jsonb_typeof(document) = 'object'::text))
constraint policy.policy_pkey PRIMARY KEY (tenant_id, seq)
constraint policy.policy_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint principal.principal_check CHECK (((suspended_at IS NULL) = (suspended_by IS NULL)))
constraint principal.principal_pkey PRIMARY KEY (tenant_id, principal_id)
constraint principal.principal_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint principal.principal_type_check CHECK ((type = ANY (ARRAY['human'::text, 'agent'::text, 'service'::text])))
constraint receipt.receipt_pkey PRIMARY KEY (tenant_id, acb_id)
constraint receipt.receipt_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint receipt_item.receipt_item_pkey PRIMARY KEY (tenant_id, acb_id, "position")
constraint receipt_item.receipt_item_tenant_id_acb_id_fkey FOREIGN KEY (tenant_id, acb_id) REFERENCES palimpsest.receipt(tenant_id, acb_id) ON DELETE CASCADE
constraint record.record_actor_type_check CHECK ((actor_type = ANY (ARRAY['human'::text, 'agent'::text, 'tool'::text])))
constraint record.record_channel_check CHECK ((channel = ANY (ARRAY['private'::text, 'public'::text, 'team'::text, 'agent'::text])))
constraint record.record_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'tool_call'::text, 'tool_result'::text, 'decision'::text, 'task_update'::text, 'artifact'::text])))
constraint record.record_pkey PRIMARY KEY (tenant_id, event_id)
constraint record.record_scope_check CHECK ((scope = ANY (ARRAY['session'::text, 'user'::text, 'project'::text, 'policy'::text, 'global'::text])))
constraint record.record_sensitivity_check CHECK ((sensitivity = ANY (ARRAY['none'::text, 'low'::text, 'high'::text, 'secret'::text])))
constraint record.record_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint record.record_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint rolled_back_work.rolled_back_work_pkey PRIMARY KEY (tenant_id, rollback_id, entry_id)
constraint rolled_back_work.rolled_back_work_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint rolled_back_work.rolled_back_work_what_check CHECK ((what = ANY (ARRAY['plan_state'::text, 'plan'::text, 'task_context'::text, 'session'::text, 'working_memory'::text])))
constraint rolling_back.rolling_back_pkey PRIMARY KEY (tenant_id, rollback_id, job_id)
constraint rolling_back.rolling_back_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint schema_migration.schema_migration_pkey PRIMARY KEY (version)
constraint session.session_pkey PRIMARY KEY (tenant_id, user_id, session_id)
constraint session.session_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint signal_entry.signal_entry_escalated_to_check CHECK ((escalated_to = ANY (ARRAY['block'::text, 'absolute'::text])))
constraint signal_entry.signal_entry_pkey PRIMARY KEY (tenant_id, memory_id, entry_id)
constraint signal_entry.signal_entry_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint signal_entry.signal_entry_tenant_id_other_id_fkey FOREIGN KEY (tenant_id, other_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint signal_entry.signal_entry_what_check CHECK ((what = ANY (ARRAY['confirmation'::text, 'activation'::text, 'success'::text, 'failure'::text, 'neutral'::text, 'false_positive'::text, 'escalation'::text, 'rise'::text, 'helpful'::text, 'harmful'::text, 'outdated'::text, 'duplicate'::text, 'supersedes'::text, 'contradicts'::text])))
constraint task_context.task_context_pkey PRIMARY KEY (tenant_id, task_id)
constraint task_context.task_context_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint task_subtask.task_subtask_pkey PRIMARY KEY (tenant_id, task_id, subtask_id)
constraint task_subtask.task_subtask_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES palimpsest.task_context(tenant_id, task_id) ON DELETE CASCADE
constraint tenant.tenant_pkey PRIMARY KEY (tenant_id)
constraint thread.thread_pkey PRIMARY KEY (tenant_id, session_id)
constraint thread.thread_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint told_time.told_time_check CHECK (((ends_at > starts_at) AND ((ends_at - starts_at) <= '366 days'::interval)))
constraint told_time.told_time_pkey PRIMARY KEY (tenant_id, memory_id, starts_at, ends_at)
constraint told_time.told_time_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint withheld_sentence.withheld_sentence_pkey PRIMARY KEY (tenant_id, head_id, digest, memory_id)
constraint withheld_sentence.withheld_sentence_tenant_id_memory_id_fkey FOREIGN KEY (tenant_id, memory_id) REFERENCES palimpsest.memory(tenant_id, id) ON DELETE CASCADE
constraint working_item.working_item_pkey PRIMARY KEY (tenant_id, principal_id, session_id, ref_id)
constraint working_item.working_item_relevance_check CHECK (((relevance >= (0)::double precision) AND (relevance <= (1)::double precision)))
constraint working_item.working_item_tenant_id_principal_id_session_id_fkey FOREIGN KEY (tenant_id, principal_id, session_id) REFERENCES palimpsest.working_memory(tenant_id, principal_id, session_id) ON DELETE CASCADE
constraint working_item.working_item_type_check CHECK ((type = ANY (ARRAY['fact'::text, 'procedure'::text, 'decision'::text, 'censor'::text, 'episode'::text])))
constraint working_memory.working_memory_pkey PRIMARY KEY (tenant_id, principal_id, session_id)
constraint working_memory.working_memory_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES palimpsest.tenant(tenant_id) ON DELETE CASCADE
constraint working_thread.working_thread_pkey PRIMARY KEY (tenant_id, principal_id, session_id, thread_id)
constraint working_thread.working_thread_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])))
constraint working_thread.working_thread_tenant_id_principal_id_session_id_fkey FOREIGN KEY (tenant_id, principal_id, session_id) REFERENCES palimpsest.working_memory(tenant_id, principal_id, session_id) ON DELETE CASCADE

-- indexes
CREATE INDEX active_context_expiry ON palimpsest.active_context USING btree (tenant_id, principal, expires_at)
CREATE UNIQUE INDEX active_context_pkey ON palimpsest.active_context USING btree (tenant_id, active_context_id)
CREATE INDEX api_key_hash ON palimpsest.api_key USING btree (hash)
CREATE INDEX api_key_made_by_key ON palimpsest.api_key USING btree (tenant_id, made_by_key) WHERE (made_by_key IS NOT NULL)
CREATE UNIQUE INDEX api_key_pkey ON palimpsest.api_key USING btree (tenant_id, key_id)
CREATE INDEX api_key_principal ON palimpsest.api_key USING btree (tenant_id, principal_id)
CREATE INDEX artifact_job ON palimpsest.artifact USING btree (tenant_id, job_id) WHERE (job_id IS NOT NULL)
CREATE UNIQUE INDEX artifact_latest ON palimpsest.artifact USING btree (tenant_id, head_id) WHERE is_latest
CREATE INDEX artifact_memory ON palimpsest.artifact USING btree (tenant_id, memory_id)
CREATE INDEX artifact_of_uid ON palimpsest.artifact USING btree (tenant_id, artifact_uid) WHERE (artifact_uid IS NOT NULL)
CREATE UNIQUE INDEX artifact_pkey ON palimpsest.artifact USING btree (tenant_id, artifact_id)
CREATE UNIQUE INDEX artifact_text ON palimpsest.artifact USING btree (tenant_id, head_id, content_hash) WHERE (head_id IS NOT NULL)
CREATE INDEX artifact_time ON palimpsest.artifact USING btree (tenant_id, ts DESC) WHERE is_latest
CREATE INDEX audit_entry_at ON palimpsest.audit_entry USING btree (tenant_id, at, seq)
CREATE UNIQUE INDEX audit_entry_pkey ON palimpsest.audit_entry USING btree (tenant_id, seq)
CREATE UNIQUE INDEX audit_head_pkey ON palimpsest.audit_head USING btree (tenant_id)
CREATE UNIQUE INDEX audit_unsealed_pkey ON palimpsest.audit_unsealed USING btree (tenant_id, at, audit_id)
CREATE INDEX boundary_escalation_newest ON palimpsest.boundary_escalation USING btree (tenant_id, created_at DESC, escalation_id DESC)
CREATE INDEX boundary_escalation_payload ON palimpsest.boundary_escalation USING btree (tenant_id, requested_by, payload_digest, created_at DESC)
CREATE UNIQUE INDEX boundary_escalation_pending ON palimpsest.boundary_escalation USING btree (tenant_id, requested_by, payload_digest) WHERE (status = 'pending'::text)
CREATE UNIQUE INDEX boundary_escalation_pkey ON palimpsest.boundary_escalation USING btree (tenant_id, escalation_id)
CREATE INDEX boundary_escalation_waiting ON palimpsest.boundary_escalation USING btree (tenant_id, requested_by) WHERE (status = 'pending'::text)
CREATE INDEX capsule_author ON palimpsest.capsule USING btree (tenant_id, author_id, created_at DESC)
CREATE INDEX capsule_expiry ON palimpsest.capsule USING btree (tenant_id, expires_at) WHERE (status = 'active'::text)
CREATE INDEX capsule_forwarded ON palimpsest.capsule USING btree (tenant_id, forwarded_from) WHERE (forwarded_from IS NOT NULL)
CREATE UNIQUE INDEX capsule_pkey ON palimpsest.capsule USING btree (tenant_id, memory_id)
CREATE UNIQUE INDEX capsule_access_pkey ON palimpsest.capsule_access USING btree (tenant_id, capsule_id, agent_id)
CREATE INDEX capsule_audience_of ON palimpsest.capsule_audience USING btree (tenant_id, capsule_id)
CREATE UNIQUE INDEX capsule_audience_pkey ON palimpsest.capsule_audience USING btree (tenant_id, agent_id, capsule_id) INCLUDE (expires_at, forwarded, listable)
CREATE INDEX capsule_item_holds ON palimpsest.capsule_item USING btree (tenant_id, item_id)
CREATE UNIQUE INDEX capsule_item_pkey ON palimpsest.capsule_item USING btree (tenant_id, capsule_id, "position")
CREATE INDEX claim_evidence_memory ON palimpsest.claim_evidence USING btree (tenant_id, memory_id, added_at)
CREATE UNIQUE INDEX claim_evidence_pkey ON palimpsest.claim_evidence USING btree (tenant_id, evidence_id)
CREATE INDEX claim_evidence_writer ON palimpsest.claim_evidence USING btree (tenant_id, writer) WHERE (rollback_id IS NULL)
CREATE UNIQUE INDEX claim_feedback_pkey ON palimpsest.claim_feedback USING btree (tenant_id, memory_id, principal, bucket)
CREATE UNIQUE INDEX embedding_space_model_key ON palimpsest.embedding_space USING btree (model)
CREATE UNIQUE INDEX embedding_space_pkey ON palimpsest.embedding_space USING btree (space_id)
CREATE UNIQUE INDEX one_active_space ON palimpsest.embedding_space USING btree ((true)) WHERE (state = 'active'::text)
CREATE INDEX entity_mention_also_in ON palimpsest.entity_mention USING btree (tenant_id, also_in) WHERE (also_in IS NOT NULL)
CREATE INDEX entity_mention_entity ON palimpsest.entity_mention USING btree (tenant_id, entity_id)
CREATE INDEX entity_mention_memory ON palimpsest.entity_mention USING btree (tenant_id, memory_id)
CREATE UNIQUE INDEX entity_mention_pkey ON palimpsest.entity_mention USING btree (tenant_id, mention_id)
CREATE INDEX entity_mention_source ON palimpsest.entity_mention USING btree (tenant_id, source_id, form_key)
CREATE INDEX episode_link_linker ON palimpsest.episode_link USING btree (tenant_id, linked_by) WHERE (rollback_id IS NULL)
CREATE INDEX episode_link_memory ON palimpsest.episode_link USING btree (tenant_id, memory_id)
CREATE UNIQUE INDEX episode_link_pkey ON palimpsest.episode_link USING btree (tenant_id, episode_id, memory_id)
CREATE INDEX erasure_newest ON palimpsest.erasure USING btree (tenant_id, requested_at DESC, erasure_id DESC)
CREATE UNIQUE INDEX erasure_open ON palimpsest.erasure USING btree (tenant_id, subject_digest) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]))
CREATE UNIQUE INDEX erasure_pkey ON palimpsest.erasure USING btree (tenant_id, erasure_id)
CREATE INDEX erasure_subject ON palimpsest.erasure USING btree (tenant_id, subject_digest)
CREATE UNIQUE INDEX erasure_target_pkey ON palimpsest.erasure_target USING btree (tenant_id, erasure_id, id)
CREATE UNIQUE INDEX fact_count_pkey ON palimpsest.fact_count USING btree (tenant_id, owner_id, category)
CREATE INDEX idempotency_age ON palimpsest.idempotency USING btree (tenant_id, created_at)
CREATE UNIQUE INDEX idempotency_pkey ON palimpsest.idempotency USING btree (tenant_id, principal_id, key)
CREATE INDEX job_kind ON palimpsest.job USING btree (tenant_id, kind, updated_at DESC)
CREATE INDEX job_leased ON palimpsest.job USING btree (locked_until) WHERE (status = 'PROCESSING'::text)
CREATE UNIQUE INDEX job_one_of_kind ON palimpsest.job USING btree (tenant_id, kind, ((payload ->> 'key'::text)), COALESCE(principal_id, ''::text)) WHERE ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])) AND (payload ? 'key'::text))
CREATE UNIQUE INDEX job_pkey ON palimpsest.job USING btree (tenant_id, job_id)
CREATE INDEX job_ready ON palimpsest.job USING btree (tenant_id, priority DESC, run_at) WHERE (status = 'PENDING'::text)
CREATE UNIQUE INDEX lexicon_stat_pkey ON palimpsest.lexicon_stat USING btree (tenant_id, shard)
CREATE INDEX memory_beyond_sessions ON palimpsest.memory USING btree (tenant_id, occurred_at DESC) WHERE (scope IS DISTINCT FROM 'session'::text)
CREATE INDEX memory_blocked ON palimpsest.memory USING btree (tenant_id) WHERE (blocked_channels <> '{}'::text[])
CREATE INDEX memory_channel ON palimpsest.memory USING btree (tenant_id, channel, occurred_at DESC)
CREATE INDEX memory_document_expiry ON palimpsest.memory USING btree (tenant_id, expires_at) WHERE ((origin = 'document'::text) AND (expires_at IS NOT NULL) AND (NOT retracted))
CREATE INDEX memory_event_category ON palimpsest.memory USING btree (tenant_id, event_category, event_time DESC NULLS LAST, recorded_at DESC, id DESC) INCLUDE (kind, status, retracted, quarantined, blocked_channels, boundary_class, expires_at, channel, scope, visibility, owner_id, audience) WHERE (event_category IS NOT NULL)
CREATE INDEX memory_event_time ON palimpsest.memory USING btree (tenant_id, event_time DESC NULLS LAST, recorded_at DESC, id DESC) INCLUDE (event_category, kind, status, retracted, quarantined, blocked_channels, boundary_class, expires_at, channel, scope, visibility, owner_id, audience) WHERE (event_category IS NOT NULL)
CREATE INDEX memory_expiry ON palimpsest.memory USING btree (tenant_id, expires_at) WHERE ((expires_at IS NOT NULL) AND (kind <> 'capsule'::text) AND (NOT retracted))
CREATE INDEX memory_hash ON palimpsest.memory USING btree (tenant_id, content_hash)
CREATE INDEX memory_kind ON palimpsest.memory USING btree (tenant_id, kind, status, occurred_at DESC) WHERE (kind <> 'chunk'::text)
CREATE INDEX memory_kind_time ON palimpsest.memory USING btree (tenant_id, kind, occurred_at DESC) WHERE (kind <> 'chunk'::text)
CREATE INDEX memory_original_hash ON palimpsest.memory USING btree (tenant_id, original_hash) WHERE (retracted AND (original_words_hash IS NULL))
CREATE INDEX memory_original_words ON palimpsest.memory USING btree (tenant_id, original_words_hash) WHERE (retracted AND (original_words_hash IS NOT NULL))
CREATE INDEX memory_pending ON palimpsest.memory USING btree (tenant_id, recorded_at) WHERE (status = 'pending'::text)
CREATE UNIQUE INDEX memory_pkey ON palimpsest.memory USING btree (tenant_id, id)
CREATE INDEX memory_project ON palimpsest.memory USING btree (tenant_id, project_id, occurred_at DESC) WHERE (project_id IS NOT NULL)
CREATE INDEX memory_quarantined ON palimpsest.memory USING btree (tenant_id, occurred_at DESC) WHERE quarantined
CREATE INDEX memory_recorded ON palimpsest.memory USING btree (tenant_id, recorded_at DESC)
CREATE INDEX memory_retracted ON palimpsest.memory USING btree (tenant_id, occurred_at DESC) WHERE retracted
CREATE INDEX memory_reworded ON palimpsest.memory USING btree (tenant_id, original_hash) WHERE (original_hash <> content_hash)
CREATE INDEX memory_scope ON palimpsest.memory USING btree (tenant_id, scope, occurred_at DESC) WHERE (scope IS NOT NULL)
CREATE INDEX memory_session ON palimpsest.memory USING btree (tenant_id, session_id, occurred_at DESC) WHERE (session_id IS NOT NULL)
CREATE INDEX memory_speaker ON palimpsest.memory USING btree (tenant_id, speaker, occurred_at DESC) WHERE (speaker IS NOT NULL)
CREATE INDEX memory_subject ON palimpsest.memory USING btree (tenant_id, subject_type, subject_id, occurred_at DESC) WHERE ((subject_type IS NOT NULL) AND (subject_id IS NOT NULL))
CREATE INDEX memory_subject_id ON palimpsest.memory USING btree (tenant_id, subject_id, occurred_at DESC) WHERE (subject_id IS NOT NULL)
CREATE INDEX memory_subject_type ON palimpsest.memory USING btree (tenant_id, subject_type, occurred_at DESC) WHERE (subject_type IS NOT NULL)
CREATE INDEX memory_subject_untyped ON palimpsest.memory USING btree (tenant_id, subject_id) WHERE ((subject_type IS NULL) AND (subject_id IS NOT NULL))
CREATE INDEX memory_tagged ON palimpsest.memory USING btree (tenant_id, occurred_at DESC) WHERE (tags <> '{}'::text[])
CREATE UNIQUE INDEX memory_tenant_id_reading_position_key ON palimpsest.memory USING btree (tenant_id, reading_position)
CREATE INDEX memory_time ON palimpsest.memory USING btree (tenant_id, occurred_at DESC)
CREATE INDEX memory_without_words ON palimpsest.memory USING btree (tenant_id, id) WHERE ((words_hash IS NULL) OR (original_words_hash IS NULL))
CREATE INDEX memory_words ON palimpsest.memory USING btree (tenant_id, words_hash) WHERE (words_hash IS NOT NULL)
CREATE INDEX memory_writer ON palimpsest.memory USING btree (tenant_id, writer, recorded_at)
CREATE INDEX memory_writer_time ON palimpsest.memory USING btree (tenant_id, writer, occurred_at DESC)
CREATE UNIQUE INDEX memory_attribute_pkey ON palimpsest.memory_attribute USING btree (tenant_id, memory_id, name)
CREATE INDEX memory_attribute_value ON palimpsest.memory_attribute USING btree (tenant_id, kind, name, value, occurred_at DESC, memory_id DESC)
CREATE INDEX memory_edit_cause ON palimpsest.memory_edit USING btree (tenant_id, caused_by) WHERE (caused_by IS NOT NULL)
CREATE UNIQUE INDEX memory_edit_pkey ON palimpsest.memory_edit USING btree (tenant_id, edit_id)
CREATE INDEX memory_edit_proposer ON palimpsest.memory_edit USING btree (tenant_id, proposer_id, created_at)
CREATE INDEX memory_edit_rollback ON palimpsest.memory_edit USING btree (tenant_id, rollback_id) WHERE (rollback_id IS NOT NULL)
CREATE INDEX memory_edit_target ON palimpsest.memory_edit USING btree (tenant_id, memory_id)
CREATE INDEX memory_edit_time ON palimpsest.memory_edit USING btree (tenant_id, created_at DESC, edit_id DESC)
CREATE UNIQUE INDEX memory_edit_event_pkey ON palimpsest.memory_edit_event USING btree (tenant_id, edit_id)
CREATE INDEX memory_edit_event_rollback ON palimpsest.memory_edit_event USING btree (tenant_id, rollback_id) WHERE (rollback_id IS NOT NULL)
CREATE INDEX memory_edit_event_target ON palimpsest.memory_edit_event USING btree (tenant_id, memory_id, seq)
CREATE INDEX memory_edit_event_time ON palimpsest.memory_edit_event USING btree (tenant_id, at)
CREATE UNIQUE INDEX memory_edit_pending_pkey ON palimpsest.memory_edit_pending USING btree (tenant_id, edit_id)
CREATE INDEX memory_edit_pending_target ON palimpsest.memory_edit_pending USING btree (tenant_id, memory_id)
CREATE UNIQUE INDEX memory_link_pkey ON palimpsest.memory_link USING btree (tenant_id, from_id, to_id, type)
CREATE INDEX memory_link_to ON palimpsest.memory_link USING btree (tenant_id, to_id, type)
CREATE UNIQUE INDEX memory_original_pkey ON palimpsest.memory_original USING btree (tenant_id, memory_id)
CREATE UNIQUE INDEX memory_signal_pkey ON palimpsest.memory_signal USING btree (tenant_id, memory_id)
CREATE INDEX memory_state_actor ON palimpsest.memory_state USING btree (tenant_id, actor_id)
CREATE UNIQUE INDEX memory_state_pkey ON palimpsest.memory_state USING btree (tenant_id, memory_id, seq)
CREATE INDEX memory_state_rollback ON palimpsest.memory_state USING btree (tenant_id, rollback_id) WHERE (rollback_id IS NOT NULL)
CREATE UNIQUE INDEX memory_tag_pkey ON palimpsest.memory_tag USING btree (tenant_id, memory_id, tag)
CREATE INDEX memory_tag_time ON palimpsest.memory_tag USING btree (tenant_id, tag, occurred_at DESC, memory_id DESC)
CREATE UNIQUE INDEX memory_term_pkey ON palimpsest.memory_term USING btree (tenant_id, term, reading_position) INCLUDE (packed, guard, reader_key)
CREATE INDEX memory_term_position ON palimpsest.memory_term USING btree (reading_position)
CREATE INDEX memory_vector_kind ON palimpsest.memory_vector USING btree (tenant_id, kind)
CREATE UNIQUE INDEX memory_vector_pkey ON palimpsest.memory_vector USING btree (tenant_id, memory_id, space_id)
CREATE INDEX name_word_mention ON palimpsest.name_word USING btree (tenant_id, mention_id)
CREATE UNIQUE INDEX name_word_pkey ON palimpsest.name_word USING btree (tenant_id, word, mention_id)
CREATE INDEX outbox_memory ON palimpsest.outbox USING btree (tenant_id, memory_id)
CREATE UNIQUE INDEX outbox_pkey ON palimpsest.outbox USING btree (tenant_id, event_id)
CREATE UNIQUE INDEX outbox_tenant_id_position_key ON palimpsest.outbox USING btree (tenant_id, "position")
CREATE INDEX outbox_type ON palimpsest.outbox USING btree (tenant_id, type, "position")
CREATE INDEX plan_before ON palimpsest.plan USING btree (tenant_id, ((before ->> 'writer'::text))) WHERE (before IS NOT NULL)
CREATE INDEX plan_newest ON palimpsest.plan USING btree (tenant_id, created_at DESC, plan_id DESC)
CREATE UNIQUE INDEX plan_pkey ON palimpsest.plan USING btree (tenant_id, plan_id)
CREATE INDEX plan_session ON palimpsest.plan USING btree (tenant_id, session_id, created_at DESC) WHERE (session_id IS NOT NULL)
CREATE INDEX plan_status ON palimpsest.plan USING btree (tenant_id, status, created_at DESC)
CREATE INDEX plan_user ON palimpsest.plan USING btree (tenant_id, user_id, created_at DESC)
CREATE INDEX plan_writer ON palimpsest.plan USING btree (tenant_id, writer) WHERE (writer IS NOT NULL)
CREATE INDEX plan_correlation_id ON palimpsest.plan_correlation USING btree (tenant_id, correlation_id)
CREATE UNIQUE INDEX plan_correlation_pkey ON palimpsest.plan_correlation USING btree (tenant_id, plan_id, correlation_id)
CREATE INDEX plan_state_before ON palimpsest.plan_state USING btree (tenant_id, ((before ->> 'updated_by'::text))) WHERE (before IS NOT NULL)
CREATE UNIQUE INDEX plan_state_pkey ON palimpsest.plan_state USING btree (tenant_id, plan_id, key)
CREATE INDEX plan_state_writer ON palimpsest.plan_state USING btree (tenant_id, updated_by)
CREATE UNIQUE INDEX policy_pkey ON palimpsest.policy USING btree (tenant_id, seq)
CREATE UNIQUE INDEX principal_pkey ON palimpsest.principal USING btree (tenant_id, principal_id)
CREATE UNIQUE INDEX receipt_pkey ON palimpsest.receipt USING btree (tenant_id, acb_id)
CREATE INDEX receipt_time ON palimpsest.receipt USING btree (tenant_id, created_at DESC)
CREATE INDEX receipt_item_memory ON palimpsest.receipt_item USING btree (tenant_id, memory_id)
CREATE UNIQUE INDEX receipt_item_pkey ON palimpsest.receipt_item USING btree (tenant_id, acb_id, "position")
CREATE INDEX record_memory ON palimpsest.record USING btree (tenant_id, memory_id) WHERE (memory_id IS NOT NULL)
CREATE UNIQUE INDEX record_pkey ON palimpsest.record USING btree (tenant_id, event_id)
CREATE INDEX record_session ON palimpsest.record USING btree (tenant_id, session_id, ts DESC)
CREATE UNIQUE INDEX rolled_back_work_pkey ON palimpsest.rolled_back_work USING btree (tenant_id, rollback_id, entry_id)
CREATE UNIQUE INDEX rolling_back_pkey ON palimpsest.rolling_back USING btree (tenant_id, rollback_id, job_id)
CREATE UNIQUE INDEX schema_migration_pkey ON palimpsest.schema_migration USING btree (version)
CREATE INDEX session_agent ON palimpsest.session USING btree (tenant_id, user_id, agent_id, last_interaction DESC) WHERE (agent_id IS NOT NULL)
CREATE INDEX session_latest ON palimpsest.session USING btree (tenant_id, user_id, last_interaction DESC, session_id DESC)
CREATE UNIQUE INDEX session_pkey ON palimpsest.session USING btree (tenant_id, user_id, session_id)
CREATE INDEX signal_entry_other ON palimpsest.signal_entry USING btree (tenant_id, other_id) WHERE (other_id IS NOT NULL)
CREATE UNIQUE INDEX signal_entry_pkey ON palimpsest.signal_entry USING btree (tenant_id, memory_id, entry_id)
CREATE INDEX signal_entry_rollback ON palimpsest.signal_entry USING btree (tenant_id, rollback_id) WHERE (rollback_id IS NOT NULL)
CREATE INDEX signal_entry_writer ON palimpsest.signal_entry USING btree (tenant_id, writer, at) WHERE (rollback_id IS NULL)
CREATE INDEX task_context_before ON palimpsest.task_context USING btree (tenant_id, ((before ->> 'writer'::text))) WHERE (before IS NOT NULL)
CREATE UNIQUE INDEX task_context_pkey ON palimpsest.task_context USING btree (tenant_id, task_id)
CREATE INDEX task_context_plan ON palimpsest.task_context USING btree (tenant_id, plan_id) WHERE (plan_id IS NOT NULL)
CREATE INDEX task_context_writer ON palimpsest.task_context USING btree (tenant_id, writer) WHERE (writer IS NOT NULL)
CREATE INDEX task_subtask_id ON palimpsest.task_subtask USING btree (tenant_id, subtask_id)
CREATE UNIQUE INDEX task_subtask_pkey ON palimpsest.task_subtask USING btree (tenant_id, task_id, subtask_id)
CREATE UNIQUE INDEX tenant_pkey ON palimpsest.tenant USING btree (tenant_id)
CREATE UNIQUE INDEX thread_pkey ON palimpsest.thread USING btree (tenant_id, session_id)
CREATE UNIQUE INDEX told_time_pkey ON palimpsest.told_time USING btree (tenant_id, memory_id, starts_at, ends_at)
CREATE INDEX told_time_start ON palimpsest.told_time USING btree (tenant_id, reach, starts_at)
CREATE INDEX withheld_sentence_memory ON palimpsest.withheld_sentence USING btree (tenant_id, memory_id)
CREATE UNIQUE INDEX withheld_sentence_pkey ON palimpsest.withheld_sentence USING btree (tenant_id, head_id, digest, memory_id)
CREATE UNIQUE INDEX working_item_pkey ON palimpsest.working_item USING btree (tenant_id, principal_id, session_id, ref_id)
CREATE UNIQUE INDEX working_memory_pkey ON palimpsest.working_memory USING btree (tenant_id, principal_id, session_id)
CREATE UNIQUE INDEX working_thread_pkey ON palimpsest.working_thread USING btree (tenant_id, principal_id, session_id, thread_id)

-- sequences
sequence embedding_space_space_id_seq
sequence memory_edit_event_seq_seq
sequence memory_state_seq_seq
sequence policy_seq_seq
sequence solo_position
sequence thread_thread_no_seq

-- policies
policy active_context.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy active_context.own PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (principal = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())))) check (((tenant_id = palimpsest.tenant()) AND (principal = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal()))))
policy api_key.admin_revokes PERMISSIVE for UPDATE to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (palimpsest.role() = 'admin'::text))) check (-)
policy api_key.definer_by_hash PERMISSIVE for ALL to palimpsest_definer using (true) check (-)
policy api_key.of_tenant PERMISSIVE for SELECT to palimpsest_app, palimpsest_worker using ((tenant_id = palimpsest.tenant())) check (-)
policy api_key.within_maker PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (made_by = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())) AND (NOT (made_by_key IS DISTINCT FROM palimpsest.key())) AND palimpsest.may_make_key(principal_id, role, scopes, teams, grants, expires_at)))
policy artifact.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy artifact.of_visible_memory PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND palimpsest.artifact_open(head_id) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = artifact.memory_id) AND ((artifact.head_id IS NOT NULL) OR ((NOT m.retracted) AND (NOT m.amended) AND (NOT m.quarantined))))
 OFFSET 0)))) check (((tenant_id = palimpsest.tenant()) AND (owner_id = palimpsest.principal())))
policy audit_entry.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy audit_entry.tenant_only PERMISSIVE for SELECT to palimpsest_app using ((tenant_id = palimpsest.tenant())) check (-)
policy audit_head.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy audit_head.tenant_only PERMISSIVE for SELECT to palimpsest_app using ((tenant_id = palimpsest.tenant())) check (-)
policy audit_unsealed.definer_finds PERMISSIVE for SELECT to palimpsest_definer using (true) check (-)
policy audit_unsealed.definer_in_tenant PERMISSIVE for DELETE to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy audit_unsealed.in_tenant PERMISSIVE for INSERT to palimpsest_app, palimpsest_worker using (-) check ((tenant_id = palimpsest.tenant()))
policy boundary_escalation.another_person_decides PERMISSIVE for UPDATE to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (status = ANY (ARRAY['pending'::text, 'approved'::text])) AND (palimpsest.principal_type() = 'human'::text) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND (requested_by <> ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())))) check ((decided_by = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())))
policy boundary_escalation.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy boundary_escalation.own_and_undecided PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (requested_by = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())) AND (status = 'pending'::text) AND (decided_by IS NULL) AND (expires_at IS NULL)))
policy boundary_escalation.own_or_reviewer PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND ((requested_by = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())) OR (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))))) check (-)
policy capsule.author_or_open PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND ((author_id = palimpsest.principal()) OR palimpsest.governs_capsules() OR ((status = 'active'::text) AND (NOT closed_by_edit) AND (expires_at > now()) AND (audience && palimpsest.readers()) AND ((forwarded_from IS NULL) OR palimpsest.chain_open(forwarded_from)))))) check (-)
policy capsule.author_writes PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (author_id = palimpsest.principal()) AND (NOT closed_by_edit) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = capsule.memory_id) AND (m.owner_id = palimpsest.principal()) AND (m.kind = 'capsule'::text) AND (m.audience = capsule.audience) AND (m.subject_type = capsule.subject_type) AND (m.subject_id = capsule.subject_id))))))
policy capsule.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy capsule.definer_sees_due PERMISSIVE for SELECT to palimpsest_definer using (((status = 'active'::text) AND (expires_at <= clock_timestamp()))) check (-)
policy capsule_access.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy capsule_access.own_or_author PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND ((agent_id = palimpsest.principal()) OR palimpsest.governs_capsules() OR (EXISTS ( SELECT 1
   FROM palimpsest.capsule c
  WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.memory_id = capsule_access.capsule_id) AND (c.author_id = palimpsest.principal()))))))) check (((tenant_id = palimpsest.tenant()) AND (agent_id = palimpsest.principal())))
policy capsule_audience.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy capsule_audience.own_audience PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (agent_id = ANY (palimpsest.readers())))) check (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.capsule c
  WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.memory_id = capsule_audience.capsule_id) AND (c.author_id = palimpsest.principal()))))))
policy capsule_item.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy capsule_item.of_visible_capsule PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.capsule c
  WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.memory_id = capsule_item.capsule_id)))) AND
CASE item_type
    WHEN 'memory'::text THEN (EXISTS ( SELECT 1
       FROM palimpsest.memory m
      WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = capsule_item.item_id))
     OFFSET 0))
    ELSE (EXISTS ( SELECT 1
       FROM palimpsest.artifact a
      WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_id = capsule_item.item_id))
     OFFSET 0))
END)) check (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.capsule c
  WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.memory_id = capsule_item.capsule_id) AND (c.author_id = palimpsest.principal()))))))
policy claim_evidence.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy claim_evidence.of_visible_memory PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = claim_evidence.memory_id)))))) check (-)
policy claim_evidence.own_of_visible_memory PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (writer = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = claim_evidence.memory_id))))))
policy claim_feedback.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy claim_feedback.own PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (principal = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())))) check (-)
policy claim_feedback.own_of_visible_memory PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (principal = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = claim_feedback.memory_id))))))
policy embedding_space.definer_moves PERMISSIVE for ALL to palimpsest_definer using (true) check (true)
policy embedding_space.readable PERMISSIVE for SELECT to palimpsest_app, palimpsest_worker using (true) check (-)
policy entity_mention.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy entity_mention.of_visible_memory PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = entity_mention.memory_id)))) AND ((also_in IS NULL) OR (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = entity_mention.also_in))))))) check (-)
policy episode_link.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy episode_link.of_visible_memories PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = episode_link.episode_id))
 OFFSET 0)) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = episode_link.memory_id))
 OFFSET 0)))) check (((tenant_id = palimpsest.tenant()) AND (linked_by = palimpsest.principal()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = episode_link.episode_id)))) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = episode_link.memory_id))))))
policy erasure.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy erasure_target.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy fact_count.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy idempotency.tenant_only PERMISSIVE for ALL to palimpsest_app, palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy job.definer_claims PERMISSIVE for ALL to palimpsest_definer using (true) check (true)
policy job.own_or_admin PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND ((principal_id = palimpsest.principal()) OR (palimpsest.role() = 'admin'::text) OR ((kind = 'extract_events'::text) AND (palimpsest.passage_of_job(job_id, (payload ->> 'artifact_id'::text)) IS NOT NULL))))) check (-)
policy job.own_rights PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (principal_id = palimpsest.principal()) AND (principal_type = palimpsest.principal_type()) AND ((rights ->> 'role'::text) = palimpsest.role())))
policy lexicon_stat.tenant_only PERMISSIVE for ALL to palimpsest_app, palimpsest_definer, palimpsest_worker using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy memory.admin_imports PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (palimpsest.role() = 'admin'::text) AND (imported IS NOT NULL) AND (NOT retracted) AND (NOT amended) AND (edited_by = '{}'::text[]) AND (edit_count = 0)))
policy memory.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy memory.own_writes PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (owner_id = palimpsest.principal()) AND (writer = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())) AND (NOT retracted) AND (NOT amended) AND (edited_by = '{}'::text[]) AND (edit_count = 0)))
policy memory.visible_rows PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (palimpsest.visible(visibility, owner_id, audience) OR ((kind = 'capsule'::text) AND palimpsest.governs_capsules())) AND ((kind <> 'capsule'::text) OR (owner_id = palimpsest.principal()) OR palimpsest.governs_capsules() OR (palimpsest.chain_open(id) IS NOT FALSE)))) check (-)
policy memory_attribute.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy memory_edit.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy memory_edit.of_reachable_memory PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (proposer_id = palimpsest.principal()) AND (proposer_type = palimpsest.principal_type()) AND ((rollback_id IS NULL) OR (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))) AND ((EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_edit.memory_id)))) OR ((op = ANY (ARRAY['retract'::text, 'quarantine'::text, 'block'::text, 'restore'::text])) AND palimpsest.memory_reachable(memory_id)))))
policy memory_edit.of_visible_memory_or_own PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND ((proposer_id = palimpsest.principal()) OR (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_edit.memory_id))
 OFFSET 0))))) check (-)
policy memory_edit_event.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy memory_edit_event.of_reachable_memory PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (actor_id = palimpsest.principal()) AND (actor_type = palimpsest.principal_type()) AND (by_reviewer = (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))) AND ((EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_edit_event.memory_id)))) OR palimpsest.memory_reachable(memory_id))))
policy memory_edit_event.of_visible_memory_or_own PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND ((actor_id = palimpsest.principal()) OR (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_edit_event.memory_id))
 OFFSET 0))))) check (-)
policy memory_edit_pending.definer_imports PERMISSIVE for INSERT to palimpsest_definer using (-) check ((tenant_id = palimpsest.tenant()))
policy memory_edit_pending.definer_in_tenant PERMISSIVE for SELECT to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy memory_edit_pending.tenant_only PERMISSIVE for ALL to palimpsest_app using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy memory_link.between_visible PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_link.from_id)))) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_link.to_id)))))) check (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_link.to_id))))))
policy memory_link.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy memory_link.from_own_memory RESTRICTIVE for INSERT to palimpsest_app using (-) check ((EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_link.from_id) AND (m.owner_id = palimpsest.principal())))))
policy memory_original.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy memory_original.insert_only PERMISSIVE for INSERT to palimpsest_app using (-) check ((tenant_id = ( SELECT palimpsest.tenant() AS tenant)))
policy memory_signal.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy memory_signal.of_visible_memory PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_signal.memory_id)))))) check ((tenant_id = palimpsest.tenant()))
policy memory_state.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy memory_state.of_visible_memory PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_state.memory_id)))))) check (((tenant_id = palimpsest.tenant()) AND (actor_id = palimpsest.principal())))
policy memory_tag.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy memory_tag.of_visible_memory PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_tag.memory_id))
 OFFSET 0)))) check (-)
policy memory_term.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy memory_term.insert_in_tenant PERMISSIVE for INSERT to palimpsest_app using (-) check ((tenant_id = ( SELECT palimpsest.tenant() AS tenant)))
policy memory_term.open_or_visible PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND
CASE
    WHEN (reader_key IS NOT NULL) THEN (reader_key = ANY (ARRAY[(0)::bigint, ( SELECT palimpsest.owner_key(palimpsest.principal()) AS owner_key)]))
    ELSE (EXISTS ( SELECT 1
       FROM palimpsest.memory m
      WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.reading_position = memory_term.reading_position))
     OFFSET 0))
END)) check (-)
policy memory_vector.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy memory_vector.insert_in_tenant PERMISSIVE for INSERT to palimpsest_app using (-) check ((tenant_id = ( SELECT palimpsest.tenant() AS tenant)))
policy memory_vector.open_or_visible PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND
CASE
    WHEN (reader_key IS NOT NULL) THEN (reader_key = ANY (ARRAY[(0)::bigint, ( SELECT palimpsest.owner_key(palimpsest.principal()) AS owner_key)]))
    ELSE (EXISTS ( SELECT 1
       FROM palimpsest.memory m
      WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_vector.memory_id))
     OFFSET 0))
END)) check (-)
policy name_word.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy outbox.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy plan.changed_in_tenant PERMISSIVE for UPDATE to palimpsest_app using ((tenant_id = palimpsest.tenant())) check (-)
policy plan.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy plan.own_name PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (user_id = palimpsest.principal())))
policy plan.own_or_reviewer PERMISSIVE for DELETE to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND ((user_id = palimpsest.principal()) OR (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))))) check (-)
policy plan.shared_in_tenant PERMISSIVE for SELECT to palimpsest_app using ((tenant_id = palimpsest.tenant())) check (-)
policy plan_correlation.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy plan_correlation.shared_in_tenant PERMISSIVE for ALL to palimpsest_app using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy plan_state.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy plan_state.shared_in_tenant PERMISSIVE for ALL to palimpsest_app using ((tenant_id = palimpsest.tenant())) check (((tenant_id = palimpsest.tenant()) AND (updated_by = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal()))))
policy policy.admin_applies PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (palimpsest.role() = 'admin'::text) AND (applied_by = palimpsest.principal())))
policy policy.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy policy.of_tenant PERMISSIVE for SELECT to palimpsest_app, palimpsest_worker using ((tenant_id = palimpsest.tenant())) check (-)
policy principal.definer_in_tenant PERMISSIVE for SELECT to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy principal.reviewers_suspend RESTRICTIVE for UPDATE to palimpsest_app using ((palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))) check (-)
policy principal.tenant_only PERMISSIVE for ALL to palimpsest_app, palimpsest_worker using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy receipt.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy receipt.own_or_reviewer PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND ((principal_id = palimpsest.principal()) OR (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))))) check (((tenant_id = palimpsest.tenant()) AND (principal_id = palimpsest.principal())))
policy receipt_item.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy receipt_item.of_visible_receipt PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.receipt r
  WHERE ((r.tenant_id = palimpsest.tenant()) AND (r.acb_id = receipt_item.acb_id)))))) check ((tenant_id = palimpsest.tenant()))
policy record.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy record.of_visible_memory PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND ((memory_id IS NULL) OR (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = record.memory_id))))))) check (((tenant_id = palimpsest.tenant()) AND (principal_id = palimpsest.principal())))
policy rolled_back_work.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy rolling_back.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy rolling_back.tenant_only PERMISSIVE for SELECT to palimpsest_app using ((tenant_id = palimpsest.tenant())) check (-)
policy schema_migration.schema_migration_insert PERMISSIVE for INSERT to public using (-) check (true)
policy schema_migration.schema_migration_read PERMISSIVE for SELECT to public using (true) check (-)
policy session.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy session.own PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (user_id = palimpsest.principal()))) check (((tenant_id = palimpsest.tenant()) AND (user_id = palimpsest.principal())))
policy signal_entry.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy signal_entry.own_of_visible_memory PERMISSIVE for INSERT to palimpsest_app using (-) check (((tenant_id = palimpsest.tenant()) AND (writer = ((palimpsest.principal_type() || ':'::text) || palimpsest.principal())) AND (rollback_id IS NULL) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = signal_entry.memory_id))))))
policy task_context.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy task_context.shared_in_tenant PERMISSIVE for ALL to palimpsest_app using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy task_subtask.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy task_subtask.shared_in_tenant PERMISSIVE for ALL to palimpsest_app using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy tenant.definer_lists PERMISSIVE for ALL to palimpsest_definer using (true) check (-)
policy tenant.tenant_only PERMISSIVE for ALL to palimpsest_app, palimpsest_worker using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy thread.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy thread.tenant_only PERMISSIVE for ALL to palimpsest_app using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy told_time.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy told_time.of_visible_memory PERMISSIVE for SELECT to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (EXISTS ( SELECT 1
   FROM palimpsest.memory m
  WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = told_time.memory_id))
 OFFSET 0)))) check (-)
policy withheld_sentence.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check ((tenant_id = palimpsest.tenant()))
policy working_item.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy working_item.own PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (principal_id = palimpsest.principal()))) check (((tenant_id = palimpsest.tenant()) AND (principal_id = palimpsest.principal())))
policy working_memory.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy working_memory.own PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (principal_id = palimpsest.principal()))) check (((tenant_id = palimpsest.tenant()) AND (principal_id = palimpsest.principal())))
policy working_thread.definer_in_tenant PERMISSIVE for ALL to palimpsest_definer using ((tenant_id = palimpsest.tenant())) check (-)
policy working_thread.own PERMISSIVE for ALL to palimpsest_app using (((tenant_id = palimpsest.tenant()) AND (principal_id = palimpsest.principal()))) check (((tenant_id = palimpsest.tenant()) AND (principal_id = palimpsest.principal())))

-- functions
CREATE OR REPLACE FUNCTION palimpsest.addressed(p_visibility text, p_owner text, p_audience text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((p_visibility = 'tenant'::text) OR (p_owner = palimpsest.principal()) OR ((p_visibility = ANY (ARRAY['team'::text, 'custom'::text])) AND (p_audience && palimpsest.readers())))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.advance_space(p_space integer, p_going_on boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  tenant_before text := current_setting('palimpsest.tenant', true);
  t record;
  lacking bigint;
  any_lacks boolean := false;
  now_state text;
begin
  select s.state into strict now_state from palimpsest.embedding_space s where s.space_id = p_space for update;
  if p_going_on and (now_state <> 'filling' or exists (
    select 1 from palimpsest.space_progress(p_space) p where p.open_jobs > 0 or p.failed_jobs > 0)) then
    return now_state;
  end if;
  for t in select tenant.tenant_id from palimpsest.tenant order by tenant.tenant_id loop
    perform set_config('palimpsest.tenant', t.tenant_id, true);
    select c.missing into lacking from palimpsest.space_counts() c where c.space_id = p_space;
    continue when lacking = 0;
    any_lacks := true;
    insert into palimpsest.job (tenant_id, job_id, kind, payload, progress)
    values (t.tenant_id, palimpsest.new_job_id(), 'embedding_fill',
            jsonb_build_object('key', 'space ' || p_space, 'space', p_space),
            jsonb_build_object('done', 0, 'total', lacking))
    on conflict do nothing;
  end loop;
  perform set_config('palimpsest.tenant', coalesce(tenant_before, ''), true);
  if not any_lacks then
    update palimpsest.embedding_space set state = 'retired' where state = 'active' and space_id <> p_space;
    update palimpsest.embedding_space set state = 'active' where space_id = p_space;
    return 'active';
  end if;
  if now_state = 'active' then
    return 'active';
  end if;
  update palimpsest.embedding_space set state = 'filling' where space_id = p_space;
  return 'filling';
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.artifact_heads(p_uid text)
 RETURNS TABLE(head_id text, owner_id text, retracted boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
     m.owner_id,
     m.retracted
    FROM (( SELECT a.head_id,
             max(a.ts) AS ts
            FROM palimpsest.artifact a
           WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_uid = artifact_heads.p_uid))
           GROUP BY a.head_id) d
      CROSS JOIN LATERAL ( SELECT h.tenant_id,
             h.id,
             h.kind,
             h.as_chunk,
             h.origin,
             h.writer,
             h.speaker,
             h.reading_position,
             h.scope,
             h.subject_type,
             h.subject_id,
             h.project_id,
             h.session_id,
             h.channel,
             h.owner_id,
             h.visibility,
             h.audience,
             h.boundary_class,
             h.text,
             h.attributes,
             h.importance,
             h.retracted,
             h.quarantined,
             h.amended,
             h.blocked_channels,
             h.edit_count,
             h.status,
             h.tags,
             h.content_hash,
             h.original_hash,
             h.token_count,
             h.word_count,
             h.occurred_at,
             h.recorded_at,
             h.expires_at,
             h.edited_by,
             h.transaction_id,
             h.words_hash,
             h.original_words_hash,
             h.imported,
             h.cues
            FROM palimpsest.memory h
           WHERE ((h.tenant_id = palimpsest.tenant()) AND (h.id = d.head_id))
          OFFSET 0) m)
   WHERE palimpsest.visible(m.visibility, m.owner_id, m.audience)
   ORDER BY (m.owner_id = palimpsest.principal()) DESC, m.retracted, d.ts DESC;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.artifact_open(p_head text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ((p_head IS NULL) OR (EXISTS ( SELECT 1
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = artifact_open.p_head) AND (NOT m.retracted)))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.as_units(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_text ~ '[\U00010000-\U0010FFFF]'::text) THEN regexp_replace(p_text, '([\U00010000-\U0010FFFF])'::text, '\1'::text, 'g'::text) ELSE p_text END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.assert_not_suspended()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if palimpsest.principal() is not null then
    perform pg_advisory_xact_lock_shared(palimpsest.writer_lock(palimpsest.principal()));
    if exists (select 1 from palimpsest.principal p
               where p.tenant_id = palimpsest.tenant() and p.principal_id = palimpsest.principal()
                 and p.suspended_at is not null) then
      raise exception 'the principal is suspended' using errcode = 'PA006';
    end if;
  end if;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.audit_hash(e palimpsest.audit_entry)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256(convert_to(((((((((((((((((((((((((((((((((((((((((((((((encode((e).prev_hash, 'hex'::text) || '
'::text) || '{"actor_id":'::text) || to_json((e).actor_id)) || ',"actor_type":'::text) || to_json((e).actor_type)) || ',"at":'::text) || to_json(to_char(((e).at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'::text))) || ',"audit_id":'::text) || to_json((e).audit_id)) || ',"boundary_class":'::text) || COALESCE((to_json((e).boundary_class))::text, 'null'::text)) || ',"code":'::text) || COALESCE((to_json((e).code))::text, 'null'::text)) || ',"decision":'::text) || to_json((e).decision)) || ',"digests":'::text) || array_to_json((e).digests)) || ',"ids":'::text) || array_to_json((e).ids)) || ',"key_id":'::text) || COALESCE((to_json((e).key_id))::text, 'null'::text)) || ',"on_behalf_of":'::text) || COALESCE((to_json((e).on_behalf_of))::text, 'null'::text)) || ',"operation":'::text) || to_json((e).operation)) || ',"policy_version":'::text) || COALESCE((to_json((e).policy_version))::text, 'null'::text)) || ',"reason":'::text) || COALESCE((to_json((e).reason))::text, 'null'::text)) || ',"redacted_count":'::text) || (e).redacted_count) || ',"request_id":'::text) || to_json((e).request_id)) || ',"saw_originals":'::text) || to_json((e).saw_originals)) || ',"scope":'::text) || COALESCE((to_json((e).scope))::text, 'null'::text)) || ',"seq":'::text) || (e).seq) || ',"surface":'::text) || to_json((e).surface)) || ',"times":'::text) || (e).times) || ',"trace_id":'::text) || to_json((e).trace_id)) || '}'::text), 'UTF8'::name))
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.barred_guards(p_channel text, p_include_quarantined boolean)
 RETURNS smallint
 LANGUAGE sql
 STABLE
RETURN (((((((15 - (SELECT COALESCE(bit_or(CASE r.r WHEN 'private'::text THEN 1 WHEN 'public'::text THEN 2 WHEN 'team'::text THEN 4 ELSE 8 END), 0) AS "coalesce" FROM unnest(palimpsest.reads(barred_guards.p_channel)) r(r))) + 240) - (SELECT COALESCE(bit_or(CASE c.c WHEN 'public'::text THEN 16 WHEN 'internal'::text THEN 32 ELSE 64 END), 0) AS "coalesce" FROM unnest(palimpsest.clearance(barred_guards.p_channel)) c(c))) + CASE p_channel WHEN 'private'::text THEN 256 WHEN 'public'::text THEN 512 WHEN 'team'::text THEN 1024 WHEN 'agent'::text THEN 2048 ELSE 3840 END) + CASE WHEN p_include_quarantined THEN 0 ELSE 4096 END) + 8192))::smallint
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.beginning(p_letters text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length("left"(p_letters, 8)) >= 20) THEN "left"(p_letters, 8) WHEN (char_length("left"(p_letters, 16)) = 16) THEN "left"(p_letters, 16) ELSE NULL::text END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.blocked_stretches(p_ids text[], p_channel text)
 RETURNS TABLE(id text, first integer, until integer, said text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  one record;
  passage record;
  read text;
  chars integer;
  causes text[];
begin
  if not exists (select 1 from palimpsest.memory m
                 where m.tenant_id = palimpsest.tenant() and m.blocked_channels <> '{}') then
    return;
  end if;
  return query
  select m.id, greatest(a.starts[near.n], a.starts[a.place]) - a.starts[a.place],
    least(a.ends[near.n], a.ends[a.place]) - a.starts[a.place],
    case when m.amended then palimpsest.units_between(o.text,
      greatest(a.starts[near.n], a.starts[a.place]) - a.starts[near.n],
      least(a.ends[near.n], a.ends[a.place]) - a.starts[near.n]) end
  from (
    select r.chunk_ids, r.starts, r.ends, given.id, array_position(r.chunk_ids, given.id) as place
    from unnest(p_ids) as given(id)
    join palimpsest.artifact r on r.tenant_id = palimpsest.tenant() and r.artifact_id = split_part(given.id, '::', 1)) a
  cross join lateral generate_series(greatest(1, a.place - 4), least(cardinality(a.chunk_ids), a.place + 4)) as near(n)
  join palimpsest.memory b on b.tenant_id = palimpsest.tenant() and b.id = a.chunk_ids[near.n]
    and b.blocked_channels <> '{}' and (p_channel is null or p_channel = any (b.blocked_channels))
  join palimpsest.memory_original o on o.tenant_id = palimpsest.tenant() and o.memory_id = b.id
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = a.id
    and palimpsest.visible(m.visibility, m.owner_id, m.audience)
  where near.n <> a.place and a.starts[near.n] < a.ends[a.place] and a.ends[near.n] > a.starts[a.place];
  for one in
    select m.id, m.text, m.amended, r.head_id, r.artifact_id
    from unnest(p_ids) as g(id)
    join palimpsest.artifact r on r.tenant_id = palimpsest.tenant() and r.artifact_id = split_part(g.id, '::', 1)
      and r.head_id is not null
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = g.id
      and palimpsest.visible(m.visibility, m.owner_id, m.audience)
    where exists (
      select 1 from palimpsest.memory b
      join palimpsest.artifact o on o.tenant_id = b.tenant_id and o.artifact_id = split_part(b.id, '::', 1)
      where b.tenant_id = palimpsest.tenant() and b.blocked_channels <> '{}' and b.kind = 'chunk'
        and (p_channel is null or p_channel = any (b.blocked_channels))
        and o.head_id = r.head_id and o.artifact_id <> r.artifact_id)
  loop
    chars := 0;
    if one.amended then
      read := palimpsest.as_units(one.text);
    else
      select * into passage from palimpsest.passage_around(one.id);
      read := passage.before || passage.own || passage.after;
      chars := char_length(passage.before);
    end if;
    causes := array(
      select c.id from palimpsest.likely_causes(one.head_id, read, one.artifact_id) as c(id)
      join palimpsest.memory b on b.tenant_id = palimpsest.tenant() and b.id = c.id and b.blocked_channels <> '{}'
        and (p_channel is null or p_channel = any (b.blocked_channels)));
    continue when causes = '{}';
    return query
    select one.id, greatest(s.first - chars, 0), s.until - chars, null::text
    from palimpsest.said_places(read, array(
      select distinct p.said from unnest(causes) as c(id) cross join lateral palimpsest.passage_sentences(c.id) p)) s
    where s.until > chars
      and (one.amended or s.first < chars + char_length(passage.own));
  end loop;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.blocks_for(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(p_text, '[\U00010000-\U0010FFFF]'::text, '██'::text, 'g'::text), '[^\n\r]'::text, '█'::text, 'g'::text)
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.capsule_forwards(p_id text)
 RETURNS TABLE(capsule_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH RECURSIVE chain AS (
          SELECT c.memory_id,
             c.created_at
            FROM (palimpsest.capsule c
              JOIN palimpsest.capsule first ON (((first.tenant_id = c.tenant_id) AND (first.memory_id = c.forwarded_from))))
           WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.forwarded_from = capsule_forwards.p_id) AND ((first.author_id = palimpsest.principal()) OR palimpsest.governs_capsules()))
         UNION ALL
          SELECT c.memory_id,
             c.created_at
            FROM (palimpsest.capsule c
              JOIN chain chain_1 ON (((c.tenant_id = palimpsest.tenant()) AND (c.forwarded_from = chain_1.memory_id))))
         )
  SELECT chain.memory_id
    FROM chain
   ORDER BY chain.created_at, chain.memory_id
  LIMIT 1000;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.capsule_was_open(p_capsule text, p_at timestamp with time zone, p_snapshot pg_snapshot DEFAULT NULL::pg_snapshot)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := p_capsule;
  link record;
begin
  while here is not null loop
    select c.forwarded_from,
      c.created_at <= p_at and c.expires_at > p_at
        and (c.revoked_at is null or not palimpsest.was_committed(c.revoked_in, c.revoked_at, p_snapshot, p_at)) as open,
      exists (select 1 from palimpsest.memory_edit_event v
              where v.tenant_id = c.tenant_id and v.memory_id = c.memory_id) as edited
    into link from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = here;
    if not found then
      return here <> p_capsule;
    end if;
    if not link.open or (link.edited and exists (
      select 1 from palimpsest.fold(here, p_at, null, null, p_snapshot) f where f.retracted or f.quarantined))
    then
      return false;
    end if;
    here := link.forwarded_from;
  end loop;
  return p_capsule is not null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.capsules_holding(p_id text)
 RETURNS TABLE(capsule_id text, audience text[], access_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT c.memory_id,
     m.audience,
     COALESCE(( SELECT (sum(a.access_count))::bigint AS sum
            FROM palimpsest.capsule_access a
           WHERE ((a.tenant_id = c.tenant_id) AND (a.capsule_id = c.memory_id))), (0)::bigint) AS "coalesce"
    FROM ((palimpsest.capsule_item i
      JOIN palimpsest.capsule c ON (((c.tenant_id = i.tenant_id) AND (c.memory_id = i.capsule_id))))
      JOIN palimpsest.memory m ON (((m.tenant_id = c.tenant_id) AND (m.id = c.memory_id))))
   WHERE ((i.tenant_id = palimpsest.tenant()) AND (i.item_id = capsules_holding.p_id) AND (palimpsest.governs_capsules() OR palimpsest.visible(m.visibility, m.owner_id, m.audience)))
   ORDER BY c.memory_id
  LIMIT 1000;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.carry_blocks(p_copies jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH copy AS MATERIALIZED (
          SELECT c.edit_id,
             c.memory_id,
             e.edit_id AS of,
             e.op,
             e.patch,
             e.reason,
             e.proposer_type,
             e.proposer_id,
             v.actor_type,
             v.actor_id,
             v.note,
             v.by_reviewer,
             v.seq
            FROM (((jsonb_to_recordset(carry_blocks.p_copies) c(edit_id text, of text, memory_id text)
              JOIN palimpsest.document_blocks(ARRAY( SELECT (k.value ->> 'memory_id'::text)
                    FROM jsonb_array_elements(carry_blocks.p_copies) k(value))) b(memory_id, edit_id) ON (((b.memory_id = c.memory_id) AND (b.edit_id = c.of))))
              JOIN palimpsest.memory_edit e ON (((e.tenant_id = palimpsest.tenant()) AND (e.edit_id = c.of))))
              JOIN palimpsest.memory_edit_event v ON (((v.tenant_id = e.tenant_id) AND (v.edit_id = e.edit_id) AND (v.status = 'approved'::text))))
         ), proposed AS (
          INSERT INTO palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id, cascade, twins, caused_by)  SELECT palimpsest.tenant() AS tenant,
                     c.edit_id,
                     c.memory_id,
                     c.op,
                     c.patch,
                     c.reason,
                     c.proposer_type,
                     c.proposer_id,
                     'none',
                     'leave',
                     c.of
                    FROM copy c
         )
  INSERT INTO palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id, note, by_reviewer)  SELECT palimpsest.tenant() AS tenant,
             c.edit_id,
             c.memory_id,
             'approved',
             c.actor_type,
             c.actor_id,
             c.note,
             c.by_reviewer
            FROM copy c
           ORDER BY c.seq;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.carry_edits(p_copies jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  with copy as materialized (
    select c.edit_id, c.of, c.memory_id, e.op, e.patch, e.reason, e.proposer_type, e.proposer_id,
      coalesce(e.caused_by, e.edit_id) as root, v.actor_type, v.actor_id, v.note, v.by_reviewer, v.seq
    from jsonb_to_recordset(p_copies) as c(edit_id text, of text, memory_id text)
    join palimpsest.memory_edit e on e.tenant_id = palimpsest.tenant() and e.edit_id = c.of
    join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id and v.status = 'approved'
    join palimpsest.memory t on t.tenant_id = e.tenant_id and t.id = c.memory_id
    join palimpsest.memory s on s.tenant_id = e.tenant_id and s.id = e.memory_id
    where t.owner_id = palimpsest.principal() and t.kind = 'semantic_event' and s.owner_id = t.owner_id
      and s.kind = 'semantic_event' and s.attributes->'artifact_uid' = t.attributes->'artifact_uid'
      and not exists (
        select 1 from palimpsest.memory_edit k
        where k.tenant_id = t.tenant_id and k.memory_id = t.id
          and coalesce(e.caused_by, e.edit_id) in (k.edit_id, k.caused_by))
  ), proposed as (
    insert into palimpsest.memory_edit
      (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id, cascade, twins, caused_by)
    select palimpsest.tenant(), c.edit_id, c.memory_id, c.op, c.patch, c.reason, c.proposer_type, c.proposer_id, 'none',
      'leave', c.root
    from copy c
  )
  insert into palimpsest.memory_edit_event
    (tenant_id, edit_id, memory_id, status, actor_type, actor_id, note, by_reviewer)
  select palimpsest.tenant(), c.edit_id, c.memory_id, 'approved', c.actor_type, c.actor_id, c.note, c.by_reviewer
  from copy c order by c.seq;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.caused_edits(p_edits text[])
 RETURNS TABLE(memory_id text, edit_id text, op text, proposer_type text, proposer_id text, by_reviewer boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT e.memory_id,
     e.edit_id,
     e.op,
     e.proposer_type,
     e.proposer_id,
     v.by_reviewer
    FROM (( SELECT c.tenant_id,
             c.edit_id,
             c.memory_id,
             c.op,
             c.patch,
             c.reason,
             c.proposer_type,
             c.proposer_id,
             c.cascade,
             c.caused_by,
             c.created_at,
             c.rollback_id,
             c.transaction_id,
             c.twins
            FROM palimpsest.memory_edit c
           WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.caused_by = ANY (caused_edits.p_edits)) AND (c.op <> 'restore'::text))
          OFFSET 0) e
      CROSS JOIN LATERAL ( SELECT d.seq,
             d.by_reviewer
            FROM palimpsest.memory_edit_event d
           WHERE ((d.tenant_id = palimpsest.tenant()) AND (d.edit_id = e.edit_id) AND (d.status = 'approved'::text))
          OFFSET 0) v)
   WHERE ((EXISTS ( SELECT 1
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = e.memory_id) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience))
          OFFSET 0)) AND (NOT (EXISTS ( SELECT 1
            FROM (palimpsest.memory_edit_event rv
              CROSS JOIN LATERAL ( SELECT r_1.patch
                    FROM palimpsest.memory_edit r_1
                   WHERE ((r_1.tenant_id = palimpsest.tenant()) AND (r_1.edit_id = rv.edit_id) AND (r_1.op = 'restore'::text))
                  OFFSET 0) r)
           WHERE ((rv.tenant_id = palimpsest.tenant()) AND (rv.memory_id = e.memory_id) AND (rv.status = 'approved'::text) AND (rv.seq > v.seq) AND (((r.patch ->> 'op'::text) IS NULL) OR ((r.patch ->> 'op'::text) = e.op)) AND (((r.patch ->> 'channel'::text) IS NULL) OR ((r.patch ->> 'channel'::text) = (e.patch ->> 'channel'::text))) AND (((r.patch ->> 'edit_id'::text) IS NULL) OR ((r.patch ->> 'edit_id'::text) = e.edit_id)))
          OFFSET 0))))
   ORDER BY e.memory_id, v.seq;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.caused_pending(p_edits text[])
 RETURNS TABLE(memory_id text, edit_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT e.memory_id,
     e.edit_id
    FROM ((palimpsest.memory_edit e
      JOIN palimpsest.memory_edit_pending p ON (((p.tenant_id = e.tenant_id) AND (p.edit_id = e.edit_id))))
      JOIN palimpsest.memory m ON (((m.tenant_id = e.tenant_id) AND (m.id = e.memory_id))))
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.caused_by = ANY (caused_pending.p_edits)) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience))
   ORDER BY e.edit_id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.chain_open(p_capsule text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := p_capsule;
  is_open boolean;
  link record;
begin
  while here is not null and is_open is not false loop
    select c.status = 'active' and not c.closed_by_edit and c.expires_at > now() as open, c.forwarded_from into link
    from palimpsest.capsule c where c.tenant_id = palimpsest.tenant() and c.memory_id = here;
    exit when not found;
    is_open := link.open;
    here := link.forwarded_from;
  end loop;
  return is_open;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.claim_job(p_worker text, p_kinds text[], p_lease interval, p_after text DEFAULT ''::text, p_name text DEFAULT NULL::text)
 RETURNS TABLE(tenant_id text, job_id text, kind text, payload jsonb, attempts integer, max_attempts integer, progress jsonb, principal_id text, principal_type text, rights jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  chosen record;
begin
  update palimpsest.job j
  set status = 'FAILED', error = 'MAX_ATTEMPTS_EXCEEDED: Its worker ended or hung each time it was tried.',
      locked_by = null, locked_until = null, updated_at = clock_timestamp()
  where (j.tenant_id, j.job_id) in (
    select d.tenant_id, d.job_id from palimpsest.job d
    where d.status = 'PROCESSING' and d.attempts >= d.max_attempts
      and (d.locked_until < clock_timestamp() or d.updated_at > clock_timestamp() + interval '1 minute')
    for update skip locked);

  select j.tenant_id, j.job_id into chosen from palimpsest.job j
  where j.status = 'PROCESSING'
    and (j.locked_until < clock_timestamp() or j.updated_at > clock_timestamp() + interval '1 minute')
    and j.kind = any (p_kinds)
  order by j.locked_until limit 1 for update skip locked;
  if not found then
    select j.tenant_id, j.job_id into chosen from palimpsest.job j
    where j.status = 'PENDING' and j.tenant_id > p_after and j.kind = any (p_kinds)
      and (j.run_at <= clock_timestamp() or j.updated_at > clock_timestamp() + interval '1 minute')
    order by j.tenant_id, j.priority desc, j.run_at limit 1 for update skip locked;
  end if;
  if not found then
    select j.tenant_id, j.job_id into chosen from palimpsest.job j
    where j.status = 'PENDING' and j.kind = any (p_kinds)
      and (j.run_at <= clock_timestamp() or j.updated_at > clock_timestamp() + interval '1 minute')
    order by j.tenant_id, j.priority desc, j.run_at limit 1 for update skip locked;
  end if;
  if not found then
    return;
  end if;
  return query
  update palimpsest.job j
  set status = 'PROCESSING', attempts = j.attempts + 1, locked_by = p_worker, error = null, worker = p_name,
      locked_at = clock_timestamp(), locked_until = clock_timestamp() + p_lease, updated_at = clock_timestamp()
  where j.tenant_id = chosen.tenant_id and j.job_id = chosen.job_id
  returning j.tenant_id, j.job_id, j.kind, j.payload, j.attempts, j.max_attempts, j.progress, j.principal_id,
    j.principal_type, j.rights;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.claims_standing()
 RETURNS TABLE(newest timestamp with time zone, activated timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ( SELECT max(m.recorded_at) AS max
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.kind = 'fact'::text) AND (m.status = 'active'::text) AND (NOT m.retracted) AND ((m.expires_at IS NULL) OR (m.expires_at > clock_timestamp())))) AS max,
     ( SELECT max(c.created_at) AS max
            FROM palimpsest.active_context c
           WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.expires_at > clock_timestamp()))) AS max;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.clearance(p_channel text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN (held.document = 'null'::jsonb) THEN '{}'::text[] ELSE (ARRAY['public'::text, 'internal'::text, 'pii'::text])[1:array_position(ARRAY['public'::text, 'internal'::text, 'pii'::text], COALESCE((((held.document -> 'channels'::text) -> clearance.p_channel) ->> 'clearance'::text), CASE clearance.p_channel WHEN 'private'::text THEN 'pii'::text WHEN 'team'::text THEN 'internal'::text WHEN 'agent'::text THEN 'internal'::text ELSE 'public'::text END))] END AS "array" FROM (SELECT palimpsest.policy_document() AS document) held)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.close_capsule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update palimpsest.capsule c
  set closed_by_edit = new.retracted or new.quarantined
  where c.tenant_id = new.tenant_id and c.memory_id = new.id;
  update palimpsest.capsule_audience a
  set listable = not (new.retracted or new.quarantined or cardinality(new.blocked_channels) > 0)
  where a.tenant_id = new.tenant_id and a.capsule_id = new.id;
  return null;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.collect_statistics(p_after text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  due text;
begin
  select s.relname into due
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.schemaname = 'palimpsest' and s.relname > p_after
    and (s.n_mod_since_analyze >= greatest(25, 2 * c.reltuples)
         or (c.reltuples < 0 and pg_relation_size(c.oid) > 65536))
  order by s.relname limit 1;
  if due is not null then
    execute format('analyze (skip_locked) palimpsest.%I', due);
  end if;
  return due;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.count_caused(p_edit text)
 RETURNS TABLE(cascaded integer, twins integer, waiting integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (count(*) FILTER (WHERE ((v.edit_id IS NOT NULL) AND (e.op <> 'retract'::text))))::integer AS count,
     (count(*) FILTER (WHERE ((v.edit_id IS NOT NULL) AND (e.op = 'retract'::text))))::integer AS count,
     (count(*) FILTER (WHERE (p.edit_id IS NOT NULL)))::integer AS count
    FROM ((((palimpsest.memory_edit cause
      JOIN palimpsest.memory m ON (((m.tenant_id = cause.tenant_id) AND (m.id = cause.memory_id) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience))))
      JOIN palimpsest.memory_edit e ON (((e.tenant_id = cause.tenant_id) AND (e.caused_by = cause.edit_id))))
      LEFT JOIN palimpsest.memory_edit_event v ON (((v.tenant_id = e.tenant_id) AND (v.edit_id = e.edit_id) AND (v.status = 'approved'::text))))
      LEFT JOIN palimpsest.memory_edit_pending p ON (((p.tenant_id = e.tenant_id) AND (p.edit_id = e.edit_id))))
   WHERE ((cause.tenant_id = palimpsest.tenant()) AND (cause.edit_id = count_caused.p_edit));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.count_fact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  was text := case when tg_op = 'UPDATE' and old.status = 'active' and not old.retracted
                   then old.attributes->>'category' end;
  is_now text := case when new.status = 'active' and not new.retracted then new.attributes->>'category' end;
begin
  if was is not distinct from is_now then
    return null;
  end if;
  if was is not null then
    update palimpsest.fact_count c set facts = c.facts - 1
    where c.tenant_id = new.tenant_id and c.owner_id = new.owner_id and c.category = was;
  end if;
  if is_now is not null then
    insert into palimpsest.fact_count as c (tenant_id, owner_id, category, facts)
    values (new.tenant_id, new.owner_id, is_now, 1)
    on conflict (tenant_id, owner_id, category) do update set facts = c.facts + 1;
  end if;
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.count_facts(p_category text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT COALESCE(max(c.facts), (0)::bigint) AS "coalesce"
    FROM palimpsest.fact_count c
   WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.owner_id = palimpsest.principal()) AND (c.category = count_facts.p_category));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.count_taken_work(p_rollback text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (SELECT (count(*))::integer AS count FROM palimpsest.rolled_back_work w WHERE ((w.tenant_id = palimpsest.tenant()) AND (w.rollback_id = count_taken_work.p_rollback) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))))
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.count_work(p_writer text, p_since timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN CASE WHEN (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) THEN ((((((SELECT count(*) AS count FROM palimpsest.plan_state s WHERE ((s.tenant_id = palimpsest.tenant()) AND (s.updated_by = count_work.p_writer) AND (s.updated_at >= COALESCE(count_work.p_since, '-infinity'::timestamp with time zone)))) + (SELECT count(*) AS count FROM palimpsest.plan p WHERE ((p.tenant_id = palimpsest.tenant()) AND (p.updated_at >= COALESCE(count_work.p_since, '-infinity'::timestamp with time zone)) AND ((p.writer = count_work.p_writer) OR ((p.writer IS NULL) AND (p.user_id = palimpsest.own_name(count_work.p_writer))))))) + (SELECT count(*) AS count FROM palimpsest.task_context t WHERE ((t.tenant_id = palimpsest.tenant()) AND (t.writer = count_work.p_writer) AND (t.updated_at >= COALESCE(count_work.p_since, '-infinity'::timestamp with time zone))))) + (SELECT count(*) AS count FROM palimpsest.session s WHERE ((s.tenant_id = palimpsest.tenant()) AND (s.user_id = palimpsest.own_name(count_work.p_writer)) AND (s.last_interaction >= COALESCE(count_work.p_since, '-infinity'::timestamp with time zone))))) + (SELECT count(*) AS count FROM palimpsest.working_memory w WHERE ((w.tenant_id = palimpsest.tenant()) AND (w.principal_id = palimpsest.own_name(count_work.p_writer)) AND (w.updated_at >= COALESCE(count_work.p_since, '-infinity'::timestamp with time zone))))))::integer ELSE 0 END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.count_written(p_writer text, p_since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT count(*) AS count
    FROM palimpsest.memory m
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.writer = count_written.p_writer) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND ((count_written.p_since IS NULL) OR (m.recorded_at >= count_written.p_since)));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.cues_after(p_before_speaker text, p_before_cues integer, p_before_words integer, p_speaker text, p_spoken integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  since integer := case when p_spoken & 16 > 0 then 0 else 3 end;
  own integer := 0;
  others integer := 0;
  asked integer := 3;
  run integer := 0;
  place integer := 32;
begin
  if p_before_cues is not null then
    place := (p_before_cues & 64) | ((p_before_cues & 1) << 6);
    if p_before_cues >> 16 <> 32767 then
      run := ((p_before_cues >> 16) + least(p_before_words, 200)) % 32767;
      if p_before_speaker = p_speaker then
        own := least(((p_before_cues >> 7) & 7) + 1, 7);
        others := (p_before_cues >> 10) & 3;
        asked := (p_before_cues >> 14) & 3;
        since := least(since, ((p_before_cues >> 12) & 3) + 1);
      elsif p_speaker is not null then
        others := least(((p_before_cues >> 7) & 7) + 1, 3);
        asked := (p_before_cues >> 12) & 3;
      end if;
    end if;
  end if;
  return p_spoken | place | ((p_spoken & 1) << 6)
    | (own << 7) | (others << 10) | (since << 12) | (asked << 14) | (run << 16);
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.cues_of(p_positions bigint[], p_speakers text[], p_spoken integer[], p_words integer[])
 RETURNS TABLE(reading_position bigint, cues integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  turn record;
  before_at bigint;
  before_speaker text;
  before_cues integer;
  before_words integer;
begin
  for turn in
    select g.at, g.speaker, g.spoken, g.words
    from unnest(p_positions, p_speakers, p_spoken, p_words) as g(at, speaker, spoken, words) order by g.at
  loop
    if before_at is distinct from turn.at - 1 or turn.at < 0 then
      before_speaker := null;
      before_cues := null;
      before_words := null;
      if turn.at > 0 and turn.at % 1048576 > 1 then
        select m.speaker, m.cues, m.word_count into before_speaker, before_cues, before_words from palimpsest.memory m
        where m.tenant_id = palimpsest.tenant() and m.reading_position = turn.at - 1;
      end if;
    end if;
    reading_position := turn.at;
    cues := palimpsest.cues_after(before_speaker, before_cues, before_words, turn.speaker, turn.spoken);
    if turn.at < 0 then
      cues := cues & ~32;
    end if;
    return next;
    before_at := turn.at;
    before_speaker := turn.speaker;
    before_cues := cues;
    before_words := turn.words;
  end loop;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.cut_sentences(p_units text)
 RETURNS TABLE(is_line boolean, text text, until integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 WITH marked AS MATERIALIZED (
          SELECT translate(cut_sentences.p_units, ''::text, ' '::text) AS text
         ), ended AS MATERIALIZED (
          SELECT regexp_replace(regexp_replace(marked.text, '([.!?;…]["''”’)\]]*)(?=\s)|([。！？؟])'::text, '\1\2'::text, 'g'::text), '\n'::text, '
'::text, 'g'::text) AS lines,
             regexp_replace(regexp_replace(marked.text, '([.!?…]["''”’)\]]*)(?=\s)|([。！？؟])'::text, '\1\2'::text, 'g'::text), '\n[ \t\r]*\n'::text, '\&'::text, 'g'::text) AS sentences
            FROM marked
         ), piece AS (
          SELECT true AS is_line,
             l.text,
             l.n
            FROM (ended
              CROSS JOIN LATERAL string_to_table(ended.lines, ''::text) WITH ORDINALITY l(text, n))
         UNION ALL
          SELECT false,
             p_1.text,
             p_1.n
            FROM (ended
              CROSS JOIN LATERAL string_to_table(ended.sentences, ''::text) WITH ORDINALITY p_1(text, n))
         )
  SELECT p.is_line,
     p.text,
     (sum(char_length(p.text)) OVER (PARTITION BY p.is_line ORDER BY p.n))::integer AS sum
    FROM piece p;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.decide_erasure(p_erasure text, p_approve boolean, p_job text, p_confirm text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me text := palimpsest.principal_type() || ':' || palimpsest.principal();
  e record;
begin
  perform palimpsest.assert_not_suspended();
  select r.requested_by, r.subject_id into e from palimpsest.erasure r
  where r.tenant_id = palimpsest.tenant() and r.erasure_id = p_erasure and r.status = 'pending'
    and r.expires_at > clock_timestamp() for update;
  if not found then return false; end if;
  if p_approve then
    if palimpsest.principal_type() is distinct from 'human' or palimpsest.role() not in ('reviewer', 'admin')
       or (e.requested_by = me and not (palimpsest.operator() and p_confirm is not distinct from e.subject_id)) then
      raise insufficient_privilege using message = 'another person approves an erasure';
    end if;
  elsif palimpsest.role() is distinct from 'admin' or palimpsest.principal_type() = 'agent' then
    raise insufficient_privilege using message = 'only an admin cancels an erasure';
  end if;
  update palimpsest.erasure r
  set status = case when p_approve then 'running' else 'cancelled' end, decided_by = me,
      decided_at = clock_timestamp(), job_id = p_job
  where r.tenant_id = palimpsest.tenant() and r.erasure_id = p_erasure;
  return true;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.delete_finished_jobs(p_older interval, p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH deleted AS (
          DELETE FROM palimpsest.job j
           WHERE (j.ctid = ANY (ARRAY( SELECT o.ctid
                    FROM palimpsest.job o
                   WHERE ((o.tenant_id = palimpsest.tenant()) AND (o.status = ANY (ARRAY['DONE'::text, 'FAILED'::text, 'STOPPED'::text])) AND (o.updated_at < (clock_timestamp() - delete_finished_jobs.p_older)) AND (NOT (EXISTS ( SELECT 1
                            FROM palimpsest.embedding_space s
                           WHERE ((s.state = 'filling'::text) AND ((o.payload ->> 'key'::text) = ('space '::text || s.space_id)))))) AND (NOT (EXISTS ( SELECT 1
                            FROM palimpsest.artifact a
                           WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_id = (o.payload ->> 'artifact_id'::text)) AND (a.job_id = o.job_id))))))
                  LIMIT delete_finished_jobs.p_limit
                  FOR UPDATE OF o SKIP LOCKED)))
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*))::integer AS count
    FROM deleted;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.delete_idempotency_keys(p_older interval, p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH deleted AS (
          DELETE FROM palimpsest.idempotency i
           WHERE (i.ctid = ANY (ARRAY( SELECT o.ctid
                    FROM palimpsest.idempotency o
                   WHERE ((o.tenant_id = palimpsest.tenant()) AND (o.created_at < (clock_timestamp() - delete_idempotency_keys.p_older)))
                  LIMIT delete_idempotency_keys.p_limit
                  FOR UPDATE OF o SKIP LOCKED)))
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*))::integer AS count
    FROM deleted;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.delete_tenant(p_confirm text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform palimpsest.lock_tenant_to_delete(p_confirm);
  perform set_config('palimpsest.deletes_tenant', 'on', true);
  delete from palimpsest.tenant t where t.tenant_id = p_confirm;
  perform set_config('palimpsest.deletes_tenant', '', true);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.delete_tenant_memories(p_confirm text, p_after text, p_limit integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  last_id text;
begin
  perform palimpsest.lock_tenant_to_delete(p_confirm);
  select max(next.id) into last_id from (
    select m.id from palimpsest.memory m where m.tenant_id = p_confirm and m.id > p_after order by m.id limit p_limit) next;
  perform set_config('palimpsest.deletes_tenant', 'on', true);
  delete from palimpsest.memory m where m.tenant_id = p_confirm and m.id > p_after and m.id <= last_id;
  perform set_config('palimpsest.deletes_tenant', '', true);
  return last_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.delete_tenant_postings(p_confirm text, p_part integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  first_term bigint := (p_part - 8)::bigint << 60;
begin
  perform palimpsest.lock_tenant_to_delete(p_confirm);
  delete from palimpsest.memory_term p
  where p.tenant_id = p_confirm and p.term >= first_term and p.term <= first_term + ((1::bigint << 60) - 1);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.deleted_document(p_passage text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT a.artifact_uid
    FROM ((palimpsest.artifact a
      JOIN palimpsest.memory h ON (((h.tenant_id = a.tenant_id) AND (h.id = a.head_id))))
      JOIN palimpsest.memory m ON (((m.tenant_id = a.tenant_id) AND (m.id = deleted_document.p_passage))))
   WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_id = split_part(deleted_document.p_passage, '::'::text, 1)) AND (deleted_document.p_passage = ANY (a.chunk_ids)) AND h.retracted AND palimpsest.visible(m.visibility, m.owner_id, m.audience));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.derived_memories(p_ids text[], p_max integer, p_depth integer)
 RETURNS TABLE(id text, kind text, depth integer, hidden boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seen text[] := p_ids;
  level text[] := p_ids;
  fresh text[];
begin
  for step in 1 .. p_depth + 1 loop
    select array_agg(f.from_id) into fresh from (
      select distinct l.from_id from palimpsest.memory_link l
      where l.tenant_id = palimpsest.tenant() and l.type = 'derived_from' and l.to_id = any (level)
        and l.from_id <> all (seen)
      order by l.from_id limit p_max + 1) f;
    exit when fresh is null;
    return query
      select case when palimpsest.reachable(m.visibility, m.owner_id, m.audience) then m.id end,
        case when palimpsest.visible(m.visibility, m.owner_id, m.audience) then m.kind end, step,
        not palimpsest.visible(m.visibility, m.owner_id, m.audience)
      from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = any (fresh) order by m.id;
    seen := seen || fresh;
    level := fresh;
    exit when cardinality(seen) > p_max + cardinality(p_ids);
  end loop;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.document_blocks(p_ids text[])
 RETURNS TABLE(memory_id text, edit_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
     e.edit_id
    FROM (((palimpsest.memory m
      JOIN palimpsest.artifact a ON (((a.tenant_id = m.tenant_id) AND (a.artifact_id =
         CASE
             WHEN (m.kind = 'chunk'::text) THEN split_part(m.id, '::'::text, 1)
             ELSE (m.attributes ->> 'artifact_id'::text)
         END))))
      JOIN palimpsest.memory_edit_event v ON (((v.tenant_id = a.tenant_id) AND (v.memory_id = a.head_id) AND (v.status = 'approved'::text))))
      JOIN palimpsest.memory_edit e ON (((e.tenant_id = v.tenant_id) AND (e.edit_id = v.edit_id) AND (e.op = 'block'::text))))
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = ANY (document_blocks.p_ids)) AND (m.kind = ANY (ARRAY['chunk'::text, 'semantic_event'::text])) AND (m.owner_id = palimpsest.principal()) AND (NOT (EXISTS ( SELECT 1
            FROM palimpsest.memory_edit k
           WHERE ((k.tenant_id = m.tenant_id) AND (k.memory_id = m.id) AND (k.caused_by = e.edit_id))))) AND (NOT (EXISTS ( SELECT 1
            FROM (palimpsest.memory_edit_event rv
              JOIN palimpsest.memory_edit r ON (((r.tenant_id = rv.tenant_id) AND (r.edit_id = rv.edit_id) AND (r.op = 'restore'::text))))
           WHERE ((rv.tenant_id = v.tenant_id) AND (rv.memory_id = v.memory_id) AND (rv.status = 'approved'::text) AND (rv.seq > v.seq) AND (((r.patch ->> 'op'::text) IS NULL) OR ((r.patch ->> 'op'::text) = e.op)) AND (((r.patch ->> 'channel'::text) IS NULL) OR ((r.patch ->> 'channel'::text) = (e.patch ->> 'channel'::text))) AND (((r.patch ->> 'edit_id'::text) IS NULL) OR ((r.patch ->> 'edit_id'::text) = e.edit_id)))))))
   ORDER BY v.seq, m.id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.drop_pending(p_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform palimpsest.erase_memories(array(
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.owner_id = palimpsest.principal()
      and m.kind = 'chunk' and m.status = 'pending'));
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.duration_seconds(p_text text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_text ~ '^[0-9]+[smhdw]$'::text) THEN (("left"(p_text, '-1'::integer))::double precision * (CASE "right"(p_text, 1) WHEN 's'::text THEN 1 WHEN 'm'::text THEN 60 WHEN 'h'::text THEN 3600 WHEN 'd'::text THEN 86400 ELSE 604800 END)::double precision) ELSE NULL::double precision END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.edit_waits(p_memory_id text)
 RETURNS TABLE(waits boolean)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT true
    FROM palimpsest.memory_edit_pending e
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.memory_id = edit_waits.p_memory_id))
  LIMIT 1;
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.edited_since(p_at timestamp with time zone, p_snapshot pg_snapshot DEFAULT NULL::pg_snapshot)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT DISTINCT v.memory_id
    FROM palimpsest.memory_edit_event v
   WHERE ((v.tenant_id = palimpsest.tenant()) AND (v.status = 'approved'::text) AND (v.at > (edited_since.p_at -
         CASE
             WHEN (edited_since.p_snapshot IS NULL) THEN '00:00:00'::interval
             ELSE '01:00:00'::interval
         END)) AND (NOT palimpsest.was_committed(v.transaction_id, v.at, edited_since.p_snapshot, edited_since.p_at)));
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.edits_in_force_of(p_writer text, p_since timestamp with time zone, p_limit integer)
 RETURNS TABLE(edit_id text, memory_id text, kind text, writer text, owner_id text, visibility text, retracted boolean, seen boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH own AS (
          SELECT e_1.edit_id
            FROM palimpsest.memory_edit e_1
           WHERE ((e_1.tenant_id = palimpsest.tenant()) AND (e_1.proposer_id = substr(edits_in_force_of.p_writer, (strpos(edits_in_force_of.p_writer, ':'::text) + 1))) AND (e_1.proposer_type = split_part(edits_in_force_of.p_writer, ':'::text, 1)) AND (e_1.op <> 'restore'::text) AND ((edits_in_force_of.p_since IS NULL) OR (e_1.created_at >= edits_in_force_of.p_since)) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
         ), made AS (
          SELECT own.edit_id
            FROM own
         UNION
          SELECT c.edit_id
            FROM (own
              JOIN palimpsest.memory_edit c ON (((c.tenant_id = palimpsest.tenant()) AND (c.caused_by = own.edit_id) AND (c.op <> 'restore'::text))))
         )
  SELECT DISTINCT ON (m.id) e.edit_id,
     m.id,
     m.kind,
     m.writer,
     m.owner_id,
     m.visibility,
     m.retracted,
     palimpsest.visible(m.visibility, m.owner_id, m.audience) AS visible
    FROM (((made
      JOIN palimpsest.memory_edit e ON (((e.tenant_id = palimpsest.tenant()) AND (e.edit_id = made.edit_id))))
      JOIN palimpsest.memory_edit_event v ON (((v.tenant_id = e.tenant_id) AND (v.edit_id = e.edit_id) AND (v.status = 'approved'::text))))
      JOIN palimpsest.memory m ON (((m.tenant_id = e.tenant_id) AND (m.id = e.memory_id) AND (m.writer <> edits_in_force_of.p_writer))))
   WHERE ((palimpsest.visible(m.visibility, m.owner_id, m.audience) OR (e.op <> ALL (ARRAY['retract'::text, 'amend'::text]))) AND ((m.expires_at IS NULL) OR (m.expires_at > now())) AND (NOT palimpsest.is_undone(m.id, e.edit_id, e.op, e.patch, v.seq)))
   ORDER BY m.id, v.seq DESC
  LIMIT edits_in_force_of.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.emit_events(p_events jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('palimpsest.placing_event', coalesce(min(e->>'event_id'), ''), true)
  from jsonb_array_elements(p_events) e;
  insert into palimpsest.outbox (tenant_id, event_id, type, agent_id, memory_id, kind, data, own)
  select palimpsest.tenant(), e.event_id, e.type, palimpsest.principal(), e.memory_id, e.kind, e.data, e.own
  from jsonb_to_recordset(p_events)
    as e(event_id text, type text, memory_id text, kind text, data jsonb, own jsonb)
  order by e.event_id;
  perform set_config('palimpsest.placing_event', '', true);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.end_job(p_job text, p_token text, p_attempt integer, p_status text, p_error text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH changed AS (
          UPDATE palimpsest.job j SET status = end_job.p_status, error = end_job.p_error, locked_by = NULL::text, locked_until = NULL::timestamp with time zone, updated_at = clock_timestamp()
           WHERE ((j.tenant_id = palimpsest.tenant()) AND (j.job_id = end_job.p_job) AND (j.status = 'PROCESSING'::text) AND (j.locked_by = end_job.p_token) AND (j.attempts = end_job.p_attempt) AND (end_job.p_status = ANY (ARRAY['DONE'::text, 'FAILED'::text, 'STOPPED'::text])))
           RETURNING 1 AS "?column?"
         )
  SELECT (EXISTS ( SELECT 1
            FROM changed)) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.entities_named(p_words text[], p_limit integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- The longest word is said least often.
  longest constant text := (select w.word from unnest(p_words) as w(word) order by char_length(w.word) desc, w.word limit 1);
  others constant text[] := array_remove(p_words, longest);
begin
  return query
  select distinct n.entity_id from palimpsest.name_word n
  where n.tenant_id = palimpsest.tenant() and n.word >= longest and n.word < longest || chr(1114111)
    and not exists (
      select 1 from unnest(others) as o(word) where not exists (
        select 1 from palimpsest.name_word f
        where f.tenant_id = palimpsest.tenant() and f.mention_id = n.mention_id
          and f.word >= o.word and f.word < o.word || chr(1114111)))
  limit p_limit;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erase_expired_documents(p_limit integer)
 RETURNS TABLE(passages integer, revisions text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  due text[];
  heads text[];
begin
  due := array(
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.origin = 'document' and m.kind <> 'artifact' and not m.retracted
      and m.expires_at <= clock_timestamp()
    order by m.expires_at, m.id limit p_limit for update skip locked);
  passages := cardinality(due);
  select coalesce(array_agg(a.artifact_id), '{}'), array_agg(distinct a.head_id) into revisions, heads
  from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.memory_id = any (due) and a.head_id is not null;
  update palimpsest.job j
  set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = any (revisions) and j.tenant_id = palimpsest.tenant()
    and j.job_id = a.job_id and j.status in ('PENDING', 'PROCESSING');
  perform palimpsest.erase_memories(due);
  perform palimpsest.erase_memories(array(
    select h.id from palimpsest.memory h
    where h.tenant_id = palimpsest.tenant() and h.id = any (heads) and not exists (
      select 1 from palimpsest.artifact a where a.tenant_id = palimpsest.tenant() and a.head_id = h.id)));
  return next;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erase_expired_revisions(p_uid text)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  revisions text[];
  heads text[];
  passages text[];
begin
  perform palimpsest.assert_not_suspended();
  select array_agg(a.artifact_id), array_agg(distinct a.head_id) into revisions, heads
  from palimpsest.artifact a
  join palimpsest.memory m on m.tenant_id = a.tenant_id and m.id = a.memory_id
  join palimpsest.memory h on h.tenant_id = a.tenant_id and h.id = a.head_id
  where a.tenant_id = palimpsest.tenant() and a.artifact_uid = p_uid and a.owner_id = palimpsest.principal()
    and m.expires_at <= clock_timestamp() and not h.retracted;
  if revisions is null then
    return '{}';
  end if;
  passages := array(
    select c.id from palimpsest.artifact a cross join lateral unnest(a.chunk_ids) as c(id)
    where a.tenant_id = palimpsest.tenant() and a.artifact_id = any (revisions));
  -- In the order in which the job locks them.
  passages := array(
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (passages || array(select palimpsest.events_on(passages)))
      and m.owner_id = palimpsest.principal()
    order by m.expires_at, m.id for update);
  update palimpsest.job j
  set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = any (revisions) and j.tenant_id = palimpsest.tenant()
    and j.job_id = a.job_id and j.status in ('PENDING', 'PROCESSING');
  -- A passage that was retracted stays, so that its words are refused, and would keep its revision.
  delete from palimpsest.artifact a where a.tenant_id = palimpsest.tenant() and a.artifact_id = any (revisions);
  perform palimpsest.erase_memories(passages);
  perform palimpsest.erase_memories(array(
    select h.id from palimpsest.memory h
    where h.tenant_id = palimpsest.tenant() and h.id = any (heads) and not exists (
      select 1 from palimpsest.artifact a where a.tenant_id = palimpsest.tenant() and a.head_id = h.id)));
  return revisions;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erase_memories(p_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  with gone as materialized (
    select m.reading_position, m.word_count from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and not m.retracted
  ), words as (
    delete from palimpsest.memory_term t using gone
    where t.tenant_id = palimpsest.tenant() and t.reading_position = gone.reading_position
  )
  insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
  select palimpsest.tenant(), palimpsest.own_shard(), -count(*), -sum(gone.word_count) from gone having count(*) > 0
  on conflict (tenant_id, shard) do update
  set memories = s.memories + excluded.memories, words = s.words + excluded.words;
  perform set_config('palimpsest.deletes_tenant', 'on', true);
  delete from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and not m.retracted;
  perform set_config('palimpsest.deletes_tenant', '', true);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erase_outgrown(p_session timestamp with time zone, p_project timestamp with time zone, p_principle timestamp with time zone, p_expired timestamp with time zone, p_exempt text[], p_limit integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  due text[];
  heads text[];
  revisions text[];
begin
  due := array(
    select m.id from palimpsest.memory m
    where m.tenant_id = here and not m.retracted and m.kind <> 'artifact' and m.kind <> all (p_exempt)
      and m.recorded_at <= greatest(p_session, p_project, p_principle)
      and m.recorded_at <= case when m.scope = 'session' then p_session
        when m.scope in ('policy', 'global') then p_principle else p_project end
    order by m.recorded_at, m.id limit p_limit for update skip locked);
  due := due || array(
    select m.id from palimpsest.memory m
    where m.tenant_id = here and not m.retracted and m.kind <> 'capsule' and m.kind <> 'artifact' and m.kind <> all (p_exempt)
      and m.expires_at <= p_expired and m.recorded_at <= p_expired and m.id <> all (due)
    order by m.expires_at, m.id limit p_limit - cardinality(due) for update skip locked);
  due := due || array(
    select distinct e.id from palimpsest.memory_link l
    join palimpsest.memory e on e.tenant_id = here and e.id = l.from_id
    where l.tenant_id = here and l.type = 'derived_from' and l.to_id = any (due) and e.kind = 'semantic_event'
      and e.kind <> all (p_exempt) and not e.retracted and e.id <> all (due));
  select array_agg(a.artifact_id), array_agg(distinct a.head_id) into revisions, heads
  from palimpsest.artifact a where a.tenant_id = here and a.memory_id = any (due) and a.head_id is not null;
  update palimpsest.job j
  set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  from palimpsest.artifact a
  where a.tenant_id = here and a.artifact_id = any (revisions) and j.tenant_id = here and j.job_id = a.job_id
    and j.status in ('PENDING', 'PROCESSING');
  update palimpsest.fact_count c set facts = c.facts - f.n from (
    select m.owner_id, m.attributes->>'category' as category, count(*) as n from palimpsest.memory m
    where m.tenant_id = here and m.id = any (due) and m.kind = 'fact' and m.status = 'active' group by 1, 2) f
  where c.tenant_id = here and c.owner_id = f.owner_id and c.category = f.category;
  perform palimpsest.erase_memories(due);
  perform palimpsest.erase_memories(array(
    select h.id from palimpsest.memory h
    where h.tenant_id = here and h.id = any (heads) and not exists (
      select 1 from palimpsest.artifact a where a.tenant_id = here and a.head_id = h.id)));
  return due;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erase_unfinished_texts(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  due text[];
begin
  due := array(
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.kind = 'chunk' and m.status = 'pending' and not m.retracted
      and m.recorded_at < clock_timestamp() - interval '1 hour'
    order by m.recorded_at, m.id limit p_limit for update skip locked);
  perform palimpsest.erase_memories(due);
  return cardinality(due);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erased_subjects(p_digests text[])
 RETURNS TABLE(subject_digest text, finished_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT e.subject_digest,
     max(e.finished_at) AS max
    FROM palimpsest.erasure e
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.subject_digest = ANY (erased_subjects.p_digests)) AND (e.status = 'done'::text))
   GROUP BY e.subject_digest;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_about(p_document jsonb, p_type text, p_id text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (jsonb_path_exists(p_document, '$.**?(@."subject_id" == $"id" || @."subject" == $"id")'::jsonpath, jsonb_build_object('id', p_id)) OR ((p_type = 'user'::text) AND jsonb_path_exists(p_document, '$.**?(@."user_id" == $"id")'::jsonpath, jsonb_build_object('id', p_id))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_collect(p_erasure text, p_pattern text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  e record;
  found_now integer;
begin
  select r.subject_type, r.subject_id, r.also into strict e from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running' for update;
  insert into palimpsest.erasure_target (tenant_id, erasure_id, id, reading_position, session_id)
  select here, p_erasure, m.id, m.reading_position, m.session_id from palimpsest.memory m
  where m.tenant_id = here
    and m.id in (select palimpsest.erasure_reach(e.subject_type, e.subject_id, e.also, p_pattern))
  on conflict do nothing;
  get diagnostics found_now = row_count;
  -- What stands for a document goes with the last of its passages.
  insert into palimpsest.erasure_target (tenant_id, erasure_id, id, reading_position)
  select here, p_erasure, h.id, h.reading_position from palimpsest.memory h
  where h.tenant_id = here and h.kind = 'artifact'
    and exists (select 1 from palimpsest.artifact a join palimpsest.erasure_target t
                  on t.tenant_id = here and t.erasure_id = p_erasure and t.id = a.memory_id
                where a.tenant_id = here and a.head_id = h.id)
    and not exists (select 1 from palimpsest.artifact a
                    where a.tenant_id = here and a.head_id = h.id and not exists (
                      select 1 from palimpsest.erasure_target t
                      where t.tenant_id = here and t.erasure_id = p_erasure and t.id = a.memory_id))
  on conflict do nothing;
  insert into palimpsest.erasure_target (tenant_id, erasure_id, id)
  select here, p_erasure, o.id from palimpsest.erasure_target t
  cross join lateral (
    select a.artifact_id as id from palimpsest.artifact a
    where a.tenant_id = here and (a.memory_id = t.id or a.head_id = t.id)
    union all
    select ed.edit_id from palimpsest.memory_edit ed where ed.tenant_id = here and ed.memory_id = t.id
    union all
    select r.event_id from palimpsest.record r where r.tenant_id = here and r.memory_id = t.id) o
  where t.tenant_id = here and t.erasure_id = p_erasure and not t.swept and t.reading_position is not null
  on conflict do nothing;
  update palimpsest.erasure r set samples = array(
    select distinct s.piece from (
      select substring(o.text from '[^"\\[:cntrl:]]{24,80}') as piece
      from palimpsest.erasure_target t
      join palimpsest.memory m on m.tenant_id = here and m.id = t.id
      cross join lateral (
        select m.text as text union all
        select f.text from palimpsest.memory_original f where f.tenant_id = here and f.memory_id = m.id) o
      where t.tenant_id = here and t.erasure_id = p_erasure and not t.swept
      order by length(o.text) desc limit 20) s
    where s.piece is not null)
  where r.tenant_id = here and r.erasure_id = p_erasure and r.samples = '{}';
  return found_now;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_count(p_erasure text, p_counts jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 UPDATE palimpsest.erasure e SET swept = ( SELECT COALESCE(jsonb_object_agg(n.key, n.total), '{}'::jsonb) AS "coalesce"
            FROM ( SELECT k.key,
                     sum((k.value)::bigint) AS total
                    FROM ( SELECT jsonb_each_text.key,
                             jsonb_each_text.value
                            FROM jsonb_each_text(e.swept) jsonb_each_text(key, value)
                         UNION ALL
                          SELECT jsonb_each_text.key,
                             jsonb_each_text.value
                            FROM jsonb_each_text(erasure_count.p_counts) jsonb_each_text(key, value)) k
                   GROUP BY k.key
                  HAVING (sum((k.value)::bigint) > (0)::numeric)) n)
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.erasure_id = erasure_count.p_erasure));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_in_work(p_work jsonb, p_type text, p_id text, p_also text[], p_pattern text, p_ids text[], p_samples text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (palimpsest.erasure_about(p_work, p_type, p_id) OR ((p_type = 'user'::text) AND ((p_work ->> 'principal_id'::text) = p_id)) OR palimpsest.erasure_names((p_work)::text, p_ids) OR (('mentions'::text = ANY (p_also)) AND ((p_work)::text ~* p_pattern)) OR (EXISTS (SELECT 1 FROM unnest(erasure_in_work.p_samples) s(piece) WHERE (strpos((erasure_in_work.p_work)::text, s.piece) > 0))))
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_names(p_text text, p_ids text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT 1
            FROM regexp_split_to_table(erasure_names.p_text, '[^A-Za-z0-9_:.-]+'::text) w(word)
           WHERE (w.word IN ( SELECT i.id
                    FROM unnest(erasure_names.p_ids) i(id))))) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_preview(p_type text, p_id text, p_also text[], p_pattern text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  ids text[];
  counts jsonb;
begin
  if palimpsest.role() is distinct from 'admin' or palimpsest.principal_type() = 'agent' then
    raise insufficient_privilege using message = 'only an admin erases';
  end if;
  ids := array(select palimpsest.erasure_reach(p_type, p_id, p_also, p_pattern));
  select coalesce(jsonb_object_agg(c.what, c.n), '{}') into counts from (
    select r.what, count(*) as n from palimpsest.erasure_rows(p_type, p_id, p_also, p_pattern, ids) r group by r.what) c;
  return jsonb_build_object(
    'memories', (select coalesce(jsonb_object_agg(k.kind, k.n), '{}') from (
      select m.kind, count(*) as n from palimpsest.memory m where m.tenant_id = here and m.id = any (ids) group by m.kind) k),
    'private', (select count(*) from palimpsest.memory m
      where m.tenant_id = here and m.id = any (ids) and m.visibility = 'private' and m.owner_id <> palimpsest.principal()),
    'documents', (select count(distinct a.head_id) from palimpsest.artifact a where a.tenant_id = here and a.memory_id = any (ids)),
    'edits', (select count(*) from palimpsest.memory_edit e where e.tenant_id = here and e.memory_id = any (ids)),
    'pending_edits', (select count(*) from palimpsest.memory_edit_pending e where e.tenant_id = here and e.memory_id = any (ids)),
    'outbox', (select count(*) from palimpsest.outbox o where o.tenant_id = here and o.memory_id = any (ids)),
    'conversations', (select count(distinct m.session_id) from palimpsest.memory m
      where m.tenant_id = here and m.id = any (ids)),
    'mentions', (select count(*) from palimpsest.memory m
      where m.tenant_id = here and m.text ~* p_pattern and not m.id in (select i.id from unnest(ids) i(id))),
    'mentioned_in', array(select m.id from palimpsest.memory m
      where m.tenant_id = here and m.text ~* p_pattern and not m.id in (select i.id from unnest(ids) i(id))
        and not m.retracted and not m.quarantined and palimpsest.visible(m.visibility, m.owner_id, m.audience)
      order by m.id limit 100),
    'principal', exists (select 1 from palimpsest.principal p
      where p_type = 'user' and p.tenant_id = here and p.principal_id = p_id))
    || counts;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_reach(p_type text, p_id text, p_also text[], p_pattern text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH RECURSIVE reached(id) AS (
          SELECT m.id
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.subject_type = erasure_reach.p_type) AND (m.subject_id = erasure_reach.p_id))
         UNION
          SELECT m.id
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.subject_type IS NULL) AND (m.subject_id = erasure_reach.p_id))
         UNION
          SELECT a.memory_id
            FROM palimpsest.memory_attribute a
           WHERE ((erasure_reach.p_type = 'user'::text) AND (a.tenant_id = palimpsest.tenant()) AND (a.kind = ANY (ARRAY['fact'::text, 'interaction'::text, 'procedure'::text])) AND (a.name = 'user_id'::text) AND (a.value = erasure_reach.p_id))
         UNION
          SELECT m.id
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.kind = 'fact'::text) AND (m.attributes @> jsonb_build_object('claim', jsonb_build_object('entities', jsonb_build_array(jsonb_build_object('id', erasure_reach.p_id))))))
         UNION
          SELECT c.memory_id
            FROM palimpsest.claim_evidence c
           WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.graph @> jsonb_build_object('entities', jsonb_build_array(jsonb_build_object('id', erasure_reach.p_id)))))
         UNION
          SELECT m.id
            FROM palimpsest.memory m
           WHERE ((cardinality(erasure_reach.p_also) > 0) AND (m.tenant_id = palimpsest.tenant()) AND ((('spoken'::text = ANY (erasure_reach.p_also)) AND (m.speaker = erasure_reach.p_id)) OR (('owned'::text = ANY (erasure_reach.p_also)) AND (m.owner_id = erasure_reach.p_id)) OR (('mentions'::text = ANY (erasure_reach.p_also)) AND (m.text ~* erasure_reach.p_pattern))))
         UNION
          SELECT d.id
            FROM ((reached r
              JOIN palimpsest.memory_link l ON (((l.tenant_id = palimpsest.tenant()) AND (l.to_id = r.id) AND (l.type = 'derived_from'::text))))
              JOIN palimpsest.memory d ON (((d.tenant_id = palimpsest.tenant()) AND (d.id = l.from_id) AND (d.subject_id IS NULL))))
         )
  SELECT reached.id
    FROM reached;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_rows(p_type text, p_id text, p_also text[], p_pattern text, p_ids text[])
 RETURNS TABLE(what text, key1 text, key2 text, key3 text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT 'events'::text,
     r.event_id,
     NULL::text AS text,
     NULL::text AS text
    FROM palimpsest.record r
   WHERE ((r.tenant_id = palimpsest.tenant()) AND (r.memory_id IS NULL) AND (((r.subject_id = erasure_rows.p_id) AND ((r.subject_type = erasure_rows.p_type) OR (r.subject_type IS NULL))) OR (('spoken'::text = ANY (erasure_rows.p_also)) AND (r.actor_id = erasure_rows.p_id)) OR (('mentions'::text = ANY (erasure_rows.p_also)) AND ((r.content)::text ~* erasure_rows.p_pattern))))
 UNION ALL
  SELECT 'contexts'::text,
     r.acb_id,
     NULL::text,
     NULL::text
    FROM palimpsest.receipt r
   WHERE ((r.tenant_id = palimpsest.tenant()) AND (r.erased_at IS NULL) AND (palimpsest.erasure_about(r.inputs, erasure_rows.p_type, erasure_rows.p_id) OR (COALESCE((r.inputs ->> 'query'::text), (r.inputs ->> 'query_text'::text)) ~* erasure_rows.p_pattern) OR (EXISTS ( SELECT 1
            FROM palimpsest.receipt_item i
           WHERE ((i.tenant_id = palimpsest.tenant()) AND (i.acb_id = r.acb_id) AND (i.memory_id = ANY (erasure_rows.p_ids)))))))
 UNION ALL
  SELECT 'jobs'::text,
     j.job_id,
     NULL::text,
     NULL::text
    FROM palimpsest.job j
   WHERE ((j.tenant_id = palimpsest.tenant()) AND (j.kind <> 'erasure'::text) AND (palimpsest.erasure_about(j.payload, erasure_rows.p_type, erasure_rows.p_id) OR ((j.status <> ALL (ARRAY['PENDING'::text, 'PROCESSING'::text])) AND (concat_ws(' '::text, j.payload, j.error) ~* erasure_rows.p_pattern)) OR palimpsest.erasure_names(concat_ws(' '::text, j.payload, j.progress, j.error), erasure_rows.p_ids)))
 UNION ALL
  SELECT 'answers'::text,
     i.principal_id,
     i.key,
     NULL::text
    FROM palimpsest.idempotency i
   WHERE ((i.tenant_id = palimpsest.tenant()) AND (palimpsest.erasure_about(i.answer, erasure_rows.p_type, erasure_rows.p_id) OR palimpsest.erasure_names((i.answer)::text, erasure_rows.p_ids) OR (('mentions'::text = ANY (erasure_rows.p_also)) AND ((i.answer)::text ~* erasure_rows.p_pattern))))
 UNION ALL
  SELECT 'activations'::text,
     c.active_context_id,
     NULL::text,
     NULL::text
    FROM palimpsest.active_context c
   WHERE ((c.tenant_id = palimpsest.tenant()) AND palimpsest.erasure_names((c.answer)::text, erasure_rows.p_ids))
 UNION ALL
  SELECT 'capsule_items'::text,
     i.capsule_id,
     (i."position")::text AS "position",
     NULL::text
    FROM palimpsest.capsule_item i
   WHERE ((i.tenant_id = palimpsest.tenant()) AND (i.item_id = ANY (erasure_rows.p_ids)) AND (i.capsule_id <> ALL (erasure_rows.p_ids)))
 UNION ALL
  SELECT 'sessions'::text,
     s.user_id,
     s.session_id,
     NULL::text
    FROM palimpsest.session s
   WHERE ((s.tenant_id = palimpsest.tenant()) AND (((erasure_rows.p_type = 'user'::text) AND (s.user_id = erasure_rows.p_id)) OR palimpsest.erasure_about(s.metadata, erasure_rows.p_type, erasure_rows.p_id) OR (('mentions'::text = ANY (erasure_rows.p_also)) AND (concat_ws(' '::text, s.session_id, s.name, s.metadata) ~* erasure_rows.p_pattern))))
 UNION ALL
  SELECT 'plans'::text,
     p.plan_id,
     NULL::text,
     NULL::text
    FROM palimpsest.plan p
   WHERE ((p.tenant_id = palimpsest.tenant()) AND (((erasure_rows.p_type = 'user'::text) AND (p.user_id = erasure_rows.p_id)) OR palimpsest.erasure_about(p.goal_data, erasure_rows.p_type, erasure_rows.p_id) OR palimpsest.erasure_about(p.state, erasure_rows.p_type, erasure_rows.p_id) OR (('mentions'::text = ANY (erasure_rows.p_also)) AND (concat_ws(' '::text, p.goal_event, p.goal_data, p.state) ~* erasure_rows.p_pattern))))
 UNION ALL
  SELECT 'plan_state'::text,
     s.plan_id,
     s.key,
     NULL::text
    FROM palimpsest.plan_state s
   WHERE ((s.tenant_id = palimpsest.tenant()) AND (palimpsest.erasure_about(s.value, erasure_rows.p_type, erasure_rows.p_id) OR (EXISTS ( SELECT 1
            FROM palimpsest.plan p
           WHERE ((p.tenant_id = palimpsest.tenant()) AND (p.plan_id = s.plan_id) AND (erasure_rows.p_type = 'user'::text) AND (p.user_id = erasure_rows.p_id)))) OR (('mentions'::text = ANY (erasure_rows.p_also)) AND (concat_ws(' '::text, s.key, s.value) ~* erasure_rows.p_pattern))))
 UNION ALL
  SELECT 'task_contexts'::text,
     t.task_id,
     NULL::text,
     NULL::text
    FROM palimpsest.task_context t
   WHERE ((t.tenant_id = palimpsest.tenant()) AND (palimpsest.erasure_about(t.data, erasure_rows.p_type, erasure_rows.p_id) OR palimpsest.erasure_about(t.state, erasure_rows.p_type, erasure_rows.p_id) OR (EXISTS ( SELECT 1
            FROM palimpsest.plan p
           WHERE ((p.tenant_id = palimpsest.tenant()) AND (p.plan_id = t.plan_id) AND (erasure_rows.p_type = 'user'::text) AND (p.user_id = erasure_rows.p_id)))) OR (('mentions'::text = ANY (erasure_rows.p_also)) AND (concat_ws(' '::text, t.data, t.state) ~* erasure_rows.p_pattern))))
 UNION ALL
  SELECT 'working_memory'::text,
     w.principal_id,
     w.session_id,
     NULL::text
    FROM palimpsest.working_memory w
   WHERE ((w.tenant_id = palimpsest.tenant()) AND (((erasure_rows.p_type = 'user'::text) AND (w.principal_id = erasure_rows.p_id)) OR (('mentions'::text = ANY (erasure_rows.p_also)) AND (concat_ws(' '::text, w.current_task, w.current_frame) ~* erasure_rows.p_pattern))))
 UNION ALL
  SELECT 'working_items'::text,
     w.principal_id,
     w.session_id,
     w.ref_id
    FROM palimpsest.working_item w
   WHERE ((w.tenant_id = palimpsest.tenant()) AND ((w.ref_id = ANY (erasure_rows.p_ids)) OR (('mentions'::text = ANY (erasure_rows.p_also)) AND (w.summary ~* erasure_rows.p_pattern))))
 UNION ALL
  SELECT 'working_threads'::text,
     w.principal_id,
     w.session_id,
     w.thread_id
    FROM palimpsest.working_thread w
   WHERE ((w.tenant_id = palimpsest.tenant()) AND ((w.decision_id = ANY (erasure_rows.p_ids)) OR (('mentions'::text = ANY (erasure_rows.p_also)) AND (w.description ~* erasure_rows.p_pattern))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_scan(p_erasure text, p_pattern text, p_table text, p_after text[], p_limit integer)
 RETURNS TABLE(last text[], exact bigint, inside bigint, pieces bigint, about bigint, names bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  relation oid := format('palimpsest.%I', p_table)::regclass;
  e record;
  words text;
  documents text;
  subject text;
  keys text;
  later text;
  casts text;
begin
  select r.subject_type, r.subject_id, r.samples into strict e from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running';
  select string_agg(format('t.%I::text', a.attname), ', ') filter (where a.atttypid in (
           'text'::regtype, 'varchar'::regtype, 'name'::regtype)),
         string_agg(case when a.atttypid = 'bytea'::regtype then format($f$encode(t.%I, 'escape')$f$, a.attname)
                         else format('t.%I::text', a.attname) end, ', ') filter (where a.atttypid not in (
           'text'::regtype, 'varchar'::regtype, 'name'::regtype)),
         case when bool_or(a.attname = 'subject_id') then
           't.subject_id = $4 and (t.subject_type = $5 or t.subject_type is null)' else 'false' end
  into words, documents, subject
  from pg_attribute a
  where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (a.atttypid in ('text'::regtype, 'varchar'::regtype, 'name'::regtype, 'json'::regtype, 'jsonb'::regtype,
                        'bytea'::regtype, 'tsvector'::regtype) or format_type(a.atttypid, null) like '%[]');
  select string_agg(format('t.%I', a.attname), ', ' order by k.n),
         string_agg(format('t.%I::text', a.attname), ', ' order by k.n),
         string_agg(format('$6[%s]::%s', k.n, format_type(a.atttypid, a.atttypmod)), ', ' order by k.n)
  into keys, later, casts
  from pg_index i cross join lateral unnest(i.indkey) with ordinality k(attnum, n)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = relation and i.indisprimary;
  return query execute format($q$
    with page as materialized (
      select array[%1$s] as key, row_number() over (order by %6$s) as n, array_remove(array[%2$s]::text[], null) as words,
        concat_ws(' ', %3$s) as documents, coalesce(%4$s, false) as about
      from palimpsest.%5$I t
      where t.tenant_id = $1 and ($6::text[] is null or (%6$s) > (%7$s))
      order by %6$s limit $7
    ), seen as (
      select page.key, page.about,
        exists (select 1 from palimpsest.erasure_target x
                where x.tenant_id = $1 and x.erasure_id = $2 and x.id = any (page.words)) as exact,
        exists (select 1 from regexp_split_to_table(page.documents, '[^A-Za-z0-9_:.-]+') w(word)
                join palimpsest.erasure_target x on x.tenant_id = $1 and x.erasure_id = $2 and x.id = w.word) as inside,
        exists (select 1 from unnest($3::text[]) s(piece)
                where strpos(array_to_string(page.words, ' ') || ' ' || page.documents, s.piece) > 0) as pieces,
        (array_to_string(page.words, ' ') || ' ' || page.documents) ~* $8 as names
      from page
    )
    select case when count(*) < $7 then null else (select page.key from page order by page.n desc limit 1) end,
      count(*) filter (where seen.exact), count(*) filter (where seen.inside), count(*) filter (where seen.pieces),
      count(*) filter (where seen.about), count(*) filter (where seen.names)
    from seen $q$, later, coalesce(words, 'null'), coalesce(documents, 'null::text'), subject, p_table, keys, casts)
  using here, p_erasure, e.samples, e.subject_id, e.subject_type, p_after, p_limit, p_pattern;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_sweep(p_erasure text, p_limit integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  ids text[];
  counts jsonb;
begin
  perform 1 from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running' for update;
  if not found then raise exception 'the erasure does not run' using errcode = '42501'; end if;
  ids := array(
    select t.id from palimpsest.erasure_target t
    where t.tenant_id = here and t.erasure_id = p_erasure and not t.swept and t.reading_position is not null
    order by t.id limit p_limit);
  perform 1 from palimpsest.memory m where m.tenant_id = here and m.id = any (ids) order by m.id for update;
  select jsonb_build_object(
    'memories', (select count(*) from palimpsest.memory m where m.tenant_id = here and m.id = any (ids)),
    'capsules', (select count(*) from palimpsest.capsule c where c.tenant_id = here and c.memory_id = any (ids)),
    'revisions', (select count(*) from palimpsest.artifact a where a.tenant_id = here and a.memory_id = any (ids)),
    'edits', (select count(*) from palimpsest.memory_edit d where d.tenant_id = here and d.memory_id = any (ids)),
    'vectors', (select count(*) from palimpsest.memory_vector v where v.tenant_id = here and v.memory_id = any (ids)),
    'events', (select count(*) from palimpsest.record c where c.tenant_id = here and c.memory_id = any (ids)),
    'outbox', (select count(*) from palimpsest.outbox o where o.tenant_id = here and o.memory_id = any (ids))) into counts;
  with gone as materialized (
    select m.reading_position, m.word_count, m.retracted from palimpsest.memory m
    where m.tenant_id = here and m.id = any (ids)
  ), words as (
    delete from palimpsest.memory_term t using gone where t.tenant_id = here and t.reading_position = gone.reading_position
  )
  insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
  select here, palimpsest.own_shard(), -count(*) filter (where not gone.retracted), -sum(gone.word_count)
  from gone having count(*) > 0
  on conflict (tenant_id, shard) do update
  set memories = s.memories + excluded.memories, words = s.words + excluded.words;
  update palimpsest.fact_count c set facts = c.facts - f.n from (
    select m.owner_id, m.attributes->>'category' as category, count(*) as n from palimpsest.memory m
    where m.tenant_id = here and m.id = any (ids) and m.kind = 'fact' and m.status = 'active' and not m.retracted
    group by 1, 2) f
  where c.tenant_id = here and c.owner_id = f.owner_id and c.category = f.category;
  perform set_config('palimpsest.deletes_tenant', 'on', true);
  delete from palimpsest.memory m where m.tenant_id = here and m.id = any (ids);
  perform set_config('palimpsest.deletes_tenant', '', true);
  update palimpsest.erasure_target t set swept = true
  where t.tenant_id = here and t.erasure_id = p_erasure and t.id = any (ids);
  perform palimpsest.erasure_count(p_erasure, counts);
  return ids;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_sweep_rows(p_erasure text, p_pattern text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  e record;
  ids text[];
  counts jsonb;
begin
  select r.subject_type, r.subject_id, r.subject_digest, r.also into strict e from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running' for update;
  ids := array(select t.id from palimpsest.erasure_target t where t.tenant_id = here and t.erasure_id = p_erasure);
  perform set_config('palimpsest.erases', 'on', true);
  with found as materialized (
    select * from palimpsest.erasure_rows(e.subject_type, e.subject_id, e.also, p_pattern, ids)
  ), events as (
    delete from palimpsest.record r using found f where f.what = 'events' and r.tenant_id = here and r.event_id = f.key1
  ), contexts as (
    update palimpsest.receipt r
    set erased_at = clock_timestamp(),
        inputs = r.inputs - 'query_text' - 'subject_id' - 'subject_type' || jsonb_build_object('query', '')
    from found f where f.what = 'contexts' and r.tenant_id = here and r.acb_id = f.key1
  ), shown as (
    update palimpsest.receipt_item i set digest = null, score = null
    where i.tenant_id = here and i.memory_id = any (ids) and (i.digest is not null or i.score is not null)
  ), jobs as (
    delete from palimpsest.job j using found f where f.what = 'jobs' and j.tenant_id = here and j.job_id = f.key1
  ), answers as (
    delete from palimpsest.idempotency i using found f
    where f.what = 'answers' and i.tenant_id = here and i.principal_id = f.key1 and i.key = f.key2
  ), activations as (
    delete from palimpsest.active_context c using found f
    where f.what = 'activations' and c.tenant_id = here and c.active_context_id = f.key1
  ), items as (
    delete from palimpsest.capsule_item i using found f
    where f.what = 'capsule_items' and i.tenant_id = here and i.capsule_id = f.key1 and i.position = f.key2::integer
    returning i.capsule_id
  ), fewer as (
    update palimpsest.capsule c set item_count = c.item_count - n.items
    from (select items.capsule_id, count(*)::integer as items from items group by items.capsule_id) n
    where c.tenant_id = here and c.memory_id = n.capsule_id
  ), sessions as (
    delete from palimpsest.session s using found f
    where f.what = 'sessions' and s.tenant_id = here and s.user_id = f.key1 and s.session_id = f.key2
  ), tasks as (
    delete from palimpsest.task_context t using found f
    where f.what = 'task_contexts' and t.tenant_id = here and t.task_id = f.key1
  ), states as (
    delete from palimpsest.plan_state s using found f
    where f.what = 'plan_state' and s.tenant_id = here and s.plan_id = f.key1 and s.key = f.key2
  ), plans as (
    delete from palimpsest.plan p using found f where f.what = 'plans' and p.tenant_id = here and p.plan_id = f.key1
  ), minds as (
    delete from palimpsest.working_memory w using found f
    where f.what = 'working_memory' and w.tenant_id = here and w.principal_id = f.key1 and w.session_id = f.key2
  ), in_mind as (
    delete from palimpsest.working_item w using found f
    where f.what = 'working_items' and w.tenant_id = here and w.principal_id = f.key1 and w.session_id = f.key2
      and w.ref_id = f.key3
  ), threads as (
    delete from palimpsest.working_thread w using found f
    where f.what = 'working_threads' and w.tenant_id = here and w.principal_id = f.key1 and w.session_id = f.key2
      and w.thread_id = f.key3
  )
  select coalesce(jsonb_object_agg(c.what, c.n), '{}') into counts
  from (select found.what, count(*) as n from found group by found.what) c;
  perform set_config('palimpsest.erases', '', true);
  -- A conversation of which nothing is left needs no place to go on from.
  delete from palimpsest.thread t
  where t.tenant_id = here and t.session_id in (
      select s.session_id from palimpsest.erasure_target s
      where s.tenant_id = here and s.erasure_id = p_erasure and s.session_id is not null)
    and not exists (select 1 from palimpsest.memory m where m.tenant_id = here and m.session_id = t.session_id);
  -- Earlier requests about the same subject name it no longer.
  update palimpsest.erasure o set subject_type = null, subject_id = null
  where o.tenant_id = here and o.subject_digest = e.subject_digest and o.status not in ('pending', 'running')
    and o.subject_id is not null;
  perform palimpsest.erasure_count(p_erasure, counts);
  return counts;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_sweep_work(p_erasure text, p_pattern text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here constant text := palimpsest.tenant();
  e record;
  ids text[];
begin
  select r.subject_type, r.subject_id, r.also, r.samples into strict e from palimpsest.erasure r
  where r.tenant_id = here and r.erasure_id = p_erasure and r.status = 'running';
  ids := array(select t.id from palimpsest.erasure_target t where t.tenant_id = here and t.erasure_id = p_erasure);
  delete from palimpsest.rolled_back_work w
  where w.tenant_id = here
    and palimpsest.erasure_in_work(w.was, e.subject_type, e.subject_id, e.also, p_pattern, ids, e.samples);
  update palimpsest.plan_state s set before = null
  where s.tenant_id = here and s.before is not null
    and palimpsest.erasure_in_work(s.before, e.subject_type, e.subject_id, e.also, p_pattern, ids, e.samples);
  update palimpsest.plan p set before = null
  where p.tenant_id = here and p.before is not null
    and palimpsest.erasure_in_work(p.before, e.subject_type, e.subject_id, e.also, p_pattern, ids, e.samples);
  update palimpsest.task_context t set before = null
  where t.tenant_id = here and t.before is not null
    and palimpsest.erasure_in_work(t.before, e.subject_type, e.subject_id, e.also, p_pattern, ids, e.samples);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_tables()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (c.relname)::text AS relname
    FROM (pg_class c
      JOIN pg_attribute a ON (((a.attrelid = c.oid) AND (a.attname = 'tenant_id'::name) AND (NOT a.attisdropped))))
   WHERE ((c.relnamespace = ('palimpsest'::regnamespace)::oid) AND (c.relkind = ANY (ARRAY['r'::"char", 'p'::"char"])))
   ORDER BY c.relname;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.erasure_work(p_erasure text)
 RETURNS TABLE(subject_type text, subject_id text, subject_digest text, also text[], requested_by text, requested_at timestamp with time zone, decided_by text, decided_at timestamp with time zone, reason text, swept jsonb)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 UPDATE palimpsest.erasure e SET status = 'running'::text, residue = NULL::jsonb
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.erasure_id = erasure_work.p_erasure) AND (e.status = ANY (ARRAY['running'::text, 'failed'::text])))
   RETURNING e.subject_type,
     e.subject_id,
     e.subject_digest,
     e.also,
     e.requested_by,
     e.requested_at,
     e.decided_by,
     e.decided_at,
     e.reason,
     e.swept;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.event_edits(p_ids text[], p_extracted text)
 RETURNS TABLE(memory_id text, edit_id text, op text, root text, proposer_type text, proposer_id text, by_reviewer boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT e.memory_id,
     e.edit_id,
     e.op,
     COALESCE(e.caused_by, e.edit_id) AS "coalesce",
     e.proposer_type,
     e.proposer_id,
     v.by_reviewer
    FROM ((palimpsest.memory_edit_event v
      JOIN palimpsest.memory_edit e ON (((e.tenant_id = v.tenant_id) AND (e.edit_id = v.edit_id) AND (e.op <> 'restore'::text))))
      JOIN palimpsest.memory m ON (((m.tenant_id = v.tenant_id) AND (m.id = v.memory_id) AND (m.kind = 'semantic_event'::text) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience))))
   WHERE ((v.tenant_id = palimpsest.tenant()) AND (v.memory_id = ANY (event_edits.p_ids)) AND (v.status = 'approved'::text) AND (NOT ((e.op = 'amend'::text) AND (e.reason = event_edits.p_extracted))) AND ((e.op = 'block'::text) OR (NOT (EXISTS ( SELECT 1
            FROM (palimpsest.memory_edit c
              JOIN palimpsest.memory s ON (((s.tenant_id = c.tenant_id) AND (s.id = c.memory_id) AND (s.kind = ANY (ARRAY['chunk'::text, 'artifact'::text])))))
           WHERE ((c.tenant_id = e.tenant_id) AND (c.edit_id = e.caused_by)))))) AND (NOT (EXISTS ( SELECT 1
            FROM (palimpsest.memory_edit_event rv
              JOIN palimpsest.memory_edit r ON (((r.tenant_id = rv.tenant_id) AND (r.edit_id = rv.edit_id) AND (r.op = 'restore'::text))))
           WHERE ((rv.tenant_id = v.tenant_id) AND (rv.memory_id = v.memory_id) AND (rv.status = 'approved'::text) AND (rv.seq > v.seq) AND (((r.patch ->> 'op'::text) IS NULL) OR ((r.patch ->> 'op'::text) = e.op)) AND (((r.patch ->> 'channel'::text) IS NULL) OR ((r.patch ->> 'channel'::text) = (e.patch ->> 'channel'::text))) AND (((r.patch ->> 'edit_id'::text) IS NULL) OR ((r.patch ->> 'edit_id'::text) = e.edit_id)))))))
   ORDER BY v.seq;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.event_moment(p_time text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET "TimeZone" TO 'UTC'
RETURN (p_time)::timestamp with time zone
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.event_sayings(p_ids text[])
 RETURNS TABLE(id text, artifact_id text, says text[], told text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
     (m.attributes ->> 'artifact_id'::text),
     array_agg(DISTINCT s.says) AS array_agg,
     ARRAY[min(o.text), min(m.text)] AS "array"
    FROM (((((palimpsest.memory m
      JOIN palimpsest.memory_original o ON (((o.tenant_id = m.tenant_id) AND (o.memory_id = m.id))))
      CROSS JOIN LATERAL jsonb_array_elements((m.attributes -> 'evidence'::text)) e(one))
      CROSS JOIN LATERAL ( SELECT (c_1.one ->> 'chunk_id'::text) AS chunk_id,
             ((c_1.one ->> 'start'::text))::integer AS first,
             ((c_1.one ->> 'end'::text))::integer AS until
            FROM jsonb_array_elements((e.one -> 'covers'::text)) c_1(one)
           WHERE ((((c_1.one ->> 'end'::text))::integer - ((c_1.one ->> 'start'::text))::integer) = (((e.one ->> 'end_char'::text))::integer - ((e.one ->> 'start_char'::text))::integer))
          LIMIT 1) c)
      JOIN palimpsest.memory_original p ON (((p.tenant_id = m.tenant_id) AND (p.memory_id = c.chunk_id))))
      CROSS JOIN LATERAL ( SELECT palimpsest.event_says((m.attributes ->> 'extracted_as'::text), palimpsest.units_between(p.text, c.first, c.until)) AS says
          OFFSET 0) s)
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = ANY (event_sayings.p_ids)) AND (m.kind = 'semantic_event'::text))
   GROUP BY m.id, m.attributes;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.event_says(p_category text, p_quote text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((p_category || ' '::text) || palimpsest.letters(p_quote))
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.events_after(p_after text, p_type text, p_limit integer)
 RETURNS TABLE(event_id text, type text, at timestamp with time zone, agent_id text, memory_id text, kind text, data jsonb, scope text, channel text, boundary_class text, token_count integer, recorded_at timestamp with time zone, hidden boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT o.event_id,
     o.type,
     o.at,
     o.agent_id,
     o.memory_id,
     o.kind,
     ((o.data ||
         CASE
             WHEN (o.own IS NULL) THEN '{}'::jsonb
             WHEN (o.agent_id = palimpsest.principal()) THEN o.own
             ELSE ( SELECT jsonb_object_agg(k.key, NULL::unknown) AS jsonb_object_agg
                FROM jsonb_object_keys(o.own) k(key))
         END) || (
         CASE
             WHEN ((o.data ? 'category'::text) AND ((o.data ->> 'category'::text) IS DISTINCT FROM judged.category)) THEN '{"category": null}'::text
             ELSE '{}'::text
         END)::jsonb),
     judged.scope,
     judged.channel,
     judged.boundary_class,
     judged.token_count,
     judged.recorded_at,
     judged.hidden
    FROM (palimpsest.outbox o
      CROSS JOIN LATERAL ( SELECT m.scope,
             m.channel,
             m.boundary_class,
             m.token_count,
             m.recorded_at,
             (m.attributes ->> 'category'::text) AS category,
             (m.retracted OR m.quarantined OR ('private'::text = ANY (m.blocked_channels))) AS hidden
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = o.memory_id) AND ((m.expires_at IS NULL) OR (m.expires_at > now())) AND
                 CASE
                     WHEN ((m.kind = 'capsule'::text) AND palimpsest.governs_capsules()) THEN true
                     WHEN (NOT palimpsest.visible(m.visibility, m.owner_id, m.audience)) THEN false
                     WHEN ((m.kind <> 'capsule'::text) OR (m.owner_id = palimpsest.principal())) THEN true
                     ELSE (m.retracted OR m.quarantined OR (palimpsest.chain_open(m.id) IS NOT FALSE))
                 END)
          OFFSET 0) judged)
   WHERE ((o.tenant_id = palimpsest.tenant()) AND ((events_after.p_type IS NULL) OR (o.type = events_after.p_type)) AND (o."position" > COALESCE(( SELECT a."position"
            FROM palimpsest.outbox a
           WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.event_id = events_after.p_after))), (0)::bigint)))
   ORDER BY o."position"
  LIMIT events_after.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.events_on(p_passages text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT DISTINCT m.id
    FROM (palimpsest.memory_link l
      JOIN palimpsest.memory m ON (((m.tenant_id = l.tenant_id) AND (m.id = l.from_id))))
   WHERE ((l.tenant_id = palimpsest.tenant()) AND (l.type = 'derived_from'::text) AND (l.to_id = ANY (events_on.p_passages)) AND (m.kind = 'semantic_event'::text) AND (m.owner_id = palimpsest.principal()));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.events_saying(p_artifact text, p_events jsonb)
 RETURNS TABLE(n integer, same text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH wanted AS MATERIALIZED (
          SELECT (g.n)::integer AS n,
             w.says,
             ARRAY( SELECT jsonb_array_elements_text((g.one -> 'told'::text)) AS jsonb_array_elements_text) AS told
            FROM (jsonb_array_elements(events_saying.p_events) WITH ORDINALITY g(one, n)
              CROSS JOIN LATERAL jsonb_array_elements_text((g.one -> 'says'::text)) w(says))
         ), known AS MATERIALIZED (
          SELECT k.id,
             k.artifact_id,
             k.told,
             s_1.says
            FROM (palimpsest.event_sayings(ARRAY( SELECT l.from_id
                    FROM ((palimpsest.artifact a
                      JOIN palimpsest.artifact r ON (((r.tenant_id = a.tenant_id) AND (r.head_id = a.head_id) AND (r.artifact_id <> a.artifact_id))))
                      JOIN palimpsest.memory_link l ON (((l.tenant_id = r.tenant_id) AND (l.type = 'derived_from'::text) AND (l.to_id = ANY (r.chunk_ids)))))
                   WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_id = events_saying.p_artifact) AND (a.head_id IS NOT NULL)))) k(id, artifact_id, says, told)
              CROSS JOIN LATERAL unnest(k.says) s_1(says))
         ), same AS MATERIALIZED (
          SELECT w.n,
             k.id,
             k.artifact_id,
             bool_or((w.told && k.told)) AS alike
            FROM (wanted w
              JOIN known k USING (says))
           GROUP BY w.n, k.id, k.artifact_id
         )
  SELECT s.n,
     s.id
    FROM (same s
      JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = s.id) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience))))
   WHERE (s.alike OR (NOT (EXISTS ( SELECT 1
            FROM same t
           WHERE ((t.n = s.n) AND (t.artifact_id = s.artifact_id) AND t.alike)))))
   ORDER BY s.n, s.id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.expire_capsules(p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH done AS (
          UPDATE palimpsest.capsule c SET status = 'expired'::text
           WHERE (c.ctid = ANY (ARRAY( SELECT o.ctid
                    FROM palimpsest.capsule o
                   WHERE ((o.tenant_id = palimpsest.tenant()) AND (o.status = 'active'::text) AND (o.expires_at <= clock_timestamp()))
                   ORDER BY o.expires_at
                  LIMIT expire_capsules.p_limit
                  FOR UPDATE OF o SKIP LOCKED)))
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*))::integer AS count
    FROM done;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_artifacts(p_after text, p_until timestamp with time zone, p_limit integer, p_bytes bigint)
 RETURNS TABLE(place text, record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT a.artifact_id,
     json_build_object('type', 'artifact', 'artifact_id', a.artifact_id, 'ts', a.ts, 'kind', a.kind, 'base64', translate(encode(a.bytes, 'base64'::text), '
'::text, ''::text), 'meta', a.meta, 'owner_id', a.owner_id, 'memory_id', a.memory_id, 'head_id', a.head_id, 'artifact_uid', a.artifact_uid, 'revision_id', a.revision_id, 'is_latest',
         CASE
             WHEN (a.head_id IS NOT NULL) THEN a.is_latest
             ELSE NULL::boolean
         END, 'content_hash', a.content_hash, 'token_count', a.token_count, 'chunk_ids', a.chunk_ids, 'starts', a.starts, 'ends', a.ends, 'resolved_at', a.resolved_at, 'extraction', a.extraction, 'rejected', a.rejected) AS json_build_object
    FROM ( SELECT p.tenant_id,
             p.artifact_id,
             p.ts,
             p.kind,
             p.bytes,
             p.meta,
             p.owner_id,
             p.memory_id,
             p.head_id,
             p.artifact_uid,
             p.revision_id,
             p.is_latest,
             p.content_hash,
             p.token_count,
             p.chunk_ids,
             p.starts,
             p.ends,
             p.job_id,
             p.resolved_at,
             p.resolved_for,
             p.extraction,
             p.rejected,
             p.size,
             (sum(p.size) OVER (ORDER BY p.artifact_id) - p.size) AS before
            FROM ( SELECT r.tenant_id,
                     r.artifact_id,
                     r.ts,
                     r.kind,
                     r.bytes,
                     r.meta,
                     r.owner_id,
                     r.memory_id,
                     r.head_id,
                     r.artifact_uid,
                     r.revision_id,
                     r.is_latest,
                     r.content_hash,
                     r.token_count,
                     r.chunk_ids,
                     r.starts,
                     r.ends,
                     r.job_id,
                     r.resolved_at,
                     r.resolved_for,
                     r.extraction,
                     r.rejected,
                     COALESCE(octet_length(r.bytes), ((60 * cardinality(r.chunk_ids)) + COALESCE(pg_column_size(r.rejected), 0))) AS size
                    FROM palimpsest.artifact r
                   WHERE ((palimpsest.role() = 'admin'::text) AND (r.tenant_id = palimpsest.tenant()) AND (r.artifact_id > export_artifacts.p_after) AND (r.ts <= export_artifacts.p_until))
                   ORDER BY r.artifact_id
                  LIMIT export_artifacts.p_limit) p) a
   WHERE (a.before < export_artifacts.p_bytes)
   ORDER BY a.artifact_id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_claim_evidence(p_after text, p_until timestamp with time zone, p_limit integer)
 RETURNS TABLE(place text, record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT e.evidence_id,
     json_build_object('type', 'claim_evidence', 'evidence_id', e.evidence_id, 'memory_id', e.memory_id, 'writer', e.writer, 'provenance', e.provenance, 'graph', e.graph, 'added_at', e.added_at) AS json_build_object
    FROM palimpsest.claim_evidence e
   WHERE ((palimpsest.role() = 'admin'::text) AND (e.tenant_id = palimpsest.tenant()) AND (e.added_at <= export_claim_evidence.p_until) AND (e.rollback_id IS NULL) AND (e.evidence_id > export_claim_evidence.p_after))
   ORDER BY e.evidence_id
  LIMIT export_claim_evidence.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_episode_links(p_episode text, p_memory text, p_until timestamp with time zone, p_limit integer)
 RETURNS TABLE(place text[], record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ARRAY[l.episode_id, l.memory_id] AS "array",
     json_build_object('type', 'episode_link', 'episode_id', l.episode_id, 'memory_id', l.memory_id, 'kind', l.kind, 'effectiveness', l.effectiveness, 'linked_by', l.linked_by, 'linked_at', l.linked_at) AS json_build_object
    FROM palimpsest.episode_link l
   WHERE ((palimpsest.role() = 'admin'::text) AND (l.tenant_id = palimpsest.tenant()) AND (l.linked_at <= export_episode_links.p_until) AND (l.rollback_id IS NULL) AND (ROW(l.episode_id, l.memory_id) > ROW(export_episode_links.p_episode, export_episode_links.p_memory)))
   ORDER BY l.episode_id, l.memory_id
  LIMIT export_episode_links.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_events(p_after text, p_until timestamp with time zone, p_limit integer, p_bytes bigint)
 RETURNS TABLE(place text, record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT e.event_id,
     json_build_object('type', 'event', 'event_id', e.event_id, 'ts', e.ts, 'occurred_at', e.occurred_at, 'session_id', e.session_id, 'channel', e.channel, 'actor_type', e.actor_type, 'actor_id', e.actor_id, 'kind', e.kind, 'sensitivity', e.sensitivity, 'tags', e.tags, 'content', e.content, 'refs', e.refs, 'scope', e.scope, 'subject_type', e.subject_type, 'subject_id', e.subject_id, 'project_id', e.project_id, 'principal_id', e.principal_id, 'memory_id', e.memory_id) AS json_build_object
    FROM ( SELECT p.tenant_id,
             p.event_id,
             p.ts,
             p.occurred_at,
             p.session_id,
             p.channel,
             p.actor_type,
             p.actor_id,
             p.kind,
             p.sensitivity,
             p.tags,
             p.content,
             p.refs,
             p.scope,
             p.subject_type,
             p.subject_id,
             p.project_id,
             p.principal_id,
             p.memory_id,
             p.transaction_id,
             (sum(octet_length((p.content)::text)) OVER (ORDER BY p.event_id) - octet_length((p.content)::text)) AS before
            FROM ( SELECT r.tenant_id,
                     r.event_id,
                     r.ts,
                     r.occurred_at,
                     r.session_id,
                     r.channel,
                     r.actor_type,
                     r.actor_id,
                     r.kind,
                     r.sensitivity,
                     r.tags,
                     r.content,
                     r.refs,
                     r.scope,
                     r.subject_type,
                     r.subject_id,
                     r.project_id,
                     r.principal_id,
                     r.memory_id,
                     r.transaction_id
                    FROM palimpsest.record r
                   WHERE ((palimpsest.role() = 'admin'::text) AND (r.tenant_id = palimpsest.tenant()) AND (r.event_id > export_events.p_after) AND (r.ts <= export_events.p_until))
                   ORDER BY r.event_id
                  LIMIT export_events.p_limit) p) e
   WHERE (e.before < export_events.p_bytes)
   ORDER BY e.event_id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_links(p_from text, p_to text, p_type text, p_until timestamp with time zone, p_limit integer)
 RETURNS TABLE(from_id text, to_id text, type text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT l.from_id,
     l.to_id,
     l.type,
     l.created_at
    FROM palimpsest.memory_link l
   WHERE ((palimpsest.role() = 'admin'::text) AND (l.tenant_id = palimpsest.tenant()) AND (ROW(l.from_id, l.to_id, l.type) > ROW(export_links.p_from, export_links.p_to, export_links.p_type)) AND (l.created_at <= export_links.p_until))
   ORDER BY l.from_id, l.to_id, l.type
  LIMIT export_links.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_memories(p_in_sessions boolean, p_after bigint, p_until timestamp with time zone, p_limit integer, p_bytes bigint)
 RETURNS TABLE(place text, record json)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  places bigint[];
begin
  if palimpsest.role() is distinct from 'admin' then
    return;
  end if;
  if p_in_sessions then
    select array_agg(s.reading_position) into places from (
      select p.reading_position, sum(octet_length(p.text)) over (order by p.reading_position) - octet_length(p.text) as before
      from (select m.reading_position, m.text from palimpsest.memory m
            where m.tenant_id = palimpsest.tenant() and m.reading_position > p_after and m.recorded_at <= p_until
            order by m.reading_position limit p_limit) p) s
    where s.before < p_bytes;
  else
    select array_agg(s.reading_position) into places from (
      select p.reading_position, sum(octet_length(p.text)) over (order by p.reading_position desc) - octet_length(p.text) as before
      from (select m.reading_position, m.text from palimpsest.memory m
            where m.tenant_id = palimpsest.tenant() and m.reading_position < p_after and m.recorded_at <= p_until
            order by m.reading_position desc limit p_limit) p) s
    where s.before < p_bytes;
  end if;
  return query
  select m.reading_position::text, json_build_object(
    'type', 'memory', 'id', m.id, 'kind', m.kind, 'text', m.text, 'attributes', m.attributes, 'importance', m.importance,
    'status', m.status, 'tags', m.tags, 'writer', m.writer, 'owner_id', m.owner_id, 'origin', m.origin,
    'speaker', m.speaker, 'by_agent', case when m.cues & 1 > 0 then true end, 'scope', m.scope, 'subject_type', m.subject_type, 'subject_id', m.subject_id,
    'project_id', m.project_id, 'session_id', m.session_id, 'channel', m.channel, 'visibility', m.visibility,
    'audience', m.audience, 'boundary_class', m.boundary_class, 'occurred_at', m.occurred_at,
    'recorded_at', m.recorded_at, 'expires_at', m.expires_at, 'retracted', m.retracted, 'quarantined', m.quarantined,
    'blocked_channels', m.blocked_channels,
    'original', json_build_object('text', o.text, 'attributes', o.attributes, 'importance', o.importance),
    'states', (select json_agg(json_build_object('status', s.status, 'actor_id', s.actor_id, 'at', s.at,
                                                 'rollback_id', s.rollback_id) order by s.seq)
               from palimpsest.memory_state s where s.tenant_id = m.tenant_id and s.memory_id = m.id),
    'edits', (select json_agg(json_build_object('edit_id', e.edit_id, 'op', e.op, 'patch', e.patch, 'reason', e.reason,
                  'proposer_type', e.proposer_type, 'proposer_id', e.proposer_id, 'cascade', e.cascade,
                  'twins', e.twins, 'caused_by', e.caused_by, 'rollback_id', e.rollback_id, 'created_at', e.created_at,
                  'decision', case when v.edit_id is not null then json_build_object('status', v.status,
                    'actor_type', v.actor_type, 'actor_id', v.actor_id, 'note', v.note, 'at', v.at,
                    'by_reviewer', v.by_reviewer, 'rollback_id', v.rollback_id, 'seq', v.seq) end)
                order by e.created_at, e.edit_id)
              from palimpsest.memory_edit e
              left join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id
              where e.tenant_id = m.tenant_id and e.memory_id = m.id),
    'capsule', case when m.kind = 'capsule' then (
      select json_build_object('author_id', c.author_id, 'audience', c.audience, 'subject_type', c.subject_type,
        'subject_id', c.subject_id, 'ttl_days', c.ttl_days, 'status', c.status, 'forward', c.forward,
        'forwarded_from', c.forwarded_from, 'hops', c.hops, 'item_count', c.item_count, 'created_at', c.created_at,
        'expires_at', c.expires_at, 'revoked_at', c.revoked_at, 'closed_by_edit', c.closed_by_edit,
        'items', (select json_agg(json_build_object('position', i.position, 'item_type', i.item_type, 'item_id', i.item_id)
                                  order by i.position)
                  from palimpsest.capsule_item i where i.tenant_id = c.tenant_id and i.capsule_id = c.memory_id),
        'readers', (select json_agg(json_build_object('agent_id', a.agent_id, 'expires_at', a.expires_at,
                                      'forwarded', a.forwarded, 'listable', a.listable) order by a.agent_id)
                    from palimpsest.capsule_audience a where a.tenant_id = c.tenant_id and a.capsule_id = c.memory_id),
        'accesses', (select json_agg(json_build_object('agent_id', a.agent_id, 'access_count', a.access_count,
                                       'last_accessed', a.last_accessed) order by a.agent_id)
                     from palimpsest.capsule_access a where a.tenant_id = c.tenant_id and a.capsule_id = c.memory_id))
      from palimpsest.capsule c where c.tenant_id = m.tenant_id and c.memory_id = m.id) end)
  from unnest(places) with ordinality as page(place, n)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.reading_position = page.place
  join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id
  order by page.n;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_mentions(p_after text, p_until timestamp with time zone, p_limit integer)
 RETURNS TABLE(place text, record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT e.mention_id,
     json_build_object('type', 'mention', 'mention_id', e.mention_id, 'memory_id', e.memory_id, 'also_in', e.also_in, 'entity_type', e.type, 'name_key', e.name_key, 'surface_form', e.surface_form, 'start_char', e.start_char, 'end_char', e.end_char) AS json_build_object
    FROM (palimpsest.entity_mention e
      JOIN palimpsest.memory m ON (((m.tenant_id = e.tenant_id) AND (m.id = e.memory_id) AND (m.recorded_at <= export_mentions.p_until))))
   WHERE ((palimpsest.role() = 'admin'::text) AND (e.tenant_id = palimpsest.tenant()) AND (e.mention_id > export_mentions.p_after))
   ORDER BY e.mention_id
  LIMIT export_mentions.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_plan_state(p_plan text, p_key text, p_limit integer, p_bytes bigint)
 RETURNS TABLE(place text[], record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ARRAY[s.plan_id, s.key] AS "array",
     json_build_object('type', 'plan_state', 'plan_id', s.plan_id, 'key', s.key, 'value', s.value, 'version', s.version, 'updated_at', s.updated_at, 'updated_by', s.updated_by) AS json_build_object
    FROM ( SELECT p.tenant_id,
             p.plan_id,
             p.key,
             p.value,
             p.version,
             p.updated_at,
             p.updated_by,
             p.size,
             (sum(p.size) OVER (ORDER BY p.plan_id, p.key) - p.size) AS before
            FROM ( SELECT r.tenant_id,
                     r.plan_id,
                     r.key,
                     r.value,
                     r.version,
                     r.updated_at,
                     r.updated_by,
                     octet_length((r.value)::text) AS size
                    FROM palimpsest.plan_state r
                   WHERE ((r.tenant_id = palimpsest.tenant()) AND (ROW(r.plan_id, r.key) > ROW(export_plan_state.p_plan, (export_plan_state.p_key COLLATE "C"))))
                   ORDER BY r.plan_id, r.key
                  LIMIT export_plan_state.p_limit) p) s
   WHERE (s.before < export_plan_state.p_bytes)
   ORDER BY s.plan_id, s.key;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_plans(p_after text, p_until timestamp with time zone, p_limit integer, p_bytes bigint)
 RETURNS TABLE(place text[], record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ARRAY[s.plan_id] AS "array",
     json_build_object('type', 'plan', 'plan_id', s.plan_id, 'user_id', s.user_id, 'goal_event', s.goal_event, 'goal_data', s.goal_data, 'status', s.status, 'state', s.state, 'session_id', s.session_id, 'parent_plan_id', s.parent_plan_id, 'response_event', s.response_event, 'current_state', s.current_state, 'created_at', s.created_at, 'updated_at', s.updated_at, 'correlation_ids', ARRAY( SELECT c.correlation_id
            FROM palimpsest.plan_correlation c
           WHERE ((c.tenant_id = s.tenant_id) AND (c.plan_id = s.plan_id))
           ORDER BY c."position")) AS json_build_object
    FROM ( SELECT p.tenant_id,
             p.plan_id,
             p.user_id,
             p.goal_event,
             p.goal_data,
             p.status,
             p.state,
             p.session_id,
             p.parent_plan_id,
             p.response_event,
             p.current_state,
             p.created_at,
             p.updated_at,
             p.size,
             (sum(p.size) OVER (ORDER BY p.plan_id) - p.size) AS before
            FROM ( SELECT r.tenant_id,
                     r.plan_id,
                     r.user_id,
                     r.goal_event,
                     r.goal_data,
                     r.status,
                     r.state,
                     r.session_id,
                     r.parent_plan_id,
                     r.response_event,
                     r.current_state,
                     r.created_at,
                     r.updated_at,
                     (octet_length((r.goal_data)::text) + octet_length((r.state)::text)) AS size
                    FROM palimpsest.plan r
                   WHERE ((r.tenant_id = palimpsest.tenant()) AND (r.plan_id > export_plans.p_after) AND (r.created_at <= export_plans.p_until))
                   ORDER BY r.plan_id
                  LIMIT export_plans.p_limit) p) s
   WHERE (s.before < export_plans.p_bytes)
   ORDER BY s.plan_id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_receipts(p_after text, p_until timestamp with time zone, p_limit integer)
 RETURNS TABLE(place text, record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT r.acb_id,
     json_build_object('type', 'receipt', 'acb_id', r.acb_id, 'principal_id', r.principal_id, 'session_id', r.session_id, 'created_at', r.created_at, 'read_at', r.read_at, 'inputs', r.inputs, 'policy_version', r.policy_version, 'last_edit_at', r.last_edit_at, 'budget_tokens', r.budget_tokens, 'total_tokens', r.total_tokens, 'digest', r.digest, 'omissions', r.omissions, 'reader', r.reader, 'form', r.form, 'state', r.state, 'items', ( SELECT json_agg(json_build_object('position', i."position", 'memory_id', i.memory_id, 'section', i.section, 'score', i.score, 'tokens', i.tokens, 'digest', i.digest) ORDER BY i."position") AS json_agg
            FROM palimpsest.receipt_item i
           WHERE ((i.tenant_id = r.tenant_id) AND (i.acb_id = r.acb_id)))) AS json_build_object
    FROM palimpsest.receipt r
   WHERE ((palimpsest.role() = 'admin'::text) AND (r.tenant_id = palimpsest.tenant()) AND (r.acb_id > export_receipts.p_after) AND (r.created_at <= export_receipts.p_until))
   ORDER BY r.acb_id
  LIMIT export_receipts.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_sessions(p_user text, p_session text, p_until timestamp with time zone, p_limit integer, p_bytes bigint)
 RETURNS TABLE(place text[], record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ARRAY[s.user_id, s.session_id] AS "array",
     json_build_object('type', 'session', 'user_id', s.user_id, 'session_id', s.session_id, 'name', s.name, 'agent_id', s.agent_id, 'metadata', s.metadata, 'created_at', s.created_at, 'last_interaction', s.last_interaction) AS json_build_object
    FROM ( SELECT p.tenant_id,
             p.user_id,
             p.session_id,
             p.name,
             p.agent_id,
             p.metadata,
             p.created_at,
             p.last_interaction,
             p.size,
             (sum(p.size) OVER (ORDER BY p.user_id, p.session_id) - p.size) AS before
            FROM ( SELECT r.tenant_id,
                     r.user_id,
                     r.session_id,
                     r.name,
                     r.agent_id,
                     r.metadata,
                     r.created_at,
                     r.last_interaction,
                     octet_length((r.metadata)::text) AS size
                    FROM palimpsest.session r
                   WHERE ((r.tenant_id = palimpsest.tenant()) AND (ROW(r.user_id, r.session_id) > ROW(export_sessions.p_user, export_sessions.p_session)) AND ((palimpsest.role() = 'admin'::text) OR (r.user_id = palimpsest.principal())) AND (r.created_at <= export_sessions.p_until))
                   ORDER BY r.user_id, r.session_id
                  LIMIT export_sessions.p_limit) p) s
   WHERE (s.before < export_sessions.p_bytes)
   ORDER BY s.user_id, s.session_id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_signal_entries(p_memory text, p_entry text, p_until timestamp with time zone, p_limit integer)
 RETURNS TABLE(place text[], record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ARRAY[e.memory_id, (e.entry_id)::text] AS "array",
     json_build_object('type', 'signal_entry', 'memory_id', e.memory_id, 'entry_id', e.entry_id, 'writer', e.writer, 'at', e.at, 'what', e.what, 'escalated_to', e.escalated_to, 'utility', e.utility, 'confidence', e.confidence, 'stored', e.stored, 'computed', e.computed, 'other_id', e.other_id) AS json_build_object
    FROM palimpsest.signal_entry e
   WHERE ((palimpsest.role() = 'admin'::text) AND (e.tenant_id = palimpsest.tenant()) AND (e.at <= export_signal_entries.p_until) AND (e.rollback_id IS NULL) AND (ROW(e.memory_id, e.entry_id) > ROW(export_signal_entries.p_memory, (COALESCE(NULLIF(export_signal_entries.p_entry, ''::text), '00000000-0000-0000-0000-000000000000'::text))::uuid)))
   ORDER BY e.memory_id, e.entry_id
  LIMIT export_signal_entries.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_signals(p_after text, p_until timestamp with time zone, p_limit integer)
 RETURNS TABLE(place text, record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT s.memory_id,
     json_build_object('type', 'signal', 'memory_id', s.memory_id, 'confidence', s.confidence, 'utility', s.utility, 'utility_at', s.utility_at, 'confirmations', s.confirmations, 'activations', s.activations, 'last_used_at', s.last_used_at, 'last_confirmed', s.last_confirmed, 'false_positives', s.false_positives, 'last_false_positive', s.last_false_positive, 'escalated_to', s.escalated_to, 'escalated_at', s.escalated_at, 'settled_at_activations', s.settled_at_activations, 'successes', s.successes, 'failures', s.failures, 'neutrals', s.neutrals) AS json_build_object
    FROM (palimpsest.memory_signal s
      JOIN palimpsest.memory m ON (((m.tenant_id = s.tenant_id) AND (m.id = s.memory_id) AND (m.recorded_at <= export_signals.p_until))))
   WHERE ((palimpsest.role() = 'admin'::text) AND (s.tenant_id = palimpsest.tenant()) AND (s.memory_id > export_signals.p_after))
   ORDER BY s.memory_id
  LIMIT export_signals.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_task_contexts(p_after text, p_until timestamp with time zone, p_limit integer, p_bytes bigint)
 RETURNS TABLE(place text[], record json)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT ARRAY[s.task_id] AS "array",
     json_build_object('type', 'task_context', 'task_id', s.task_id, 'plan_id', s.plan_id, 'event_type', s.event_type, 'response_event', s.response_event, 'response_topic', s.response_topic, 'data', s.data, 'state', s.state, 'created_at', s.created_at, 'updated_at', s.updated_at, 'sub_tasks', ARRAY( SELECT c.subtask_id
            FROM palimpsest.task_subtask c
           WHERE ((c.tenant_id = s.tenant_id) AND (c.task_id = s.task_id))
           ORDER BY c."position")) AS json_build_object
    FROM ( SELECT p.tenant_id,
             p.task_id,
             p.plan_id,
             p.event_type,
             p.response_event,
             p.response_topic,
             p.data,
             p.state,
             p.created_at,
             p.updated_at,
             p.size,
             (sum(p.size) OVER (ORDER BY p.task_id) - p.size) AS before
            FROM ( SELECT r.tenant_id,
                     r.task_id,
                     r.plan_id,
                     r.event_type,
                     r.response_event,
                     r.response_topic,
                     r.data,
                     r.state,
                     r.created_at,
                     r.updated_at,
                     (octet_length((r.data)::text) + octet_length((r.state)::text)) AS size
                    FROM palimpsest.task_context r
                   WHERE ((r.tenant_id = palimpsest.tenant()) AND (r.task_id > export_task_contexts.p_after) AND (r.created_at <= export_task_contexts.p_until))
                   ORDER BY r.task_id
                  LIMIT export_task_contexts.p_limit) p) s
   WHERE (s.before < export_task_contexts.p_bytes)
   ORDER BY s.task_id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.export_until()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT GREATEST(clock_timestamp(), max(t.latest)) AS "greatest"
    FROM ( SELECT max(m.recorded_at) AS latest
            FROM palimpsest.memory m
           WHERE (m.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(r.ts) AS max
            FROM palimpsest.record r
           WHERE (r.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(a.ts) AS max
            FROM palimpsest.artifact a
           WHERE (a.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(l.created_at) AS max
            FROM palimpsest.memory_link l
           WHERE (l.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(e.added_at) AS max
            FROM palimpsest.claim_evidence e
           WHERE (e.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(l.linked_at) AS max
            FROM palimpsest.episode_link l
           WHERE (l.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(g.at) AS max
            FROM palimpsest.signal_entry g
           WHERE (g.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(r.created_at) AS max
            FROM palimpsest.receipt r
           WHERE (r.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(p.created_at) AS max
            FROM palimpsest.plan p
           WHERE (p.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(s.created_at) AS max
            FROM palimpsest.session s
           WHERE (s.tenant_id = palimpsest.tenant())
         UNION ALL
          SELECT max(c.created_at) AS max
            FROM palimpsest.task_context c
           WHERE (c.tenant_id = palimpsest.tenant())) t;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.extraction_job(p_artifact text)
 RETURNS TABLE(job_id text, kind text, status text, attempts integer, max_attempts integer, priority integer, created_at timestamp with time zone, updated_at timestamp with time zone, worker text, locked_at timestamp with time zone, error text, run_at timestamp with time zone, principal_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT j.job_id,
     j.kind,
     j.status,
     j.attempts,
     j.max_attempts,
     j.priority,
     j.created_at,
     j.updated_at,
     j.worker,
     j.locked_at,
     j.error,
     j.run_at,
     j.principal_id
    FROM ((palimpsest.artifact a
      JOIN palimpsest.memory m ON (((m.tenant_id = a.tenant_id) AND (m.id = a.memory_id))))
      JOIN palimpsest.job j ON (((j.tenant_id = a.tenant_id) AND (j.job_id = a.job_id))))
   WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_id = extraction_job.p_artifact) AND palimpsest.visible(m.visibility, m.owner_id, m.audience) AND palimpsest.artifact_open(a.head_id));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.extraction_run(p_job text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT a.extraction
    FROM palimpsest.artifact a
   WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.job_id = extraction_run.p_job) AND ((a.owner_id = palimpsest.principal()) OR (palimpsest.role() = 'admin'::text) OR (palimpsest.passage_of_job(extraction_run.p_job, a.artifact_id) IS NOT NULL)))
  LIMIT 1;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.fail_erasure(p_erasure text, p_residue jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 UPDATE palimpsest.erasure e SET status = 'failed'::text, residue = fail_erasure.p_residue
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.erasure_id = fail_erasure.p_erasure) AND (e.status = 'running'::text));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.fill_later(p_space integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO palimpsest.job (tenant_id, job_id, kind, payload)
   VALUES (palimpsest.tenant(), palimpsest.new_job_id(), 'embedding_fill'::text, jsonb_build_object('key', ('space '::text || fill_later.p_space), 'space', fill_later.p_space)) ON CONFLICT DO NOTHING;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.fill_vectors(p_space integer, p_ids text[], p_hashes text[], p_embeddings text[])
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH same AS (
          SELECT m.tenant_id,
             m.id,
             m.kind,
             palimpsest.reader_key(m.kind, m.visibility, m.owner_id) AS reader_key,
             given.embedding
            FROM (palimpsest.memory m
              JOIN UNNEST(fill_vectors.p_ids, fill_vectors.p_hashes, fill_vectors.p_embeddings) given(id, hash, embedding) ON (((m.id = given.id) AND (m.content_hash = given.hash))))
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (NOT m.retracted))
          FOR SHARE OF m
         ), stored AS (
          INSERT INTO palimpsest.memory_vector (tenant_id, space_id, memory_id, kind, reader_key, embedding)  SELECT same.tenant_id,
                     fill_vectors.p_space AS p_space,
                     same.id,
                     same.kind,
                     same.reader_key,
                     (same.embedding)::vector AS embedding
                    FROM same ON CONFLICT DO NOTHING
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*))::integer AS count
    FROM stored;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.fill_words_hashes(p_ids text[], p_hashes text[], p_words text[], p_originals text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 UPDATE palimpsest.memory m SET words_hash = COALESCE(m.words_hash,
         CASE
             WHEN (m.content_hash = given.hash) THEN given.words
             ELSE NULL::text
         END), original_words_hash = COALESCE(m.original_words_hash, given.original)
    FROM UNNEST(fill_words_hashes.p_ids, fill_words_hashes.p_hashes, fill_words_hashes.p_words, fill_words_hashes.p_originals) given(id, hash, words, original)
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = given.id));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.finish_erasure(p_erasure text, p_receipt jsonb, p_signature text, p_audit text, p_finished timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update palimpsest.erasure e
  set status = 'done', subject_type = null, subject_id = null, samples = '{}', residue = null, receipt = p_receipt,
      signature = p_signature, audit_id = p_audit, finished_at = p_finished
  where e.tenant_id = palimpsest.tenant() and e.erasure_id = p_erasure and e.status = 'running';
  if not found then raise exception 'the erasure does not run' using errcode = '42501'; end if;
  delete from palimpsest.erasure_target t where t.tenant_id = palimpsest.tenant() and t.erasure_id = p_erasure;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.finish_extraction(p_artifact text, p_events text[], p_run jsonb, p_rejected jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  revision record;
  place record;
  ids text[];
  turned text[];
begin
  select a.is_latest, a.chunk_ids, a.memory_id into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and a.owner_id = palimpsest.principal()
    and palimpsest.artifact_open(a.head_id)
  for update;
  if not found then
    return false;
  end if;
  update palimpsest.artifact a set extraction = p_run, rejected = p_rejected
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact;
  select m.boundary_class, m.expires_at into place from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = revision.memory_id;
  ids := array(select palimpsest.events_on(revision.chunk_ids));
  with wanted as (
    select e.id, case when e.id <> all (p_events) then 'replaced' when revision.is_latest then 'active'
        else 'superseded' end as status,
      classes[greatest(array_position(classes, m.boundary_class), array_position(classes, place.boundary_class))] as class
    from unnest(ids) as e(id) join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = e.id
  ), changed as (
    update palimpsest.memory m
    set status = w.status, boundary_class = w.class, expires_at = place.expires_at
    from wanted w
    where m.tenant_id = palimpsest.tenant() and m.id = w.id
      and (m.status, m.boundary_class, m.expires_at) is distinct from (w.status, w.class, place.expires_at)
    returning m.id, m.status
  ), logged as (
    insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
    select palimpsest.tenant(), c.id, c.status, palimpsest.principal() from changed c order by c.id
  )
  select array_agg(c.id) into turned from changed c;
  perform palimpsest.guard_passages(turned);
  return true;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.fold(p_id text, p_at timestamp with time zone, p_op text, p_patch jsonb, p_snapshot pg_snapshot DEFAULT NULL::pg_snapshot)
 RETURNS TABLE(text text, attributes jsonb, importance real, retracted boolean, quarantined boolean, amended boolean, edited_by text[], blocked_channels text[], edit_count integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if strpos(p_id, 'art_') <> 1 then
    return query select * from palimpsest.own_fold(p_id, p_at, p_op, p_patch, p_snapshot);
    return;
  end if;
  return query
  select palimpsest.without_withheld(p_id, f.text, case when strpos(p_id, '::chunk::') = 0 then f.text
      else palimpsest.without_shared(p_id, f.text, p_at, p_snapshot) end, p_at, p_snapshot),
    f.attributes, f.importance, f.retracted, f.quarantined, f.amended, f.edited_by, f.blocked_channels, f.edit_count
  from palimpsest.own_fold(p_id, p_at, p_op, p_patch, p_snapshot) f;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.folded_words(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN btrim(regexp_replace(lower(regexp_replace(NORMALIZE(p_text, NFKC), '[\u00AD\u200B-\u200F\u2060\uFEFF]'::text, ''::text, 'g'::text)), '[\s\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u060C\u061B\u061F\u2000-\u206F\u2500-\u25FF\u3000-\u303F]+'::text, ' '::text, 'g'::text))
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.forget_times()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from palimpsest.told_time t where t.tenant_id = new.tenant_id and t.memory_id = new.id;
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.from_units(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_text ~ '[\U00010000-\U0010FFFF]'::text) THEN regexp_replace(p_text, '([𐀀-􏿿])'::text, '\1'::text, 'g'::text) ELSE p_text END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.get_active_decisions(p_tenant_id text, p_scope text DEFAULT NULL::text, p_project_id text DEFAULT NULL::text, p_subject_id text DEFAULT NULL::text, p_channel text DEFAULT NULL::text)
 RETURNS TABLE(decision_id text, decision text, scope text, rationale text[], precedence integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT m.id,
     (m.attributes ->> 'decision'::text),
     m.scope,
     ARRAY( SELECT jsonb_array_elements_text(COALESCE((m.attributes -> 'rationale'::text), '[]'::jsonb)) AS jsonb_array_elements_text) AS "array",
     palimpsest.precedence(m.scope) AS precedence
    FROM palimpsest.memory m
   WHERE ((m.tenant_id = get_active_decisions.p_tenant_id) AND (m.kind = 'decision'::text) AND (m.status = 'active'::text) AND (NOT m.retracted) AND (NOT m.quarantined) AND (m.boundary_class = ANY (( SELECT palimpsest.clearance(get_active_decisions.p_channel) AS clearance)::text[])) AND (m.channel = ANY (( SELECT palimpsest.reads(get_active_decisions.p_channel) AS reads)::text[])) AND
         CASE
             WHEN (get_active_decisions.p_channel IS NULL) THEN (cardinality(m.blocked_channels) = 0)
             ELSE (NOT (get_active_decisions.p_channel = ANY (m.blocked_channels)))
         END AND ((m.expires_at IS NULL) OR (m.expires_at > now())) AND palimpsest.is_readable(( SELECT palimpsest.read_limits() AS read_limits), m.kind, m.scope, m.recorded_at) AND ((get_active_decisions.p_scope IS NULL) OR (m.scope = get_active_decisions.p_scope)) AND ((get_active_decisions.p_project_id IS NULL) OR (m.project_id = get_active_decisions.p_project_id)) AND ((get_active_decisions.p_subject_id IS NULL) OR (m.subject_id = get_active_decisions.p_subject_id)))
   ORDER BY (palimpsest.precedence(m.scope)) DESC, m.occurred_at DESC, m.id;
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.get_available_capsules(p_tenant_id text, p_agent_id text, p_subject_type text DEFAULT NULL::text, p_subject_id text DEFAULT NULL::text)
 RETURNS TABLE(capsule_id text, scope text, subject_type text, subject_id text, items jsonb, risks text[], author_agent_id text, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT m.id,
     m.scope,
     m.subject_type,
     m.subject_id,
     ( SELECT jsonb_build_object('chunks', COALESCE(jsonb_agg(i.item_id ORDER BY i."position") FILTER (WHERE (k.kind <> 'decision'::text)), '[]'::jsonb), 'decisions', COALESCE(jsonb_agg(i.item_id ORDER BY i."position") FILTER (WHERE (k.kind = 'decision'::text)), '[]'::jsonb), 'artifacts', COALESCE(jsonb_agg(i.item_id ORDER BY i."position") FILTER (WHERE (i.item_type = 'artifact'::text)), '[]'::jsonb)) AS jsonb_build_object
            FROM (palimpsest.capsule_item i
              LEFT JOIN palimpsest.memory k ON (((i.item_type = 'memory'::text) AND (k.tenant_id = i.tenant_id) AND (k.id = i.item_id))))
           WHERE ((i.tenant_id = m.tenant_id) AND (i.capsule_id = m.id))) AS jsonb_build_object,
         CASE
             WHEN (m.boundary_class = ANY (( SELECT palimpsest.clearance(NULL::text) AS clearance)::text[])) THEN ARRAY( SELECT jsonb_array_elements_text(COALESCE((m.attributes -> 'risks'::text), '[]'::jsonb)) AS jsonb_array_elements_text)
             ELSE '{}'::text[]
         END AS "case",
     m.owner_id,
     c.expires_at
    FROM ((palimpsest.capsule_audience a
      JOIN palimpsest.capsule c ON (((c.tenant_id = a.tenant_id) AND (c.memory_id = a.capsule_id))))
      JOIN palimpsest.memory m ON (((m.tenant_id = c.tenant_id) AND (m.id = c.memory_id))))
   WHERE ((a.tenant_id = get_available_capsules.p_tenant_id) AND (a.agent_id = get_available_capsules.p_agent_id) AND (a.agent_id = ANY (palimpsest.readers())) AND (a.expires_at > now()) AND (c.status = 'active'::text) AND (c.expires_at > now()) AND (NOT m.retracted) AND (NOT m.quarantined) AND ((c.forwarded_from IS NULL) OR palimpsest.chain_open(c.forwarded_from)) AND (cardinality(m.blocked_channels) = 0) AND palimpsest.is_readable(( SELECT palimpsest.read_limits() AS read_limits), m.kind, m.scope, m.recorded_at) AND ((get_available_capsules.p_subject_type IS NULL) OR (m.subject_type = get_available_capsules.p_subject_type)) AND ((get_available_capsules.p_subject_id IS NULL) OR (m.subject_id = get_available_capsules.p_subject_id)))
   ORDER BY c.created_at DESC, m.id;
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.get_timeline(p_tenant_id text, p_around_chunk_id text, p_window_seconds integer DEFAULT 3600, p_include_quarantined boolean DEFAULT false, p_channel text DEFAULT NULL::text)
 RETURNS TABLE(chunk_id text, text text, ts timestamp with time zone, distance_seconds integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH readable AS (
          SELECT c_1.tenant_id,
             c_1.chunk_id,
             c_1.kind,
             c_1.text,
             c_1.importance,
             c_1.channel,
             c_1.scope,
             c_1.subject_type,
             c_1.subject_id,
             c_1.project_id,
             c_1.session_id,
             c_1.tags,
             c_1.boundary_class,
             c_1.is_retracted,
             c_1.is_quarantined,
             c_1.blocked_channels,
             c_1.edits_applied,
             c_1.token_est,
             c_1.ts,
             c_1.reading_position
            FROM palimpsest.effective_chunks c_1
           WHERE ((c_1.tenant_id = get_timeline.p_tenant_id) AND (get_timeline.p_include_quarantined OR (NOT c_1.is_quarantined)) AND (c_1.boundary_class = ANY (( SELECT palimpsest.clearance(get_timeline.p_channel) AS clearance)::text[])) AND (c_1.channel = ANY (( SELECT palimpsest.reads(get_timeline.p_channel) AS reads)::text[])) AND
                 CASE
                     WHEN (get_timeline.p_channel IS NULL) THEN (cardinality(c_1.blocked_channels) = 0)
                     ELSE (NOT (get_timeline.p_channel = ANY (c_1.blocked_channels)))
                 END)
         )
  SELECT c.chunk_id,
     c.text,
     c.ts,
     (EXTRACT(epoch FROM (c.ts - center.ts)))::integer AS "extract"
    FROM (readable center
      JOIN readable c ON (((c.ts >= (center.ts - make_interval(secs => (get_timeline.p_window_seconds)::double precision))) AND (c.ts <= (center.ts + make_interval(secs => (get_timeline.p_window_seconds)::double precision))))))
   WHERE (center.chunk_id = get_timeline.p_around_chunk_id)
   ORDER BY (abs(EXTRACT(epoch FROM (c.ts - center.ts)))), c.chunk_id;
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.give_back_added(p_rollback text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 UPDATE palimpsest.claim_evidence e SET rollback_id = NULL::text
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.rollback_id = give_back_added.p_rollback) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])));
 UPDATE palimpsest.episode_link l SET rollback_id = NULL::text, taken = NULL::jsonb, effectiveness =
         CASE
             WHEN ((l.taken IS NULL) OR (l.effectiveness IS NOT NULL)) THEN l.effectiveness
             ELSE (l.taken ->> 'effectiveness'::text)
         END, linked_by =
         CASE
             WHEN ((l.taken IS NULL) OR (l.effectiveness IS NOT NULL)) THEN l.linked_by
             ELSE (l.taken ->> 'linked_by'::text)
         END, linked_at =
         CASE
             WHEN ((l.taken IS NULL) OR (l.effectiveness IS NOT NULL)) THEN l.linked_at
             ELSE ((l.taken ->> 'linked_at'::text))::timestamp with time zone
         END
   WHERE ((l.tenant_id = palimpsest.tenant()) AND ((l.rollback_id = give_back_added.p_rollback) OR ((l.taken ->> 'rollback_id'::text) = give_back_added.p_rollback)) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.give_back_signals(p_rollback text, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here constant text := palimpsest.tenant();
  given uuid[];
  of_memory record;
  put integer := 0;
begin
  if palimpsest.role() is null or palimpsest.role() not in ('reviewer', 'admin') then return 0; end if;
  given := array(select e.entry_id from palimpsest.signal_entry e
    where e.tenant_id = here and e.rollback_id = p_rollback order by e.memory_id limit p_limit);
  if given = '{}' then return 0; end if;
  perform 1 from palimpsest.memory_signal s
  where s.tenant_id = here and s.memory_id in (
    select e.memory_id from palimpsest.signal_entry e
    where e.tenant_id = here and e.rollback_id = p_rollback and e.entry_id = any (given))
  order by s.memory_id for update;
  for of_memory in
    with marked as (
      update palimpsest.signal_entry e set rollback_id = null
      where e.tenant_id = here and e.rollback_id = p_rollback and e.entry_id = any (given)
      returning e.memory_id, e.entry_id)
    select m.memory_id, array_agg(m.entry_id) as entries from marked m group by m.memory_id order by m.memory_id
  loop
    perform palimpsest.recount_signal(of_memory.memory_id, of_memory.entries, 1);
    put := put + cardinality(of_memory.entries);
  end loop;
  return put;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.give_back_work(p_rollback text, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here constant text := palimpsest.tenant();
  kept palimpsest.rolled_back_work;
  given integer := 0;
begin
  if palimpsest.role() is null or palimpsest.role() not in ('reviewer', 'admin') then return 0; end if;
  for kept in
    delete from palimpsest.rolled_back_work w
    where w.tenant_id = here and w.rollback_id = p_rollback and w.entry_id in (
      select n.entry_id from palimpsest.rolled_back_work n
      where n.tenant_id = here and n.rollback_id = p_rollback order by n.entry_id limit p_limit)
    returning w.*
  loop
    given := given + 1;
    case kept.what
      when 'plan_state' then
        delete from palimpsest.plan_state s
        where s.tenant_id = here and s.plan_id = kept.was->>'plan_id' and s.key = kept.was->>'key'
          and s.updated_at = kept.put_back_at;
        insert into palimpsest.plan_state select (jsonb_populate_record(null::palimpsest.plan_state, kept.was)).*
        on conflict do nothing;
      when 'plan' then
        delete from palimpsest.plan p
        where p.tenant_id = here and p.plan_id = kept.was->>'plan_id' and p.updated_at = kept.put_back_at;
        insert into palimpsest.plan select (jsonb_populate_record(null::palimpsest.plan, kept.was)).*
        on conflict do nothing;
        if found then
          insert into palimpsest.plan_correlation (tenant_id, plan_id, correlation_id, position)
          select here, kept.was->>'plan_id', n.name, n.position
          from jsonb_array_elements_text(kept.was->'names') with ordinality n(name, position);
        end if;
      when 'task_context' then
        delete from palimpsest.task_context t
        where t.tenant_id = here and t.task_id = kept.was->>'task_id' and t.updated_at = kept.put_back_at;
        insert into palimpsest.task_context select (jsonb_populate_record(null::palimpsest.task_context, kept.was)).*
        on conflict do nothing;
        if found then
          insert into palimpsest.task_subtask (tenant_id, task_id, subtask_id, position)
          select here, kept.was->>'task_id', n.name, n.position
          from jsonb_array_elements_text(kept.was->'names') with ordinality n(name, position);
        end if;
      when 'session' then
        insert into palimpsest.session select (jsonb_populate_record(null::palimpsest.session, kept.was)).*
        on conflict do nothing;
      else
        insert into palimpsest.working_memory
        select (jsonb_populate_record(null::palimpsest.working_memory, kept.was)).* on conflict do nothing;
        if found then
          insert into palimpsest.working_item
          select * from jsonb_populate_recordset(null::palimpsest.working_item, kept.was->'items');
          insert into palimpsest.working_thread
          select * from jsonb_populate_recordset(null::palimpsest.working_thread, kept.was->'threads');
        end if;
    end case;
  end loop;
  return given;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.governs_capsules()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND (palimpsest.principal_type() = ANY (ARRAY['human'::text, 'service'::text])))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.guard_passages(p_ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH passage AS (
          SELECT m.reading_position,
             palimpsest.posting_guard(m.channel,
                 CASE
                     WHEN (m.status = ANY (ARRAY['superseded'::text, 'replaced'::text])) THEN 'secret'::text
                     ELSE m.boundary_class
                 END, m.quarantined, m.blocked_channels, m.expires_at) AS guard
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = ANY (guard_passages.p_ids)) AND (m.owner_id = palimpsest.principal()))
         )
  UPDATE palimpsest.memory_term t SET guard = p.guard
    FROM passage p
   WHERE ((t.tenant_id = palimpsest.tenant()) AND (t.reading_position = p.reading_position) AND (t.guard <> p.guard));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.hidden_by_rollback(p_ids text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id
    FROM palimpsest.memory m
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = ANY (hidden_by_rollback.p_ids)) AND (m.owner_id <> palimpsest.principal()) AND (m.owner_id IN ( SELECT r.owner_id
            FROM palimpsest.rolling_back r
           WHERE (r.tenant_id = palimpsest.tenant()))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.hidden_writers()
 RETURNS TABLE(writer text, rollback_id text, job_id text, job_status text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (COALESCE((p.type || ':'::text), ''::text) || r.owner_id),
     r.rollback_id,
     NULLIF(r.job_id, ''::text) AS "nullif",
     j.status
    FROM ((palimpsest.rolling_back r
      LEFT JOIN palimpsest.principal p ON (((p.tenant_id = r.tenant_id) AND (p.principal_id = r.owner_id))))
      LEFT JOIN palimpsest.job j ON (((j.tenant_id = r.tenant_id) AND (j.job_id = r.job_id))))
   WHERE ((r.tenant_id = palimpsest.tenant()) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
   ORDER BY r.begun_at, r.rollback_id, r.job_id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.hide_writer(p_rollback text, p_job text, p_writer text, p_since timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO palimpsest.rolling_back (tenant_id, rollback_id, job_id, owner_id, since)  SELECT palimpsest.tenant() AS tenant,
             hide_writer.p_rollback AS p_rollback,
             hide_writer.p_job AS p_job,
             substr(hide_writer.p_writer, (strpos(hide_writer.p_writer, ':'::text) + 1)) AS substr,
             hide_writer.p_since AS p_since
           WHERE (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) ON CONFLICT DO NOTHING;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_artifacts(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, decode(g.base64, 'base64') as bytes, exists (
      select 1 from unnest(array[g.memory_id, g.head_id] || g.chunk_ids) as needed(id)
      where needed.id is not null and not exists (
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = needed.id)) as missing
    from json_to_recordset(p_rows) as g (n integer, artifact_id text, ts timestamptz, kind text, base64 text, meta jsonb,
      owner_id text, memory_id text, head_id text, artifact_uid text, revision_id text, is_latest boolean,
      content_hash text, token_count integer, chunk_ids text[], starts integer[], ends integer[], resolved_at timestamptz,
      extraction jsonb, rejected jsonb)
  ), made as (
    insert into palimpsest.artifact (tenant_id, artifact_id, ts, kind, bytes, meta, owner_id, memory_id, head_id,
      artifact_uid, revision_id, is_latest, content_hash, token_count, chunk_ids, starts, ends, resolved_at,
      extraction, rejected)
    select here, g.artifact_id, g.ts, g.kind, g.bytes, g.meta, g.owner_id, g.memory_id, g.head_id, g.artifact_uid,
      g.revision_id, coalesce(g.is_latest, false), g.content_hash, g.token_count, g.chunk_ids, g.starts, g.ends,
      g.resolved_at, g.extraction, case when g.extraction is not null then g.rejected end
    from given g where not g.missing
    on conflict do nothing returning artifact_id
  )
  select g.n, case when g.missing then 'missing' when made.artifact_id is not null then 'imported'
    when a.bytes is not distinct from g.bytes and a.memory_id = g.memory_id
      and a.content_hash is not distinct from g.content_hash then 'known' else 'other' end
  from given g left join made on made.artifact_id = g.artifact_id
  left join palimpsest.artifact a on a.tenant_id = here and a.artifact_id = g.artifact_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_claim_evidence(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id and m.kind = 'fact') as missing
    from json_to_recordset(p_rows) as g (n integer, evidence_id text, memory_id text, writer text, provenance jsonb,
      graph jsonb, added_at timestamptz)
  ), made as (
    insert into palimpsest.claim_evidence (tenant_id, evidence_id, memory_id, writer, provenance, graph, added_at)
    select here, g.evidence_id, g.memory_id, g.writer, g.provenance, g.graph, g.added_at
    from given g where not g.missing
    on conflict do nothing returning evidence_id
  )
  select g.n, case when g.missing then 'missing' when made.evidence_id is not null then 'imported'
    when e.memory_id = g.memory_id and e.provenance = g.provenance and e.graph = g.graph then 'known' else 'other' end
  from given g left join made on made.evidence_id = g.evidence_id
  left join palimpsest.claim_evidence e on e.tenant_id = here and e.evidence_id = g.evidence_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_episode_links(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not exists (
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.episode_id and m.kind = 'episode')
      or not exists (
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id and m.kind = g.kind) as missing
    from json_to_recordset(p_rows) as g (n integer, episode_id text, memory_id text, kind text, effectiveness text,
      linked_by text, linked_at timestamptz)
  ), made as (
    insert into palimpsest.episode_link (tenant_id, episode_id, memory_id, kind, effectiveness, linked_by, linked_at)
    select here, g.episode_id, g.memory_id, g.kind, g.effectiveness, g.linked_by, g.linked_at
    from given g where not g.missing
    on conflict do nothing returning episode_id, memory_id
  )
  select g.n, case when g.missing then 'missing' when made.memory_id is not null then 'imported'
    when l.effectiveness is not distinct from g.effectiveness then 'known' else 'other' end
  from given g left join made on made.episode_id = g.episode_id and made.memory_id = g.memory_id
  left join palimpsest.episode_link l
    on l.tenant_id = here and l.episode_id = g.episode_id and l.memory_id = g.memory_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_events(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, g.memory_id is not null and not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id) as missing
    from json_to_recordset(p_rows) as g (n integer, event_id text, ts timestamptz, occurred_at timestamptz,
      session_id text, channel text, actor_type text, actor_id text, kind text, sensitivity text, tags text[],
      content jsonb, refs text[], scope text, subject_type text, subject_id text, project_id text, principal_id text,
      memory_id text)
  ), made as (
    insert into palimpsest.record (tenant_id, event_id, ts, occurred_at, session_id, channel, actor_type, actor_id, kind,
      sensitivity, tags, content, refs, scope, subject_type, subject_id, project_id, principal_id, memory_id)
    select here, g.event_id, g.ts, g.occurred_at, g.session_id, g.channel, g.actor_type, g.actor_id, g.kind,
      g.sensitivity, g.tags, g.content, g.refs, g.scope, g.subject_type, g.subject_id, g.project_id, g.principal_id,
      g.memory_id
    from given g where not g.missing order by g.n
    on conflict do nothing returning event_id
  )
  select g.n, case when g.missing then 'missing' when made.event_id is not null then 'imported'
    when r.content = g.content and r.principal_id = g.principal_id and r.memory_id is not distinct from g.memory_id
    then 'known' else 'other' end
  from given g left join made on made.event_id = g.event_id
  left join palimpsest.record r on r.tenant_id = here and r.event_id = g.event_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_links(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, (select count(*) from palimpsest.memory m
                 where m.tenant_id = here and m.id in (g.from_id, g.to_id)) < 2 as missing
    from json_to_recordset(p_rows) as g (n integer, from_id text, to_id text, link text, created_at timestamptz)
  ), made as (
    insert into palimpsest.memory_link (tenant_id, from_id, to_id, type, created_at)
    select here, g.from_id, g.to_id, g.link, g.created_at from given g where not g.missing
    on conflict do nothing returning from_id, to_id, type
  )
  select g.n, case when g.missing then 'missing' when made.from_id is not null then 'imported' else 'known' end
  from given g left join made on made.from_id = g.from_id and made.to_id = g.to_id and made.type = g.link;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_mentions(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here constant text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not (exists (
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id and m.kind = 'chunk')
      and (g.also_in is null or exists (
        select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.also_in and m.kind = 'chunk'))) as missing
    from json_to_recordset(p_rows) as g (n integer, mention_id text, memory_id text, also_in text, entity_id text,
      entity_type text, name_key text, surface_form text, form_key text, start_char integer, end_char integer)
  ), made as (
    insert into palimpsest.entity_mention (tenant_id, mention_id, memory_id, also_in, entity_id, type, name_key,
      surface_form, form_key, start_char, end_char)
    select here, g.mention_id, g.memory_id, g.also_in, g.entity_id, g.entity_type, g.name_key, g.surface_form,
      g.form_key, g.start_char, g.end_char
    from given g where not g.missing
    on conflict do nothing returning mention_id
  )
  select g.n, case when g.missing then 'missing' when made.mention_id is not null then 'imported'
    when e.memory_id = g.memory_id and e.entity_id = g.entity_id and e.surface_form = g.surface_form then 'known'
    else 'other' end
  from given g left join made on made.mention_id = g.mention_id
  left join palimpsest.entity_mention e on e.tenant_id = here and e.mention_id = g.mention_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_parts(p_states json, p_edits json, p_decisions json, p_capsules json, p_items json, p_readers json, p_accesses json)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id, at, rollback_id)
  select here, s.memory_id, s.status, s.actor_id, s.at, s.rollback_id
  from json_to_recordset(p_states) as s (n integer, memory_id text, status text, actor_id text, at timestamptz,
    rollback_id text)
  join palimpsest.memory m on m.tenant_id = here and m.id = s.memory_id and m.imported is not null
  order by s.n;
  insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id,
    cascade, twins, caused_by, rollback_id, created_at)
  select here, e.edit_id, e.memory_id, e.op, e.patch, e.reason, e.proposer_type, e.proposer_id, e.cascade, e.twins,
    e.caused_by, e.rollback_id, e.created_at
  from json_to_recordset(p_edits) as e (edit_id text, memory_id text, op text, patch jsonb, reason text,
    proposer_type text, proposer_id text, cascade text, twins text, caused_by text, rollback_id text,
    created_at timestamptz)
  join palimpsest.memory m on m.tenant_id = here and m.id = e.memory_id and m.imported is not null;
  insert into palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id, note, at,
    by_reviewer, rollback_id)
  select here, d.edit_id, d.memory_id, d.status, d.actor_type, d.actor_id, d.note, d.at, d.by_reviewer, d.rollback_id
  from json_to_recordset(p_decisions) as d (seq bigint, edit_id text, memory_id text, status text, actor_type text,
    actor_id text, note text, at timestamptz, by_reviewer boolean, rollback_id text)
  join palimpsest.memory m on m.tenant_id = here and m.id = d.memory_id and m.imported is not null
  order by d.seq;
  insert into palimpsest.memory_edit_pending (tenant_id, edit_id, memory_id)
  select here, e.edit_id, e.memory_id
  from json_to_recordset(p_edits) as e (edit_id text, memory_id text)
  join palimpsest.memory_edit w on w.tenant_id = here and w.edit_id = e.edit_id
  where not exists (select 1 from palimpsest.memory_edit_event v where v.tenant_id = here and v.edit_id = e.edit_id);
  insert into palimpsest.capsule (tenant_id, memory_id, author_id, audience, subject_type, subject_id, ttl_days, status,
    forward, forwarded_from, hops, item_count, created_at, expires_at, revoked_at, closed_by_edit)
  select here, c.memory_id, c.author_id, c.audience, c.subject_type, c.subject_id, c.ttl_days, c.status, c.forward,
    c.forwarded_from, c.hops, c.item_count, c.created_at, c.expires_at, c.revoked_at, c.closed_by_edit
  from json_to_recordset(p_capsules) as c (memory_id text, author_id text, audience text[], subject_type text,
    subject_id text, ttl_days integer, status text, forward boolean, forwarded_from text, hops integer,
    item_count integer, created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, closed_by_edit boolean)
  join palimpsest.memory m on m.tenant_id = here and m.id = c.memory_id and m.imported is not null;
  insert into palimpsest.capsule_item (tenant_id, capsule_id, position, item_type, item_id)
  select here, i.capsule_id, i.position, i.item_type, i.item_id
  from json_to_recordset(p_items) as i (capsule_id text, position integer, item_type text, item_id text)
  join palimpsest.memory m on m.tenant_id = here and m.id = i.capsule_id and m.imported is not null;
  insert into palimpsest.capsule_audience (tenant_id, agent_id, capsule_id, expires_at, forwarded, listable)
  select here, a.agent_id, a.capsule_id, a.expires_at, a.forwarded, a.listable
  from json_to_recordset(p_readers) as a (agent_id text, capsule_id text, expires_at timestamptz, forwarded boolean,
    listable boolean)
  join palimpsest.memory m on m.tenant_id = here and m.id = a.capsule_id and m.imported is not null;
  insert into palimpsest.capsule_access (tenant_id, capsule_id, agent_id, access_count, last_accessed)
  select here, a.capsule_id, a.agent_id, a.access_count, a.last_accessed
  from json_to_recordset(p_accesses) as a (capsule_id text, agent_id text, access_count bigint,
    last_accessed timestamptz)
  join palimpsest.memory m on m.tenant_id = here and m.id = a.capsule_id and m.imported is not null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_plan_state(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  whole boolean := palimpsest.role() = 'admin';
begin
  return query
  with given as materialized (
    -- A null of JSON comes as one of SQL.
    select g.n, g.plan_id, g.key, coalesce(g.value, 'null') as value, case when whole then g.version else 1 end as version,
      case when whole then g.updated_at else clock_timestamp() end as updated_at,
      case when whole then g.updated_by else palimpsest.principal_type() || ':' || palimpsest.principal() end as updated_by
    from json_to_recordset(p_rows) as g (n integer, plan_id text, key text, value jsonb, version integer,
      updated_at timestamptz, updated_by text)
  ), made as (
    insert into palimpsest.plan_state (tenant_id, plan_id, key, value, version, updated_at, updated_by)
    select here, g.plan_id, g.key, g.value, g.version, g.updated_at, g.updated_by
    from given g on conflict do nothing returning plan_id, key
  )
  select g.n, case when made.plan_id is not null then 'imported' when s.value = g.value then 'known' else 'other' end
  from given g left join made on made.plan_id = g.plan_id and made.key = g.key
  left join palimpsest.plan_state s on s.tenant_id = here and s.plan_id = g.plan_id and s.key = g.key;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_plans(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  whole boolean := palimpsest.role() = 'admin';
begin
  return query
  with given as materialized (
    select g.n, g.plan_id, case when whole then g.user_id else palimpsest.principal() end as user_id, g.goal_event,
      g.goal_data, g.status, g.state, g.session_id, g.parent_plan_id, g.response_event, g.current_state,
      g.correlation_ids, case when whole then g.created_at else clock_timestamp() end as created_at,
      case when whole then g.updated_at else clock_timestamp() end as updated_at
    from json_to_recordset(p_rows) as g (n integer, plan_id text, user_id text, goal_event text, goal_data jsonb,
      status text, state jsonb, session_id text, parent_plan_id text, response_event text, current_state text,
      correlation_ids text[], created_at timestamptz, updated_at timestamptz)
  ), made as (
    insert into palimpsest.plan (tenant_id, plan_id, user_id, goal_event, goal_data, status, state, session_id,
      parent_plan_id, response_event, current_state, created_at, updated_at)
    select here, g.plan_id, g.user_id, g.goal_event, g.goal_data, g.status, g.state, g.session_id, g.parent_plan_id,
      g.response_event, g.current_state, g.created_at, g.updated_at
    from given g on conflict do nothing returning plan_id
  ), named as (
    insert into palimpsest.plan_correlation (tenant_id, plan_id, correlation_id, position)
    select here, g.plan_id, c.id, c.position
    from given g join made on made.plan_id = g.plan_id
    cross join lateral unnest(g.correlation_ids) with ordinality as c(id, position)
  )
  select g.n, case when made.plan_id is not null then 'imported'
    when (p.goal_event, p.goal_data, p.status, p.state) = (g.goal_event, g.goal_data, g.status, g.state) then 'known'
    else 'other' end
  from given g left join made on made.plan_id = g.plan_id
  left join palimpsest.plan p on p.tenant_id = here and p.plan_id = g.plan_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_policy(p_version text, p_source text, p_document jsonb, p_after text, p_applied_at timestamp with time zone, p_applied_by text, p_approver text, p_signed_by text)
 RETURNS TABLE(outcome text, seq bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  held record;
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  select p.source, p.seq into held from palimpsest.policy p where p.tenant_id = here and p.version = p_version;
  if found then
    return query select case when held.source = p_source then 'known' else 'other' end, null::bigint;
  elsif p_after is distinct from (
    select p.version from palimpsest.policy p where p.tenant_id = here order by p.seq desc limit 1) then
    return query select 'other', null::bigint;
  else
    return query
    with made as (
      insert into palimpsest.policy (tenant_id, version, source, document, applied_at, applied_by, approver, signed_by)
      values (here, p_version, p_source, p_document, p_applied_at, p_applied_by, p_approver, p_signed_by)
      returning policy.seq)
    select 'imported', made.seq from made;
  end if;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_receipts(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.* from json_to_recordset(p_rows) as g (n integer, acb_id text, principal_id text, session_id text,
      created_at timestamptz, read_at timestamptz, inputs jsonb, policy_version text, last_edit_at timestamptz,
      budget_tokens integer, total_tokens integer, digest text, omissions jsonb, reader jsonb, form integer, state jsonb, items json)
  ), made as (
    insert into palimpsest.receipt (tenant_id, acb_id, principal_id, session_id, created_at, read_at, inputs,
      policy_version, last_edit_at, budget_tokens, total_tokens, digest, omissions, reader, form, state)
    select here, g.acb_id, g.principal_id, g.session_id, g.created_at, g.read_at, g.inputs, g.policy_version,
      g.last_edit_at, g.budget_tokens, g.total_tokens, g.digest, g.omissions, g.reader, g.form, g.state
    from given g on conflict do nothing returning acb_id
  ), listed as (
    insert into palimpsest.receipt_item (tenant_id, acb_id, position, memory_id, section, score, tokens, digest)
    select here, g.acb_id, i.position, i.memory_id, i.section, i.score, i.tokens, i.digest
    from given g join made on made.acb_id = g.acb_id
    cross join lateral json_to_recordset(coalesce(g.items, '[]')) as i (position integer, memory_id text, section text,
      score real, tokens integer, digest text)
  )
  select g.n, case when made.acb_id is not null then 'imported' when r.digest = g.digest then 'known' else 'other' end
  from given g left join made on made.acb_id = g.acb_id
  left join palimpsest.receipt r on r.tenant_id = here and r.acb_id = g.acb_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_sessions(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  whole boolean := palimpsest.role() = 'admin';
begin
  return query
  with given as materialized (
    select g.n, case when whole then g.user_id else palimpsest.principal() end as user_id, g.session_id, g.name,
      g.agent_id, g.metadata, case when whole then g.created_at else clock_timestamp() end as created_at,
      case when whole then g.last_interaction else clock_timestamp() end as last_interaction
    from json_to_recordset(p_rows) as g (n integer, user_id text, session_id text, name text, agent_id text,
      metadata jsonb, created_at timestamptz, last_interaction timestamptz)
  ), made as (
    insert into palimpsest.session (tenant_id, user_id, session_id, name, agent_id, metadata, created_at, last_interaction)
    select here, g.user_id, g.session_id, g.name, g.agent_id, g.metadata, g.created_at, g.last_interaction
    from given g on conflict do nothing returning user_id, session_id
  )
  select g.n, case when made.user_id is not null then 'imported'
    when s.metadata = g.metadata and s.name is not distinct from g.name and s.agent_id is not distinct from g.agent_id
    then 'known' else 'other' end
  from given g left join made on made.user_id = g.user_id and made.session_id = g.session_id
  left join palimpsest.session s on s.tenant_id = here and s.user_id = g.user_id and s.session_id = g.session_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_signal_entries(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id) as missing
    from json_to_recordset(p_rows) as g (n integer, memory_id text, entry_id uuid, writer text, at timestamptz, what text,
      escalated_to text, utility real, confidence real, stored real, computed real, other_id text)
  ), made as (
    insert into palimpsest.signal_entry (tenant_id, memory_id, entry_id, writer, at, what, escalated_to, utility,
      confidence, stored, computed, other_id)
    select here, g.memory_id, g.entry_id, g.writer, g.at, g.what, g.escalated_to, g.utility, g.confidence, g.stored,
      g.computed, g.other_id
    from given g where not g.missing
    on conflict do nothing returning memory_id, entry_id
  )
  select g.n, case when g.missing then 'missing' when made.entry_id is not null then 'imported' else 'known' end
  from given g left join made on made.memory_id = g.memory_id and made.entry_id = g.entry_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_signals(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id) as missing
    from json_to_recordset(p_rows) as g (n integer, memory_id text, confidence real, utility real,
      utility_at timestamptz, confirmations integer, activations integer, last_used_at timestamptz,
      last_confirmed timestamptz, false_positives integer, last_false_positive timestamptz, escalated_to text,
      escalated_at timestamptz, settled_at_activations integer, successes integer, failures integer, neutrals integer)
  ), made as (
    insert into palimpsest.memory_signal (tenant_id, memory_id, confidence, utility, utility_at, confirmations,
      activations, last_used_at, last_confirmed, false_positives, last_false_positive, escalated_to, escalated_at,
      settled_at_activations, successes, failures, neutrals)
    select here, g.memory_id, g.confidence, g.utility, g.utility_at, g.confirmations, g.activations, g.last_used_at,
      g.last_confirmed, g.false_positives, g.last_false_positive, g.escalated_to, g.escalated_at,
      g.settled_at_activations, g.successes, g.failures, g.neutrals
    from given g where not g.missing
    on conflict do nothing returning memory_id
  )
  select g.n, case when g.missing then 'missing' when made.memory_id is not null then 'imported' else 'known' end
  from given g left join made on made.memory_id = g.memory_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.import_task_contexts(p_rows json)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
  whole boolean := palimpsest.role() = 'admin';
begin
  return query
  with given as materialized (
    select g.n, g.task_id, g.plan_id, g.event_type, g.response_event, g.response_topic, g.data, g.state, g.sub_tasks,
      case when whole then g.created_at else clock_timestamp() end as created_at,
      case when whole then g.updated_at else clock_timestamp() end as updated_at
    from json_to_recordset(p_rows) as g (n integer, task_id text, plan_id text, event_type text, response_event text,
      response_topic text, data jsonb, state jsonb, sub_tasks text[], created_at timestamptz, updated_at timestamptz)
  ), made as (
    insert into palimpsest.task_context (tenant_id, task_id, plan_id, event_type, response_event, response_topic, data,
      state, created_at, updated_at)
    select here, g.task_id, g.plan_id, g.event_type, g.response_event, g.response_topic, g.data, g.state, g.created_at,
      g.updated_at
    from given g on conflict do nothing returning task_id
  ), named as (
    insert into palimpsest.task_subtask (tenant_id, task_id, subtask_id, position)
    select here, g.task_id, c.id, c.position
    from given g join made on made.task_id = g.task_id
    cross join lateral unnest(g.sub_tasks) with ordinality as c(id, position)
  )
  select g.n, case when made.task_id is not null then 'imported'
    when (t.event_type, t.response_topic, t.data, t.state) = (g.event_type, g.response_topic, g.data, g.state) then 'known'
    else 'other' end
  from given g left join made on made.task_id = g.task_id
  left join palimpsest.task_context t on t.tenant_id = here and t.task_id = g.task_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.indexed_texts(p_after bigint, p_limit integer)
 RETURNS TABLE(id text, reading_position bigint, text text, speaker text, occurred_at timestamp with time zone, content_hash text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
     m.reading_position,
     m.text,
     m.speaker,
     m.occurred_at,
     m.content_hash
    FROM palimpsest.memory m
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.reading_position > indexed_texts.p_after) AND (NOT m.retracted))
   ORDER BY m.reading_position
  LIMIT indexed_texts.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.indexed_words(p_search text, p_asked text)
 RETURNS TABLE(term bigint, tf smallint, asked smallint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT l.term,
     l.tf,
     (LEAST(COALESCE((a.tf)::integer, 0), 3))::smallint AS "least"
    FROM (palimpsest.lexemes(indexed_words.p_search) l(term, tf)
      LEFT JOIN palimpsest.lexemes(indexed_words.p_asked) a(term, tf) ON ((a.term = l.term)));
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.inherit_class()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform palimpsest.raise_to_sources(array(select l.from_id from linked l where l.type = 'derived_from'));
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.is_blocked_out(p_masked text, p_text text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((char_length(palimpsest.as_units(p_masked)) = char_length(palimpsest.as_units(p_text))) AND (NOT (EXISTS (SELECT 1 FROM ROWS FROM(string_to_table(palimpsest.as_units(is_blocked_out.p_masked), NULL::text), string_to_table(palimpsest.as_units(is_blocked_out.p_text), NULL::text)) u(masked, plain) WHERE ((u.masked <> u.plain) AND (u.masked <> '█'::text))))))
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.is_policy(p_document jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(((jsonb_typeof(p_document) = 'object'::text) AND (NOT jsonb_path_exists(p_document, '$.keyvalue()?((!(@."key" == "version" && (@."value".type() == "string" || @."value".type() == "number")) && !(@."key" == "invariants" && @."value".type() == "array")) && !((((((((((((((@."key" == "meta" || @."key" == "channels") || @."key" == "scopes") || @."key" == "signing") || @."key" == "boundary_classes") || @."key" == "redact_policies") || @."key" == "approval") || @."key" == "retrieval") || @."key" == "censors") || @."key" == "maintenance") || @."key" == "retention") || @."key" == "feedback") || @."key" == "escalations") || @."key" == "limits") && @."value".type() == "object"))'::jsonpath, silent => true)) AND (NOT jsonb_path_exists(p_document, '$."channels".keyvalue()?((!(((@."key" == "public" || @."key" == "team") || @."key" == "agent") || @."key" == "private") || @."value".type() != "object") || exists (@."value".keyvalue()?(!((@."key" == "clearance" && @."value".type() == "string") && ((@."value" == "public" || @."value" == "internal") || @."value" == "pii")) && !(@."key" == "reads" && @."value".type() == "array"))))'::jsonpath, silent => true)) AND (NOT (EXISTS (SELECT FROM jsonb_path_query(is_policy.p_document, '$."channels".keyvalue()'::jsonpath, silent => true) c(channel) WHERE (((c.channel -> 'value'::text) ? 'reads'::text) AND (NOT ((((c.channel -> 'value'::text) -> 'reads'::text) ? (c.channel ->> 'key'::text)) AND (((c.channel -> 'value'::text) -> 'reads'::text) <@ '["public", "team", "agent", "private"]'::jsonb))))))) AND (NOT jsonb_path_exists(p_document, '$."scopes".keyvalue()?((!((@."key" == "session" || @."key" == "project") || @."key" == "principle") || @."value".type() != "object") || exists (@."value".keyvalue()?(!(@."key" == "max_tokens" && @."value".type() == "number") && !((@."key" == "ttl" && @."value".type() == "string") && (@."value" == "inf" || @."value" like_regex "^[0-9]+[smhdw]$")))))'::jsonpath, silent => true)) AND (NOT jsonb_path_exists(p_document, '$."retention"."exempt_kinds".type()?(@ != "array")'::jsonpath, silent => true)) AND (NOT jsonb_path_exists(p_document, '$."retention"."exempt_kinds"[*].type()?(@ != "string")'::jsonpath, silent => true)) AND (NOT jsonb_path_exists(p_document, '$."invariants"[*].type()?(@ != "object")'::jsonpath, silent => true)) AND (NOT jsonb_path_exists(p_document, '$."invariants"[*]."on".type()?(@ != "array")'::jsonpath, silent => true)) AND (NOT jsonb_path_exists(p_document, '$."invariants"[*]."on"[*].type()?(@ != "string")'::jsonpath, silent => true))), false)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.is_readable(p_limits jsonb, p_kind text, p_scope text, p_recorded timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((p_limits IS NULL) OR ((NOT ((p_limits ->> 'denied'::text))::boolean) AND (((p_limits -> 'exempt'::text) ? p_kind) OR COALESCE((p_recorded > (now() - make_interval(secs => ((p_limits ->> CASE WHEN (p_scope = 'session'::text) THEN 'session'::text WHEN (p_scope = ANY (ARRAY['policy'::text, 'global'::text])) THEN 'principle'::text ELSE 'project'::text END))::double precision))), true))))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.is_reworded(p_kind text, p_then_text text, p_then_attributes jsonb, p_text text, p_attributes jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (COALESCE((p_then_text <> p_text), false) OR ((p_then_attributes <> p_attributes) AND (NOT ((p_kind = 'episode'::text) AND ((p_then_attributes - ARRAY['outcome'::text, 'ended_at'::text, 'lessons_learned'::text, 'surprise_level'::text]) = (p_attributes - ARRAY['outcome'::text, 'ended_at'::text, 'lessons_learned'::text, 'surprise_level'::text])) AND (NOT (EXISTS ( SELECT 1
            FROM unnest(ARRAY['outcome'::text, 'ended_at'::text, 'lessons_learned'::text, 'surprise_level'::text]) e(key)
           WHERE ((COALESCE((is_reworded.p_then_attributes -> e.key), 'null'::jsonb) <> ALL (ARRAY['null'::jsonb, '"ongoing"'::jsonb, '[]'::jsonb])) AND ((is_reworded.p_then_attributes -> e.key) IS DISTINCT FROM (is_reworded.p_attributes -> e.key))))))))));
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.is_undone(p_memory text, p_edit text, p_op text, p_patch jsonb, p_seq bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT 1
            FROM (palimpsest.memory_edit_event w
              JOIN palimpsest.memory_edit r ON (((r.tenant_id = w.tenant_id) AND (r.edit_id = w.edit_id))))
           WHERE ((w.tenant_id = palimpsest.tenant()) AND (w.memory_id = is_undone.p_memory) AND (w.status = 'approved'::text) AND (w.seq > is_undone.p_seq) AND (r.op = 'restore'::text) AND (((r.patch ->> 'op'::text) IS NULL) OR ((r.patch ->> 'op'::text) = is_undone.p_op)) AND (((r.patch ->> 'channel'::text) IS NULL) OR ((r.patch ->> 'channel'::text) = (is_undone.p_patch ->> 'channel'::text))) AND (((r.patch ->> 'edit_id'::text) IS NULL) OR ((r.patch ->> 'edit_id'::text) = is_undone.p_edit))))) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.keep_before()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_user <> 'palimpsest_definer' then
    new.before := jsonb_build_object('value', old.value, 'updated_by', old.updated_by);
  end if;
  return new;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.key()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('palimpsest.key'::text, true), ''::text)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.key_by_hash(p_hash bytea)
 RETURNS TABLE(tenant_id text, key_id text, principal_id text, type text, role text, scopes text[], teams text[], grants text[])
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 UPDATE palimpsest.api_key k SET last_used_at = clock_timestamp()
   WHERE ((k.hash = key_by_hash.p_hash) AND (k.revoked_at IS NULL) AND ((k.expires_at IS NULL) OR (k.expires_at > clock_timestamp())) AND ((k.last_used_at IS NULL) OR (k.last_used_at < (clock_timestamp() - '00:01:00'::interval))));
 SELECT k.tenant_id,
     k.key_id,
     k.principal_id,
     k.type,
     k.role,
     k.scopes,
     k.teams,
     k.grants
    FROM palimpsest.api_key k
   WHERE ((k.hash = key_by_hash.p_hash) AND (k.revoked_at IS NULL) AND ((k.expires_at IS NULL) OR (k.expires_at > clock_timestamp())));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.known_memories(p_ids text[])
 RETURNS TABLE(id text, kind text, writer text, original_hash text, imported text, edits text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
         CASE
             WHEN o.open THEN m.kind
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN o.open THEN m.writer
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN o.open THEN m.original_hash
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN o.open THEN m.imported
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN o.open THEN ARRAY( SELECT e.edit_id
                FROM palimpsest.memory_edit e
               WHERE ((e.tenant_id = m.tenant_id) AND (e.memory_id = m.id)))
             ELSE NULL::text[]
         END AS "case"
    FROM (palimpsest.memory m
      CROSS JOIN LATERAL ( SELECT ((palimpsest.role() = 'admin'::text) OR (m.owner_id = palimpsest.principal())) AS open) o)
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = ANY (known_memories.p_ids)));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.last_edit_at(p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT v.at
    FROM (palimpsest.memory_edit_event v
      JOIN palimpsest.memory m ON (((m.tenant_id = v.tenant_id) AND (m.id = v.memory_id))))
   WHERE ((v.tenant_id = palimpsest.tenant()) AND (v.at <= last_edit_at.p_at) AND palimpsest.visible(m.visibility, m.owner_id, m.audience))
   ORDER BY v.at DESC
  LIMIT 1;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.last_event()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT o.event_id
    FROM palimpsest.outbox o
   WHERE ((o.tenant_id = palimpsest.tenant()) AND (o."position" IS NOT NULL))
   ORDER BY o."position" DESC
  LIMIT 1;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.letters(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(p_text) = char_length(p_text)) THEN translate(lower(p_text), ' 	
!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~'::text, ''::text) ELSE replace(palimpsest.folded_words(p_text), ' '::text, ''::text) END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.lexemes(p_search text)
 RETURNS TABLE(term bigint, tf smallint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT hashtextextended(w.lexeme, (0)::bigint) AS hashtextextended,
     (LEAST(GREATEST(cardinality(w.positions), 1), 255))::smallint AS "least"
    FROM unnest(to_tsvector(( SELECT palimpsest.stemmer() AS stemmer), lexemes.p_search)) w(lexeme, positions, weights);
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.lexical_status()
 RETURNS TABLE(version text, server_version text, memories bigint, words bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT t.lexical_version,
     palimpsest.lexical_version() AS lexical_version,
     (COALESCE(sum(s.memories), (0)::numeric))::bigint AS "coalesce",
     (COALESCE(sum(s.words), (0)::numeric))::bigint AS "coalesce"
    FROM (palimpsest.tenant t
      LEFT JOIN palimpsest.lexicon_stat s ON ((s.tenant_id = t.tenant_id)))
   WHERE (t.tenant_id = palimpsest.tenant())
   GROUP BY t.lexical_version;
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.lexical_version()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN palimpsest.lexical_version_of(palimpsest.stemmer())
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.lexical_version_of(p_stemmer regconfig)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (('2-'::text || (SELECT CASE WHEN (c.cfgname = 'english'::name) THEN ''::text ELSE ((c.cfgname)::text || '-'::text) END AS "case" FROM pg_ts_config c WHERE (c.oid = (lexical_version_of.p_stemmer)::oid))) || (SELECT "left"(md5(string_agg(((l.term || ' '::text) || l.tf), ','::text ORDER BY l.term)), 12) AS "left" FROM (SELECT hashtextextended(w.lexeme, (0)::bigint) AS term, (LEAST(GREATEST(cardinality(w.positions), 1), 255))::smallint AS tf FROM unnest(to_tsvector(lexical_version_of.p_stemmer, 'the running foxes were happily arguing about organisations, generalised databases, skies and dying news; 42 users of proceed@example.com exceeded x-ray succeeding cafés on https://example.com/a/b'::text)) w(lexeme, positions, weights)) l))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.lexicon_at(p_at timestamp with time zone, p_without text[], p_snapshot pg_snapshot DEFAULT NULL::pg_snapshot)
 RETURNS TABLE(memories bigint, words bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT count(*) AS count,
     COALESCE(sum(m.word_count), (0)::bigint) AS "coalesce"
    FROM palimpsest.memory m
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (NOT m.retracted) AND (NOT (m.id = ANY (lexicon_at.p_without))) AND palimpsest.was_committed(m.transaction_id, m.recorded_at, lexicon_at.p_snapshot, lexicon_at.p_at));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.likely_causes(p_head text, p_units text, p_except text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH word AS (
          SELECT string_agg(w_1.letters, ''::text) OVER (ORDER BY w_1.n ROWS BETWEEN CURRENT ROW AND 15 FOLLOWING) AS letters
            FROM (palimpsest.spelled(likely_causes.p_units) s(letters, words, first, until, at)
              CROSS JOIN LATERAL unnest(s.words) WITH ORDINALITY w_1(letters, n))
         ), digest AS (
          SELECT md5(((likely_causes.p_head || ' ^'::text) || b.letters)) AS digest
            FROM (word w_1
              CROSS JOIN LATERAL ( SELECT palimpsest.beginning(w_1.letters) AS letters
                  OFFSET 0) b)
           WHERE (b.letters IS NOT NULL)
         UNION
          SELECT md5(((likely_causes.p_head || ' ='::text) || t.said)) AS md5
            FROM palimpsest.short_sentences(likely_causes.p_units) t(first, until, said)
         )
  SELECT DISTINCT w.memory_id
    FROM (digest d
      JOIN palimpsest.withheld_sentence w ON (((w.tenant_id = palimpsest.tenant()) AND (w.head_id = likely_causes.p_head) AND (w.digest = d.digest))))
   WHERE (split_part(w.memory_id, '::'::text, 1) IS DISTINCT FROM likely_causes.p_except);
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.link_facts(p_from text, p_to text, p_type text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH pair AS (
          SELECT f.id AS from_id,
             t.id AS to_id
            FROM (palimpsest.memory f
              JOIN palimpsest.memory t ON (((t.tenant_id = f.tenant_id) AND (t.id = link_facts.p_to))))
           WHERE ((f.tenant_id = palimpsest.tenant()) AND (f.id = link_facts.p_from) AND (link_facts.p_type = ANY (ARRAY['supersedes'::text, 'contradicts'::text])) AND (f.id <> t.id) AND (f.kind = 'fact'::text) AND (t.kind = 'fact'::text) AND (NOT f.retracted) AND (NOT t.retracted) AND palimpsest.visible(f.visibility, f.owner_id, f.audience) AND palimpsest.visible(t.visibility, t.owner_id, t.audience))
         ), linked AS (
          INSERT INTO palimpsest.memory_link (tenant_id, from_id, to_id, type)  SELECT palimpsest.tenant() AS tenant,
                     pair.from_id,
                     pair.to_id,
                     link_facts.p_type AS p_type
                    FROM pair ON CONFLICT DO NOTHING
           RETURNING 1 AS "?column?"
         ), logged AS (
          INSERT INTO palimpsest.signal_entry (tenant_id, memory_id, other_id, what)  SELECT palimpsest.tenant() AS tenant,
                     pair.from_id,
                     pair.to_id,
                     link_facts.p_type AS p_type
                    FROM pair
                   WHERE ((EXISTS ( SELECT 1
                            FROM linked)) OR (EXISTS ( SELECT 1
                            FROM palimpsest.signal_entry e
                           WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.memory_id = pair.from_id) AND (e.other_id = pair.to_id) AND (e.what = link_facts.p_type)))))
         )
  SELECT (EXISTS ( SELECT 1
            FROM linked)) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.link_references()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into palimpsest.memory_link (tenant_id, from_id, to_id, type)
  select distinct new.tenant_id, new.id, n.id, 'mentions' from palimpsest.named_memories(new.attributes) n
  where n.id <> new.id
  on conflict do nothing;
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.lock_memories(p_ids text[])
 RETURNS TABLE(id text, edit_count integer, retracted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  select m.id, m.edit_count, m.retracted from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.lock_tenant_to_delete(p_confirm text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if palimpsest.role() <> 'admin' or p_confirm is distinct from palimpsest.tenant() then
    raise exception 'only an admin deletes a tenant, by its name' using errcode = '42501';
  end if;
  perform palimpsest.assert_not_suspended();
  perform 1 from palimpsest.tenant t where t.tenant_id = p_confirm for update;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.lock_words(p_words text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  words_lock bigint;
begin
  foreach words_lock in array coalesce(palimpsest.words_locks(p_words), '{}') loop
    perform pg_advisory_xact_lock(words_lock);
  end loop;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.made_from_any(p_ids text[])
 RETURNS TABLE(id text, source_id text, kind text, writer text, owner_id text, visibility text, retracted boolean, seen boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH made AS (
          SELECT l.from_id AS id,
             l.to_id AS source_id,
             l.type
            FROM palimpsest.memory_link l
           WHERE ((l.tenant_id = palimpsest.tenant()) AND (l.type = ANY (ARRAY['derived_from'::text, 'mentions'::text])) AND (l.to_id = ANY (made_from_any.p_ids)))
         UNION ALL
          SELECT c.memory_id,
             c.forwarded_from,
             'forwarded'::text
            FROM palimpsest.capsule c
           WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.forwarded_from = ANY (made_from_any.p_ids)))
         )
  SELECT DISTINCT ON (m.id) m.id,
     made.source_id,
     m.kind,
     m.writer,
     m.owner_id,
     m.visibility,
     m.retracted,
     palimpsest.visible(m.visibility, m.owner_id, m.audience) AS visible
    FROM (made
      JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = made.id))))
   WHERE ((NOT m.retracted) AND (NOT m.quarantined) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND
         CASE
             WHEN (made.type = 'mentions'::text) THEN ((NOT starts_with(m.writer, 'human:'::text)) AND (made.source_id IN ( SELECT n.id
                FROM palimpsest.named_memories(m.attributes) n(id))))
             ELSE true
         END)
   ORDER BY m.id, made.source_id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.made_from_edited(p_edits text[])
 RETURNS TABLE(id text, source_id text, kind text, writer text, owner_id text, visibility text, retracted boolean, seen boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT DISTINCT ON (m.id) m.id,
     l.to_id,
     m.kind,
     m.writer,
     m.owner_id,
     m.visibility,
     m.retracted,
     palimpsest.visible(m.visibility, m.owner_id, m.audience) AS visible
    FROM (((palimpsest.memory_edit e
      JOIN palimpsest.memory_edit_event v ON (((v.tenant_id = e.tenant_id) AND (v.edit_id = e.edit_id) AND (v.status = 'approved'::text))))
      JOIN palimpsest.memory_link l ON (((l.tenant_id = e.tenant_id) AND (l.to_id = e.memory_id) AND (l.type = 'derived_from'::text) AND (l.created_at >= v.at))))
      JOIN palimpsest.memory m ON (((m.tenant_id = l.tenant_id) AND (m.id = l.from_id))))
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.edit_id = ANY (made_from_edited.p_edits)) AND (e.op = 'amend'::text) AND (NOT m.retracted) AND (NOT m.quarantined) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
   ORDER BY m.id, l.to_id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.make_latest(p_head text, p_artifact text)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  before text[];
  after text[];
  back text[];
  gone text[];
begin
  update palimpsest.artifact a set is_latest = false
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal()
    and a.is_latest and a.artifact_id <> p_artifact
  returning a.chunk_ids into before;
  update palimpsest.artifact a set is_latest = true
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal()
    and a.artifact_id = p_artifact
  returning a.chunk_ids into after;
  before := before || array(select palimpsest.events_on(before));
  after := after || array(select palimpsest.events_on(after));
  with changed as (
    update palimpsest.memory m set status = case when m.id = any (after) then 'active' else 'superseded' end
    where m.tenant_id = palimpsest.tenant() and m.id = any (before || after) and m.owner_id = palimpsest.principal()
      and m.status <> 'replaced' and m.status <> case when m.id = any (after) then 'active' else 'superseded' end
    returning m.id, m.status
  ), logged as (
    insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
    select palimpsest.tenant(), c.id, c.status, palimpsest.principal() from changed c order by c.id
  )
  select array_agg(c.id) filter (where c.status = 'active'), array_agg(c.id) filter (where c.status = 'superseded')
  into back, gone from changed c;
  perform palimpsest.guard_passages(back);
  return coalesce(gone, '{}');
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.may_make_key(p_principal text, p_role text, p_scopes text[], p_teams text[], p_grants text[], p_expires timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  roles constant text[] := array['reader', 'writer', 'reviewer', 'admin'];
  maker record;
begin
  if palimpsest.role() <> 'admin' then return false; end if;
  if palimpsest.operator() then return true; end if;
  if palimpsest.key() is null then
    return p_principal = palimpsest.principal() and not 'identity:impersonate' = any (p_scopes)
      and array(select 'team:' || team from unnest(p_teams) team) <@ palimpsest.readers();
  end if;
  select k.principal_id, k.role, k.scopes, k.teams, k.grants, k.expires_at into maker
  from palimpsest.api_key k
  where k.tenant_id = palimpsest.tenant() and k.key_id = palimpsest.key() and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > clock_timestamp())
  for share;
  return found
    and (p_principal = maker.principal_id or 'identity:impersonate' = any (maker.scopes))
    and array_position(roles, p_role) <= array_position(roles, maker.role)
    and case when cardinality(maker.scopes) = 0 then not 'identity:impersonate' = any (p_scopes)
             else cardinality(p_scopes) > 0 and p_scopes <@ maker.scopes end
    and p_teams <@ maker.teams and p_grants <@ maker.grants
    and (maker.expires_at is null or coalesce(p_expires <= maker.expires_at, false));
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.memories_with(p_kind text, p_name text, p_value text, p_before timestamp with time zone, p_before_id text, p_limit integer)
 RETURNS TABLE(id text, occurred_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT a.memory_id,
     a.occurred_at
    FROM palimpsest.memory_attribute a
   WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.kind = memories_with.p_kind) AND (a.name = memories_with.p_name) AND (a.value = memories_with.p_value) AND ((memories_with.p_before IS NULL) OR (ROW(a.occurred_at, a.memory_id) < ROW(memories_with.p_before, memories_with.p_before_id))) AND (EXISTS ( SELECT 1
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = a.memory_id) AND (NOT m.retracted) AND palimpsest.visible(m.visibility, m.owner_id, m.audience))
          OFFSET 0)))
   ORDER BY a.occurred_at DESC, a.memory_id DESC
  LIMIT memories_with.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.memory_reachable(p_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT 1
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = memory_reachable.p_id) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience)))) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.missing_vectors(p_space integer, p_after text, p_limit integer)
 RETURNS TABLE(id text, kind text, speaker text, text text, attributes jsonb, content_hash text, boundary_class text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
     m.kind,
     m.speaker,
     m.text,
     m.attributes,
     m.content_hash,
     m.boundary_class
    FROM palimpsest.memory m
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id > missing_vectors.p_after) AND (NOT m.retracted) AND (NOT (EXISTS ( SELECT 1
            FROM palimpsest.memory_vector v
           WHERE ((v.tenant_id = m.tenant_id) AND (v.space_id = missing_vectors.p_space) AND (v.memory_id = m.id))))))
   ORDER BY m.id
  LIMIT missing_vectors.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.missing_words_hashes(p_after text, p_limit integer)
 RETURNS TABLE(id text, kind text, text text, content_hash text, original_text text, original_attributes jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
     m.kind,
     m.text,
     m.content_hash,
     o.text,
     o.attributes
    FROM (palimpsest.memory m
      JOIN palimpsest.memory_original o ON (((o.tenant_id = m.tenant_id) AND (o.memory_id = m.id))))
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id > missing_words_hashes.p_after) AND ((m.words_hash IS NULL) OR (m.original_words_hash IS NULL)))
   ORDER BY m.id
  LIMIT missing_words_hashes.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.named_memories(p_attributes jsonb)
 RETURNS TABLE(id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id
    FROM ((jsonb_array_elements_text(
         CASE
             WHEN (jsonb_typeof((named_memories.p_attributes -> 'refs'::text)) = 'array'::text) THEN (named_memories.p_attributes -> 'refs'::text)
             ELSE '[]'::jsonb
         END) ref(name)
      LEFT JOIN palimpsest.record r ON (((r.tenant_id = palimpsest.tenant()) AND (r.event_id = ref.name))))
      JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = COALESCE(r.memory_id, ref.name)))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.nearest_of_each(p_space integer, p_vector vector, p_kinds text[], p_each integer)
 RETURNS TABLE(kind text, memory_id text, distance double precision)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  most constant integer := 8 * p_each;
  of_kind text;
  kinds text[];
  ids text[];
  distances float8[];
begin
  select array_agg(n.kind), array_agg(n.memory_id), array_agg(n.distance) into kinds, ids, distances
  from palimpsest.nearest_vectors(p_space, p_vector, p_kinds, most) n;
  foreach of_kind in array p_kinds loop
    if cardinality(ids) = most and cardinality(array_positions(kinds, of_kind)) < p_each then
      return query select * from palimpsest.nearest_vectors(p_space, p_vector, array[of_kind], p_each);
    else
      return query select n.kind, n.id, n.distance from unnest(kinds, ids, distances) as n(kind, id, distance)
        where n.kind = of_kind order by n.distance limit p_each;
    end if;
  end loop;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.nearest_vectors(p_space integer, p_vector vector, p_kinds text[], p_limit integer)
 RETURNS TABLE(kind text, memory_id text, distance double precision)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  return query execute format(
    'select v.kind, v.memory_id, v.embedding::vector(%1$s) <=> $2::vector(%1$s) from palimpsest.memory_vector v
     where v.tenant_id = $1 and v.space_id = %2$s and v.kind = any ($3)
     order by v.embedding::vector(%1$s) <=> $2::vector(%1$s) limit %3$s', vector_dims(p_vector), p_space, p_limit)
  using palimpsest.tenant(), p_vector, p_kinds;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.new_job_id()
 RETURNS text
 LANGUAGE sql
RETURN ('job_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.note_sentences(p_ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO palimpsest.withheld_sentence (tenant_id, head_id, digest, memory_id)  SELECT DISTINCT palimpsest.tenant() AS tenant,
             a.head_id,
             md5((a.head_id || d.told)) AS md5,
             given.id
            FROM (((unnest(note_sentences.p_ids) given(id)
              JOIN palimpsest.artifact a ON (((a.tenant_id = palimpsest.tenant()) AND (a.artifact_id = split_part(given.id, '::'::text, 1)) AND (a.head_id IS NOT NULL))))
              CROSS JOIN LATERAL ( SELECT p.said
                    FROM palimpsest.passage_sentences(given.id) p(first, until, said, part)
                 UNION ALL
                  SELECT t.said
                    FROM (palimpsest.own_fold(given.id, NULL::timestamp with time zone, NULL::text, NULL::jsonb) f(text, attributes, importance, retracted, quarantined, amended, edited_by, blocked_channels, edit_count)
                      CROSS JOIN LATERAL palimpsest.sentences(palimpsest.as_units(f.text)) t(first, until, said))
                   WHERE f.amended) s)
              CROSS JOIN LATERAL ( SELECT COALESCE((' ^'::text || palimpsest.beginning(s.said)), (' ='::text || s.said)) AS told
                  OFFSET 0) d)
           WHERE (EXISTS ( SELECT 1
                    FROM (palimpsest.memory_edit_event v
                      JOIN palimpsest.memory_edit e ON (((e.tenant_id = v.tenant_id) AND (e.edit_id = v.edit_id))))
                   WHERE ((v.tenant_id = palimpsest.tenant()) AND (v.memory_id = given.id) AND (v.status = 'approved'::text) AND (e.op = ANY (ARRAY['retract'::text, 'quarantine'::text, 'amend'::text, 'block'::text]))))) ON CONFLICT DO NOTHING;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.note_withheld(p_ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT palimpsest.note_sentences(ARRAY( SELECT m.id
            FROM (unnest(note_withheld.p_ids) given(id)
              JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = given.id) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience)))))) AS note_sentences;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.note_writer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  me constant text := palimpsest.principal_type() || ':' || palimpsest.principal();
  names jsonb;
begin
  if current_user = 'palimpsest_definer' then
    -- Only an admin imports what others wrote.
    if tg_op = 'INSERT' and palimpsest.role() is distinct from 'admin' then new.writer := coalesce(new.writer, me); end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.writer is distinct from me then
    if tg_table_name = 'plan' then
      select coalesce(jsonb_agg(c.correlation_id order by c.position), '[]') into names from palimpsest.plan_correlation c
      where c.tenant_id = old.tenant_id and c.plan_id = old.plan_id;
    else
      select coalesce(jsonb_agg(c.subtask_id order by c.position), '[]') into names from palimpsest.task_subtask c
      where c.tenant_id = old.tenant_id and c.task_id = to_jsonb(old)->>'task_id';
    end if;
    new.before := to_jsonb(old) - 'before' || jsonb_build_object('names', names);
  end if;
  new.writer := me;
  return new;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.operator()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('palimpsest.operator'::text, true), ''::text) = 'on'::text)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.original(p_id text)
 RETURNS TABLE(text text, attributes jsonb, importance real)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT o.text,
     o.attributes,
     o.importance
    FROM (palimpsest.memory_original o
      JOIN palimpsest.memory m ON (((m.tenant_id = o.tenant_id) AND (m.id = o.memory_id))))
   WHERE ((o.tenant_id = palimpsest.tenant()) AND (o.memory_id = original.p_id) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND (palimpsest.visible(m.visibility, m.owner_id, m.audience) OR ((m.kind = 'capsule'::text) AND palimpsest.governs_capsules())));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.other_passages(p_ids text[])
 RETURNS TABLE(id text, seen boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  -- The sentences of a passage reach so far into those beside it.
  around constant integer := 2000;
  said text[];
begin
  said := array(
    select distinct palimpsest.letters(s.said)
    from palimpsest.memory m
    cross join lateral (
      select p.said from palimpsest.passage_sentences(m.id) p
      union all
      select t.said from palimpsest.sentences(palimpsest.as_units(m.text)) t where m.amended) s
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience));
  return query
  with other as materialized (
    select m.id, palimpsest.visible(m.visibility, m.owner_id, m.audience) as seen, c.n, r.starts, r.ends, r.chunk_ids,
      palimpsest.as_units(o.text) as own, case when m.amended then m.text end as reads
    from (
      select distinct a.head_id, a.artifact_id from unnest(p_ids) as given(id)
      join palimpsest.artifact a on a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(given.id, '::', 1)
      where a.head_id is not null) e
    join palimpsest.artifact r on r.tenant_id = palimpsest.tenant() and r.head_id = e.head_id
      and r.artifact_id <> e.artifact_id
    cross join lateral unnest(r.chunk_ids) with ordinality as c(id, n)
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = c.id and not m.retracted
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
    join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id
  )
  select distinct p.id, p.seen from other p
  left join palimpsest.memory_original b on b.tenant_id = palimpsest.tenant() and b.memory_id = p.chunk_ids[p.n - 1]
  left join palimpsest.memory_original a on a.tenant_id = palimpsest.tenant() and a.memory_id = p.chunk_ids[p.n + 1]
  cross join lateral (
    select palimpsest.letters(palimpsest.from_units(
        right(left(palimpsest.as_units(coalesce(b.text, '')), coalesce(p.starts[p.n] - p.starts[p.n - 1], 0)), around)
        || p.own
        || substr(palimpsest.as_units(coalesce(a.text, '')), coalesce(p.ends[p.n] - p.starts[p.n + 1], 0) + 1, around)))
      || ' ' || palimpsest.letters(coalesce(p.reads, '')) as text offset 0) l
  where exists (select 1 from unnest(said) as s(letters) where strpos(l.text, s.letters) > 0);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.overlapping(p_ids text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT DISTINCT m.id
    FROM ((( SELECT a_1.tenant_id,
             a_1.artifact_id,
             a_1.ts,
             a_1.kind,
             a_1.bytes,
             a_1.meta,
             a_1.owner_id,
             a_1.memory_id,
             a_1.head_id,
             a_1.artifact_uid,
             a_1.revision_id,
             a_1.is_latest,
             a_1.content_hash,
             a_1.token_count,
             a_1.chunk_ids,
             a_1.starts,
             a_1.ends,
             a_1.job_id,
             a_1.resolved_at,
             a_1.resolved_for,
             a_1.extraction,
             a_1.rejected,
             array_position(a_1.chunk_ids, given.id) AS place
            FROM (unnest(overlapping.p_ids) given(id)
              JOIN palimpsest.artifact a_1 ON (((a_1.tenant_id = palimpsest.tenant()) AND (a_1.artifact_id = split_part(given.id, '::'::text, 1)))))
           WHERE (strpos(given.id, '::chunk::'::text) > 0)) a
      CROSS JOIN LATERAL generate_series(GREATEST(1, (a.place - 4)), LEAST(cardinality(a.chunk_ids), (a.place + 4))) near(n))
      JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = a.chunk_ids[near.n]))))
   WHERE ((near.n <> a.place) AND (a.starts[near.n] < a.ends[a.place]) AND (a.ends[near.n] > a.starts[a.place]) AND palimpsest.visible(m.visibility, m.owner_id, m.audience));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.own_fold(p_id text, p_at timestamp with time zone, p_op text, p_patch jsonb, p_snapshot pg_snapshot DEFAULT NULL::pg_snapshot)
 RETURNS TABLE(text text, attributes jsonb, importance real, retracted boolean, quarantined boolean, amended boolean, edited_by text[], blocked_channels text[], edit_count integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with edit as (
    select v.edit_id, v.seq, e.op, e.patch,
      case when v.actor_type = 'human' and e.proposer_type <> 'human' then 'human:' || v.actor_id
           else e.proposer_type || ':' || e.proposer_id end as editor
    from palimpsest.memory_edit_event v
    join palimpsest.memory_edit e on e.tenant_id = v.tenant_id and e.edit_id = v.edit_id
    where v.tenant_id = palimpsest.tenant() and v.memory_id = p_id and v.status = 'approved'
      and (p_at is null or palimpsest.was_committed(v.transaction_id, v.at, p_snapshot, p_at))
    union all
    select '', 9223372036854775807, p_op, p_patch, palimpsest.principal_type() || ':' || palimpsest.principal()
    where p_op is not null
  ), live as (
    select e.* from edit e
    where e.op <> 'restore' and not exists (
      select 1 from edit r
      where r.op = 'restore' and r.seq > e.seq
        and (r.patch->>'op' is null or r.patch->>'op' = e.op)
        and (r.patch->>'channel' is null or r.patch->>'channel' = e.patch->>'channel')
        and (r.patch->>'edit_id' is null or r.patch->>'edit_id' = e.edit_id))
  ), has as (
    -- Most memories have few edits of one sort. Not computing what is not there saved 13% of the time.
    select coalesce(bool_or(op = 'retract'), false) as retract, coalesce(bool_or(op = 'quarantine'), false) as quarantine,
      coalesce(bool_or(op = 'block'), false) as block, coalesce(bool_or(patch ? 'text'), false) as text,
      coalesce(bool_or(patch ? 'attributes'), false) as attributes,
      coalesce(bool_or(patch ?| array['importance', 'importance_delta']), false) as importance
    from live
  )
  select
    case when o.text is null then null
         when has.text then (select patch->>'text' from live where patch ? 'text' order by seq desc limit 1)
         else o.text end,
    case when has.attributes then (
           select (o.attributes - array_agg(last.key))
             || coalesce(jsonb_object_agg(last.key, last.value) filter (where last.value <> 'null'::jsonb), '{}'::jsonb)
           from (select distinct on (a.key) a.key, a.value
                 from live cross join lateral jsonb_each(live.patch->'attributes') a
                 order by a.key, live.seq desc) last)
         else o.attributes end,
    -- The last absolute value, and the changes after it.
    case when has.importance then (
           select least(1, greatest(0,
             coalesce((select (patch->>'importance')::float8 from live where live.seq = a.seq), o.importance)
             + coalesce((select sum((patch->>'importance_delta')::float8) from live where live.seq > a.seq), 0)))::real
           from (select coalesce(max(seq), 0) as seq from live where patch ? 'importance') a)
         else o.importance end,
    has.retract, has.quarantine, has.text or has.attributes,
    case when has.text or has.attributes then array(
           select distinct l.editor from (
             (select live.editor from live where patch ? 'text' order by seq desc limit 1)
             union all
             (select last.editor from (
                select distinct on (a.key) a.key, live.editor
                from live cross join lateral jsonb_each(live.patch->'attributes') a
                order by a.key, live.seq desc) last)) l
           order by 1)
         else '{}' end,
    case when has.block then array(select distinct patch->>'channel' from live where op = 'block' order by 1) else '{}' end,
    (select count(*)::integer from edit where seq < 9223372036854775807)
  from palimpsest.memory_original o, has
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.own_name(p_writer text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (SELECT p.principal_id FROM palimpsest.principal p WHERE ((p.tenant_id = palimpsest.tenant()) AND (p.type = split_part(own_name.p_writer, ':'::text, 1)) AND (p.principal_id = substr(own_name.p_writer, (strpos(own_name.p_writer, ':'::text) + 1)))))
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.own_shard()
 RETURNS smallint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((pg_backend_pid() & 15))::smallint
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.owner_key(p_owner text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((('x'::text || "left"(md5(('reader:'::text || p_owner)), 16)))::bit(64))::bigint | (1)::bigint)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.pass_class_on()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform palimpsest.raise_to_sources(array(
    select l.from_id from palimpsest.memory_link l
    where l.tenant_id = new.tenant_id and l.to_id = new.id and l.type = 'derived_from'));
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.passage_around(p_id text, OUT own text, OUT before text, OUT after text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  -- More of the passages beside it is not looked at.
  around constant integer := 2000;
  revision record;
  place integer;
begin
  select a.chunk_ids, a.starts, a.ends into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(p_id, '::', 1) and a.head_id is not null;
  place := array_position(revision.chunk_ids, p_id);
  if place is null then
    return;
  end if;
  select palimpsest.as_units(o.text) into own from palimpsest.memory_original o
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
  if place > 1 then
    select right(left(palimpsest.as_units(o.text), revision.starts[place] - revision.starts[place - 1]), around) into before
    from palimpsest.memory_original o
    where o.tenant_id = palimpsest.tenant() and o.memory_id = revision.chunk_ids[place - 1];
  end if;
  if place < cardinality(revision.chunk_ids) then
    select substr(palimpsest.as_units(o.text), revision.ends[place] - revision.starts[place + 1] + 1, around) into after
    from palimpsest.memory_original o
    where o.tenant_id = palimpsest.tenant() and o.memory_id = revision.chunk_ids[place + 1];
  end if;
  before := coalesce(before, '');
  after := coalesce(after, '');
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.passage_of_job(p_job text, p_artifact text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id
    FROM (palimpsest.artifact a
      JOIN palimpsest.memory m ON (((m.tenant_id = a.tenant_id) AND (m.id = a.memory_id))))
   WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_id = passage_of_job.p_artifact) AND (a.job_id = passage_of_job.p_job) AND palimpsest.visible(m.visibility, m.owner_id, m.audience) AND palimpsest.artifact_open(a.head_id));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.passage_sentences(p_id text)
 RETURNS TABLE(first integer, until integer, said text, part text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  passage record;
  chars integer;
  own_chars integer;
begin
  select * into passage from palimpsest.passage_around(p_id);
  if passage.own is null then
    return;
  end if;
  chars := char_length(passage.before);
  own_chars := char_length(passage.own);
  return query
  select s.first - chars, s.until - chars, s.said, p.letters
  from palimpsest.sentences(passage.before || passage.own || passage.after) s
  cross join lateral (
    select case when s.first >= chars and s.until <= chars + own_chars then s.said
      else (palimpsest.spelled(substr(
        passage.own, greatest(s.first - chars, 0) + 1, s.until - greatest(s.first, chars)))).letters end as letters
    offset 0) p
  where s.until > chars and s.first < chars + own_chars and p.letters <> '';
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.passage_shapes(p_artifact text, p_ids text[])
 RETURNS TABLE(memory_id text, shape text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT o.memory_id,
     regexp_replace(regexp_replace(o.text, '[\U00010000-\U0010FFFF]'::text, '██'::text, 'g'::text), '[^\n\r]'::text, '█'::text, 'g'::text) AS regexp_replace
    FROM ((palimpsest.artifact a
      JOIN palimpsest.memory_original o ON (((o.tenant_id = a.tenant_id) AND (o.memory_id = ANY (a.chunk_ids)))))
      JOIN palimpsest.memory m ON (((m.tenant_id = o.tenant_id) AND (m.id = o.memory_id))))
   WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_id = passage_shapes.p_artifact) AND (o.memory_id = ANY (passage_shapes.p_ids)) AND palimpsest.visible(m.visibility, m.owner_id, m.audience));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.pending_edits(p_ids text[], p_reader text DEFAULT palimpsest.principal(), p_person boolean DEFAULT (palimpsest.principal_type() = 'human'::text), p_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_snapshot pg_snapshot DEFAULT NULL::pg_snapshot)
 RETURNS TABLE(memory_id text, edit_id text, op text, proposer_type text, proposer_id text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  if p_at is null then
    return query
    select e.memory_id, e.edit_id, e.op, e.proposer_type, e.proposer_id, e.created_at
    from palimpsest.memory_edit_pending p
    cross join lateral (
      select * from palimpsest.memory_edit w where w.tenant_id = p.tenant_id and w.edit_id = p.edit_id offset 0) e
    cross join lateral (
      select * from palimpsest.memory k where k.tenant_id = p.tenant_id and k.id = p.memory_id offset 0) m
    where p.tenant_id = palimpsest.tenant() and p.memory_id = any (p_ids) and (p_person or e.proposer_id = p_reader)
      and (palimpsest.visible(m.visibility, m.owner_id, m.audience)
           or (m.kind = 'capsule' and palimpsest.governs_capsules()))
    order by e.created_at, e.edit_id;
  else
    return query
    select e.memory_id, e.edit_id, e.op, e.proposer_type, e.proposer_id, e.created_at
    from palimpsest.memory_edit e
    join palimpsest.memory m on m.tenant_id = e.tenant_id and m.id = e.memory_id
    where e.tenant_id = palimpsest.tenant() and e.memory_id = any (p_ids) and (p_person or e.proposer_id = p_reader)
      and palimpsest.was_committed(e.transaction_id, e.created_at, p_snapshot, p_at)
      and not exists (
        select 1 from palimpsest.memory_edit_event v
        where v.tenant_id = e.tenant_id and v.edit_id = e.edit_id
          and palimpsest.was_committed(v.transaction_id, v.at, p_snapshot, p_at))
      and (palimpsest.visible(m.visibility, m.owner_id, m.audience)
           or (m.kind = 'capsule' and palimpsest.governs_capsules()))
    order by e.created_at, e.edit_id;
  end if;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.pending_memories()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query
  select distinct p.memory_id
  from palimpsest.memory_edit_pending p
  cross join lateral (
    select * from palimpsest.memory_edit w where w.tenant_id = p.tenant_id and w.edit_id = p.edit_id offset 0) e
  cross join lateral (
    select * from palimpsest.memory k where k.tenant_id = p.tenant_id and k.id = p.memory_id offset 0) m
  where p.tenant_id = palimpsest.tenant()
    and (palimpsest.principal_type() = 'human' or e.proposer_id = palimpsest.principal())
    and (palimpsest.visible(m.visibility, m.owner_id, m.audience)
         or (m.kind = 'capsule' and palimpsest.governs_capsules()));
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.pending_of(p_writer text, p_since timestamp with time zone, p_limit integer)
 RETURNS TABLE(edit_id text, memory_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT e.edit_id,
     e.memory_id
    FROM (palimpsest.memory_edit_pending p
      JOIN palimpsest.memory_edit e ON (((e.tenant_id = p.tenant_id) AND (e.edit_id = p.edit_id))))
   WHERE ((p.tenant_id = palimpsest.tenant()) AND (((e.proposer_type || ':'::text) || e.proposer_id) = pending_of.p_writer) AND ((pending_of.p_since IS NULL) OR (e.created_at >= pending_of.p_since)) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
   ORDER BY e.edit_id
  LIMIT pending_of.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.place_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  last bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('outbox ' || new.tenant_id, 0));
  select max(p.position) into last from palimpsest.outbox p where p.tenant_id = new.tenant_id;
  update palimpsest.outbox o set position = coalesce(last, 0) + own.n
  from (select e.event_id, row_number() over (order by e.event_id) as n from palimpsest.outbox e
        where e.tenant_id = new.tenant_id and e.event_id >= new.event_id and e.position is null) own
  where o.tenant_id = new.tenant_id and o.event_id = own.event_id;
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.places_of(p_said text[], p_letters text, p_at integer[])
 RETURNS TABLE(said text, from_word integer, to_word integer)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  one text;
  place integer;
  found integer;
begin
  foreach one in array p_said loop
    place := 0;
    loop
      found := strpos(case when place = 0 then p_letters else substr(p_letters, place + 1) end, one);
      exit when found = 0 or one = '';
      place := place + found;
      from_word := width_bucket(place - 1, p_at);
      to_word := width_bucket(place - 1 + char_length(one), p_at) - 1;
      if p_at[from_word] = place - 1 and p_at[to_word + 1] = place - 1 + char_length(one) then
        said := one;
        return next;
      end if;
    end loop;
  end loop;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.policy_document()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN palimpsest.is_policy(p.document) THEN p.document ELSE 'null'::jsonb END AS "case" FROM palimpsest.policy p WHERE (p.tenant_id = palimpsest.tenant()) ORDER BY p.seq DESC LIMIT 1)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.posting_guard(p_channel text, p_class text, p_quarantined boolean, p_blocked text[], p_expires timestamp with time zone)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((((CASE p_channel WHEN 'private'::text THEN 1 WHEN 'public'::text THEN 2 WHEN 'team'::text THEN 4 ELSE 8 END + CASE p_class WHEN 'public'::text THEN 16 WHEN 'internal'::text THEN 32 WHEN 'pii'::text THEN 64 ELSE 128 END) + CASE WHEN (cardinality(p_blocked) = 0) THEN 0 ELSE ((((256 * (('private'::text = ANY (p_blocked)))::integer) + (512 * (('public'::text = ANY (p_blocked)))::integer)) + (1024 * (('team'::text = ANY (p_blocked)))::integer)) + (2048 * (('agent'::text = ANY (p_blocked)))::integer)) END) + CASE WHEN p_quarantined THEN 4096 ELSE 0 END) + CASE WHEN (p_expires IS NULL) THEN 0 ELSE 8192 END))::smallint
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.precedence(p_scope text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE p_scope WHEN 'policy'::text THEN 4 WHEN 'project'::text THEN 3 WHEN 'user'::text THEN 2 WHEN 'session'::text THEN 1 ELSE 0 END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.principal()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('palimpsest.principal'::text, true), ''::text)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.principal_type()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('palimpsest.principal_type'::text, true), ''::text)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.prune_audit(p_keep interval, p_limit integer)
 RETURNS TABLE(entries integer, seq bigint, hash text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_tenant text := palimpsest.tenant();
  v_before timestamptz := clock_timestamp() - greatest(p_keep, interval '1 day');
  v_head   palimpsest.audit_head;
  v_seq    bigint;
  v_hash   bytea;
  v_stays  boolean := false;
  e        palimpsest.audit_entry;
begin
  select h.* into v_head from palimpsest.audit_head h where h.tenant_id = v_tenant for update;
  if not found then
    return;
  end if;
  v_seq := v_head.pruned_seq;
  v_hash := v_head.pruned_hash;
  for e in
    select a.* from palimpsest.audit_entry a where a.tenant_id = v_tenant and a.seq > v_seq order by a.seq limit p_limit + 1
  loop
    if e.seq <> v_seq + 1 or e.prev_hash <> v_hash or e.hash <> palimpsest.audit_hash(e) then
      raise exception 'entry % of the audit log is not as it was sealed', v_seq + 1 using errcode = 'PA007';
    end if;
    v_stays := e.at >= v_before or e.seq > v_head.pruned_seq + p_limit;
    exit when v_stays;
    v_seq := e.seq;
    v_hash := e.hash;
  end loop;
  if not v_stays and (v_seq <> v_head.seq or v_hash <> v_head.hash) then
    raise exception 'the audit log does not reach its end' using errcode = 'PA007';
  end if;
  if v_seq = v_head.pruned_seq then
    return;
  end if;
  perform set_config('palimpsest.erases', 'on', true);
  delete from palimpsest.audit_entry a where a.tenant_id = v_tenant and a.seq > v_head.pruned_seq and a.seq <= v_seq;
  perform set_config('palimpsest.erases', '', true);
  update palimpsest.audit_head h set pruned_seq = v_seq, pruned_hash = v_hash where h.tenant_id = v_tenant;
  return query select (v_seq - v_head.pruned_seq)::integer, v_seq, encode(v_hash, 'hex');
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.put_in_force(p_ids text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  put integer;
begin
  perform palimpsest.assert_not_suspended();
  with changed as (
    update palimpsest.memory m set status = 'active'
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) and m.owner_id = palimpsest.principal()
      and m.kind = 'chunk' and m.status = 'pending' and not m.retracted
    returning m.id
  ), logged as (
    insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
    select palimpsest.tenant(), c.id, 'active', palimpsest.principal() from changed c order by c.id
  )
  select count(*) into put from changed;
  return put;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.raise_artifact_class(p_artifact text, p_class text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  ids text[];
  raised text[];
begin
  perform palimpsest.assert_not_suspended();
  select a.chunk_ids || a.head_id || array(select palimpsest.events_on(a.chunk_ids)) into ids
  from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = p_artifact and a.owner_id = palimpsest.principal()
  for update;
  with changed as (
    update palimpsest.memory m set boundary_class = p_class
    where m.tenant_id = palimpsest.tenant() and m.id = any (ids) and m.owner_id = palimpsest.principal()
      and array_position(classes, m.boundary_class) < array_position(classes, p_class)
    returning m.id)
  select array_agg(c.id) into raised from changed c;
  perform palimpsest.guard_passages(raised);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.raise_claim_class(p_id text, p_class text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  m record;
begin
  perform palimpsest.assert_not_suspended();
  update palimpsest.memory c set boundary_class = p_class
  where c.tenant_id = palimpsest.tenant() and c.id = p_id and c.kind = 'fact'
    and (c.visibility = 'tenant' or c.owner_id = palimpsest.principal())
    and array_position(classes, c.boundary_class) < array_position(classes, p_class)
  returning c.reading_position,
    palimpsest.posting_guard(c.channel, c.boundary_class, c.quarantined, c.blocked_channels, c.expires_at) as guard
  into m;
  if not found then return; end if;
  update palimpsest.memory_term t set guard = m.guard
  where t.tenant_id = palimpsest.tenant() and t.reading_position = m.reading_position;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.raise_to_sources(p_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  lower_ids text[];
begin
  lower_ids := array(
    select distinct d.id
    from palimpsest.memory d
    join palimpsest.memory_link l on l.tenant_id = d.tenant_id and l.from_id = d.id and l.type = 'derived_from'
    join palimpsest.memory s on s.tenant_id = l.tenant_id and s.id = l.to_id
    where d.tenant_id = palimpsest.tenant() and d.id = any (p_ids)
      and array_position(classes, d.boundary_class) < array_position(classes, s.boundary_class));
  if lower_ids = '{}' then return; end if;
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (lower_ids) order by m.id for no key update;
  with wanted as (
    select l.from_id as id, max(array_position(classes, s.boundary_class)) as class
    from palimpsest.memory_link l
    join palimpsest.memory s on s.tenant_id = l.tenant_id and s.id = l.to_id
    where l.tenant_id = palimpsest.tenant() and l.from_id = any (lower_ids) and l.type = 'derived_from'
    group by l.from_id
  ), raised as (
    update palimpsest.memory m set boundary_class = classes[w.class] from wanted w
    where m.tenant_id = palimpsest.tenant() and m.id = w.id and array_position(classes, m.boundary_class) < w.class
    returning m.id, m.reading_position,
      palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as guard
  )
  update palimpsest.memory_term t set guard = r.guard from raised r
  where t.tenant_id = palimpsest.tenant() and t.reading_position = r.reading_position;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.reachable(p_visibility text, p_owner text, p_audience text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (palimpsest.visible(p_visibility, p_owner, p_audience) OR (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.read_erasures(p_erasure text, p_status text, p_before timestamp with time zone, p_before_id text, p_limit integer)
 RETURNS TABLE(erasure_id text, status text, subject_type text, subject_id text, subject_digest text, also text[], reason text, matched jsonb, swept jsonb, requested_by text, requested_at timestamp with time zone, expires_at timestamp with time zone, decided_by text, decided_at timestamp with time zone, job_id text, residue jsonb, finished_at timestamp with time zone, receipt jsonb, signature text, audit_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT s.erasure_id,
     s.status,
     s.subject_type,
     s.subject_id,
     s.subject_digest,
     s.also,
     s.reason,
     s.matched,
     s.swept,
     s.requested_by,
     s.requested_at,
     s.expires_at,
     s.decided_by,
     s.decided_at,
     s.job_id,
     s.residue,
     s.finished_at,
     s.receipt,
     s.signature,
     s.audit_id
    FROM (( SELECT e_1.tenant_id,
             e_1.erasure_id,
             e_1.status,
             e_1.subject_type,
             e_1.subject_id,
             e_1.subject_digest,
             e_1.also,
             e_1.reason,
             e_1.matched,
             e_1.swept,
             e_1.requested_by,
             e_1.requested_at,
             e_1.expires_at,
             e_1.decided_by,
             e_1.decided_at,
             e_1.job_id,
             e_1.samples,
             e_1.residue,
             e_1.finished_at,
             e_1.receipt,
             e_1.signature,
             e_1.audit_id,
                 CASE
                     WHEN ((e_1.status = 'pending'::text) AND (e_1.expires_at <= clock_timestamp())) THEN 'expired'::text
                     WHEN ((e_1.status = 'running'::text) AND (NOT (EXISTS ( SELECT 1
                        FROM palimpsest.job j
                       WHERE ((j.tenant_id = e_1.tenant_id) AND (j.job_id = e_1.job_id) AND (j.status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]))))))) THEN 'failed'::text
                     ELSE e_1.status
                 END AS now_status
            FROM palimpsest.erasure e_1
           WHERE ((e_1.tenant_id = palimpsest.tenant()) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND (palimpsest.principal_type() <> 'agent'::text) AND ((read_erasures.p_erasure IS NULL) OR (e_1.erasure_id = read_erasures.p_erasure)) AND ((read_erasures.p_before IS NULL) OR (ROW(e_1.requested_at, e_1.erasure_id) < ROW(read_erasures.p_before, read_erasures.p_before_id))))) e
      CROSS JOIN LATERAL ( SELECT e.now_status AS status,
             e.erasure_id,
             e.subject_type,
             e.subject_id,
             e.subject_digest,
             e.also,
             e.reason,
             e.matched,
             e.swept,
             e.requested_by,
             e.requested_at,
             e.expires_at,
             e.decided_by,
             e.decided_at,
             e.job_id,
             e.residue,
             e.finished_at,
             e.receipt,
             e.signature,
             e.audit_id) s)
   WHERE ((read_erasures.p_status IS NULL) OR (s.status = read_erasures.p_status))
   ORDER BY s.requested_at DESC, s.erasure_id DESC
  LIMIT read_erasures.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.read_limits()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN (held.document = 'null'::jsonb) THEN '{"denied": true, "exempt": []}'::jsonb ELSE jsonb_build_object('session', palimpsest.duration_seconds((held.document #>> '{scopes,session,ttl}'::text[])), 'project', palimpsest.duration_seconds((held.document #>> '{scopes,project,ttl}'::text[])), 'principle', palimpsest.duration_seconds((held.document #>> '{scopes,principle,ttl}'::text[])), 'exempt', COALESCE((held.document #> '{retention,exempt_kinds}'::text[]), '["decision", "rule", "procedure", "censor"]'::jsonb), 'denied', jsonb_path_exists(held.document, '$."invariants"[*]?(!(exists (@."on")) || exists (@."on"[*]?(@ == "read")))'::jsonpath)) END AS jsonb_build_object FROM (SELECT palimpsest.policy_document() AS document) held WHERE (held.document IS NOT NULL))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.reader_key(p_kind text, p_visibility text, p_owner text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_visibility = 'tenant'::text) THEN (0)::bigint WHEN ((p_visibility = 'private'::text) AND (p_kind <> 'capsule'::text)) THEN palimpsest.owner_key(p_owner) ELSE NULL::bigint END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.readers()
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(NULLIF(current_setting('palimpsest.readers'::text, true), ''::text), '{}'::text))::text[]
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.reads(p_channel text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN (held.document = 'null'::jsonb) THEN '{}'::text[] WHEN (reads.p_channel IS NULL) THEN ARRAY['public'::text, 'team'::text, 'agent'::text, 'private'::text] WHEN (((held.document -> 'channels'::text) -> reads.p_channel) ? 'reads'::text) THEN ARRAY(SELECT jsonb_array_elements_text((((held.document -> 'channels'::text) -> reads.p_channel) -> 'reads'::text)) AS jsonb_array_elements_text) ELSE CASE reads.p_channel WHEN 'private'::text THEN ARRAY['public'::text, 'team'::text, 'agent'::text, 'private'::text] WHEN 'team'::text THEN ARRAY['public'::text, 'team'::text] WHEN 'agent'::text THEN ARRAY['public'::text, 'agent'::text] WHEN 'public'::text THEN ARRAY['public'::text] ELSE '{}'::text[] END END AS "case" FROM (SELECT palimpsest.policy_document() AS document) held)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.recount_signal(p_memory text, p_entries uuid[], p_sign integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here constant text := palimpsest.tenant();
  half_life constant float8 := 30 * 86400;
  moved record;
  standing record;
  entry record;
  settled timestamptz;
  threshold integer;
  known boolean := false;
  sure real;
  begun real;
begin
  select count(*) filter (where e.what = 'confirmation') as confirmations,
    count(*) filter (where e.what = 'activation') as activations, count(*) filter (where e.what = 'success') as successes,
    count(*) filter (where e.what = 'failure') as failures, count(*) filter (where e.what = 'neutral') as neutrals,
    count(*) filter (where e.what = 'false_positive') as false_positives,
    coalesce(sum(e.utility * power(0.5::float8,
      least(greatest(extract(epoch from clock_timestamp() - e.at)::float8 / half_life, 0), 100))), 0) as utility,
    bool_or(e.confidence is not null) as feedback, min(e.at) as first_at,
    bool_or(e.what in ('activation', 'escalation', 'rise')) as escalates
  into moved from palimpsest.signal_entry e
  where e.tenant_id = here and e.memory_id = p_memory and e.entry_id = any (p_entries);
  select max(e.at) filter (where e.what in ('activation', 'helpful')) as used_at,
    max(e.at) filter (where e.what = 'confirmation') as confirmed_at,
    max(e.at) filter (where e.what = 'false_positive') as wrong_at, bool_or(e.confidence is not null) as feedback
  into standing from palimpsest.signal_entry e
  where e.tenant_id = here and e.memory_id = p_memory and e.rollback_id is null;

  update palimpsest.memory_signal s
  set confirmations = greatest(0, s.confirmations + p_sign * moved.confirmations),
    last_confirmed = coalesce(standing.confirmed_at, case when s.confirmations + p_sign * moved.confirmations > 0
      then least(s.last_confirmed, moved.first_at) end),
    activations = greatest(0, s.activations + p_sign * moved.activations),
    last_used_at = coalesce(standing.used_at, case when s.activations + p_sign * moved.activations > 0
      then least(s.last_used_at, moved.first_at) end),
    false_positives = greatest(0, s.false_positives + p_sign * moved.false_positives),
    last_false_positive = coalesce(standing.wrong_at, case when s.false_positives + p_sign * moved.false_positives > 0
      then least(s.last_false_positive, moved.first_at) end),
    successes = greatest(0, s.successes + p_sign * moved.successes),
    failures = greatest(0, s.failures + p_sign * moved.failures),
    neutrals = greatest(0, s.neutrals + p_sign * moved.neutrals)
  where s.tenant_id = here and s.memory_id = p_memory;

  if moved.feedback then
    for entry in
      select e.* from palimpsest.signal_entry e
      where e.tenant_id = here and e.memory_id = p_memory and e.confidence is not null order by e.at, e.entry_id
    loop
      if not known then
        known := true;
        sure := entry.stored;
        begun := entry.computed;
      end if;
      if entry.rollback_id is null then
        sure := round(least(1, greatest(0, coalesce(sure, begun) + entry.confidence))::numeric, 6)::real;
      end if;
    end loop;
    update palimpsest.memory_signal s
    set confidence = sure, utility_at = clock_timestamp(),
      utility = case when standing.feedback is null and sure is null then 0 else round((
        s.utility * power(0.5::float8, least(greatest(extract(epoch from
          clock_timestamp() - coalesce(s.utility_at, clock_timestamp()))::float8 / half_life, 0), 100))
        + p_sign * moved.utility)::numeric, 6)::float8 end
    where s.tenant_id = here and s.memory_id = p_memory;
  end if;

  if moved.escalates then
    -- An edit of the action settles what use had made of it.
    select coalesce(max(v.at), '-infinity') into settled
    from palimpsest.memory_edit_event v
    join palimpsest.memory_edit d on d.tenant_id = v.tenant_id and d.edit_id = v.edit_id
    where v.tenant_id = here and v.memory_id = p_memory and v.status = 'approved' and d.patch->'attributes' ? 'action';
    update palimpsest.memory_signal s
    set settled_at_activations = greatest(0, s.settled_at_activations + p_sign * (
      select count(*) from palimpsest.signal_entry e
      where e.tenant_id = here and e.memory_id = p_memory and e.entry_id = any (p_entries)
        and e.what = 'activation' and e.at <= settled))
    where s.tenant_id = here and s.memory_id = p_memory;
    select (m.attributes->>'escalation_threshold')::integer into threshold
    from palimpsest.memory m where m.tenant_id = here and m.id = p_memory;
    update palimpsest.memory_signal s
    set escalated_to = log.action, escalated_at = case when log.action is not null then coalesce(log.at, s.escalated_at) end
    from (
      select case
          when bool_or(e.what = 'escalation' and e.escalated_to = 'absolute' and e.rollback_id is null) then 'absolute'
          when bool_or(e.what = 'escalation' and e.rollback_id is null)
            or (bool_or(e.what = 'rise') and (
              select t.activations - t.settled_at_activations >= threshold from palimpsest.memory_signal t
              where t.tenant_id = here and t.memory_id = p_memory)) then 'block'
        end as action, max(e.at) filter (where e.rollback_id is null) as at
      from palimpsest.signal_entry e
      where e.tenant_id = here and e.memory_id = p_memory and e.what in ('escalation', 'rise') and e.at > settled
      having count(*) > 0) log
    where s.tenant_id = here and s.memory_id = p_memory;
  end if;

  -- A link goes when all who made it were rolled back.
  delete from palimpsest.memory_link l
  using palimpsest.signal_entry e
  where p_sign < 0 and e.tenant_id = here and e.memory_id = p_memory and e.entry_id = any (p_entries)
    and e.other_id is not null and l.tenant_id = here and l.from_id = p_memory and l.to_id = e.other_id and l.type = e.what
    and not exists (
      select 1 from palimpsest.signal_entry o
      where o.tenant_id = here and o.memory_id = p_memory and o.other_id = e.other_id and o.what = e.what
        and o.rollback_id is null);
  insert into palimpsest.memory_link (tenant_id, from_id, to_id, type, created_at)
  select here, p_memory, e.other_id, e.what, min(e.at) from palimpsest.signal_entry e
  where p_sign > 0 and e.tenant_id = here and e.memory_id = p_memory and e.entry_id = any (p_entries)
    and e.other_id is not null
    and exists (select 1 from palimpsest.memory m where m.tenant_id = here and m.id = e.other_id)
  group by e.other_id, e.what
  on conflict do nothing;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.refers_to_writer(p_writer text, p_since timestamp with time zone)
 RETURNS TABLE(id text, seen boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH RECURSIVE reached(id, stays) AS (
          SELECT m_1.id,
             ((made.type = 'mentions'::text) AND starts_with(m_1.writer, 'human:'::text)) AS "?column?"
            FROM ((( SELECT l.from_id AS id,
                     l.to_id AS source_id,
                     l.type
                    FROM palimpsest.memory_link l
                   WHERE ((l.tenant_id = palimpsest.tenant()) AND (l.type = ANY (ARRAY['derived_from'::text, 'mentions'::text])))
                 UNION ALL
                  SELECT c.memory_id,
                     c.forwarded_from,
                     'forwarded'::text
                    FROM palimpsest.capsule c
                   WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.forwarded_from IS NOT NULL))) made
              JOIN palimpsest.memory s ON (((s.tenant_id = palimpsest.tenant()) AND (s.id = made.source_id) AND (s.writer = refers_to_writer.p_writer) AND ((refers_to_writer.p_since IS NULL) OR (s.recorded_at >= refers_to_writer.p_since)))))
              JOIN palimpsest.memory m_1 ON (((m_1.tenant_id = palimpsest.tenant()) AND (m_1.id = made.id))))
           WHERE ((palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND ((made.type <> 'mentions'::text) OR (made.source_id IN ( SELECT n.id
                    FROM palimpsest.named_memories(m_1.attributes) n(id)))))
         UNION
          SELECT m_1.id,
             (r_1.stays OR ((made.type = 'mentions'::text) AND starts_with(m_1.writer, 'human:'::text)))
            FROM ((reached r_1
              CROSS JOIN LATERAL ( SELECT l.from_id AS id,
                     l.type
                    FROM palimpsest.memory_link l
                   WHERE ((l.tenant_id = palimpsest.tenant()) AND (l.to_id = r_1.id) AND (l.type = ANY (ARRAY['derived_from'::text, 'mentions'::text])))
                 UNION ALL
                  SELECT c.memory_id,
                     'forwarded'::text
                    FROM palimpsest.capsule c
                   WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.forwarded_from = r_1.id))) made)
              JOIN palimpsest.memory m_1 ON (((m_1.tenant_id = palimpsest.tenant()) AND (m_1.id = made.id))))
           WHERE ((made.type <> 'mentions'::text) OR (r_1.id IN ( SELECT n.id
                    FROM palimpsest.named_memories(m_1.attributes) n(id))))
         )
  SELECT DISTINCT m.id,
     palimpsest.visible(m.visibility, m.owner_id, m.audience) AS visible
    FROM (reached r
      JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = r.id))))
   WHERE (r.stays AND (m.kind = ANY (ARRAY['decision'::text, 'task'::text])) AND starts_with(m.writer, 'human:'::text) AND (m.writer <> refers_to_writer.p_writer) AND (NOT m.retracted) AND (NOT m.quarantined) AND (NOT (EXISTS ( SELECT 1
            FROM reached o
           WHERE ((o.id = r.id) AND (NOT o.stays))))))
   ORDER BY m.id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.refold(p_id text, p_text text, p_attributes jsonb, p_search text, p_asked text, p_spoken integer, p_hash text, p_words_hash text, p_tokens integer, p_space integer, p_embedding vector, p_class text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  m palimpsest.memory;
  f record;
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  new_class text;
  new_guard smallint;
  indexed boolean;
  fits boolean;
  analysed boolean;
  new_text text;
  words integer;
begin
  select * into strict m from palimpsest.memory
  where tenant_id = palimpsest.tenant() and id = p_id and palimpsest.reachable(visibility, owner_id, audience)
  for no key update;
  select * into strict f from palimpsest.fold(p_id, null, null, null);
  indexed := not f.retracted;
  fits := p_hash is not null and p_text is not null
    and case when f.text is null then p_attributes is not distinct from f.attributes else p_text = f.text end;
  -- While a memory is retracted it keeps the digest of what was retracted, by which that is refused when it comes again.
  analysed := indexed and fits;
  new_class := case when analysed and array_position(classes, p_class) > array_position(classes, m.boundary_class)
    then p_class else m.boundary_class end;
  new_guard := palimpsest.posting_guard(m.channel, new_class, f.quarantined, f.blocked_channels, m.expires_at);
  new_text := case when f.text is not null then f.text when fits then p_text else m.text end;
  words := m.word_count;

  if indexed and not analysed
     and (m.retracted or new_text <> m.text or (f.text is null and f.attributes <> m.attributes)) then
    raise exception 'the memory changed meanwhile' using errcode = 'PA003';
  end if;

  if new_text <> m.text or f.retracted <> m.retracted then
    delete from palimpsest.memory_term where tenant_id = m.tenant_id and reading_position = m.reading_position;
    delete from palimpsest.memory_vector where tenant_id = m.tenant_id and memory_id = m.id;
    words := 0;
    if indexed then
      select coalesce(sum(l.tf), 0) into words from palimpsest.lexemes(p_search) l;
      insert into palimpsest.memory_term
        (tenant_id, term, reading_position, tf, len, guard, reader_key, asked, run)
      select m.tenant_id, l.term, m.reading_position, l.tf, words, new_guard,
        palimpsest.reader_key(m.kind, m.visibility, m.owner_id), l.asked, m.cues >> 16
      from palimpsest.indexed_words(p_search, p_asked) l
      on conflict (tenant_id, term, reading_position) do nothing;
      if p_embedding is null then
        perform palimpsest.fill_later(p_space);
      else
        insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, kind, reader_key, embedding)
        values (m.tenant_id, p_space, m.id, m.kind, palimpsest.reader_key(m.kind, m.visibility, m.owner_id), p_embedding);
      end if;
    end if;
    insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
    values (m.tenant_id, palimpsest.own_shard(), indexed::integer - (not m.retracted)::integer,
            words - case when m.retracted then 0 else m.word_count end)
    on conflict (tenant_id, shard) do update
    set memories = s.memories + excluded.memories, words = s.words + excluded.words;
  elsif new_guard <>
        palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) then
    update palimpsest.memory_term set guard = new_guard
    where tenant_id = m.tenant_id and reading_position = m.reading_position;
  end if;

  update palimpsest.memory set
    text = new_text, attributes = f.attributes, importance = f.importance, retracted = f.retracted,
    quarantined = f.quarantined, amended = f.amended, edited_by = f.edited_by, blocked_channels = f.blocked_channels,
    edit_count = f.edit_count, boundary_class = new_class,
    content_hash = case when analysed then p_hash else m.content_hash end,
    words_hash = case when analysed then p_words_hash else m.words_hash end,
    token_count = case when analysed then p_tokens else m.token_count end,
    word_count = words,
    cues = case when analysed then (m.cues & ~30) | (p_spoken & 30) else m.cues end
  where tenant_id = m.tenant_id and id = m.id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.refold_many(p_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  unanalysed boolean;
begin
  -- A statement of its own: the fold must see the edits of whoever held the rows before.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  order by m.id for no key update;
  with folded as materialized (
    select m.tenant_id, m.id, m.reading_position, m.word_count, m.retracted as was_retracted,
      case when f.text is null then f.attributes <> m.attributes else f.text <> m.text end as changed, f.*,
      palimpsest.posting_guard(m.channel, m.boundary_class, f.quarantined, f.blocked_channels, m.expires_at) as guard,
      palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as was_guard
    from palimpsest.memory m cross join lateral palimpsest.fold(m.id, null, null, null) f
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  ), gone as materialized (
    select * from folded where retracted and not was_retracted
  ), words_gone as (
    delete from palimpsest.memory_term t using gone
    where t.tenant_id = gone.tenant_id and t.reading_position = gone.reading_position
  ), vectors_gone as (
    delete from palimpsest.memory_vector v using gone where v.tenant_id = gone.tenant_id and v.memory_id = gone.id
  ), counted as (
    insert into palimpsest.lexicon_stat as s (tenant_id, shard, memories, words)
    select tenant_id, palimpsest.own_shard(), -count(*), -sum(word_count) from gone group by tenant_id
    on conflict (tenant_id, shard) do update
    set memories = s.memories + excluded.memories, words = s.words + excluded.words
  ), turned as materialized (
    select * from folded where not retracted and guard <> was_guard
  ), words_turned as (
    update palimpsest.memory_term t set guard = turned.guard
    from turned where t.tenant_id = turned.tenant_id and t.reading_position = turned.reading_position
  ), stored as (
    update palimpsest.memory m set
      text = coalesce(f.text, m.text), attributes = f.attributes, importance = f.importance, retracted = f.retracted,
      quarantined = f.quarantined, amended = f.amended, edited_by = f.edited_by, blocked_channels = f.blocked_channels,
      edit_count = f.edit_count, word_count = case when f.retracted then 0 else m.word_count end
    from folded f where m.tenant_id = f.tenant_id and m.id = f.id
  )
  select bool_or(not f.retracted and (f.changed or f.was_retracted)) into unanalysed from folded f;
  if unanalysed then
    raise exception 'the memory changed meanwhile' using errcode = 'PA003';
  end if;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 and current_setting('palimpsest.deletes_tenant', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'TRUNCATE' and tg_level = 'STATEMENT' and current_user = 'palimpsest_definer'
     and current_setting('palimpsest.erases', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'PA001';
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.refuse_subject_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the subject of a memory is immutable' using errcode = 'PA002';
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.refuse_suspended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform palimpsest.assert_not_suspended();
  return null;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.refuse_unsealed_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and (current_user = 'palimpsest_definer'
      or pg_trigger_depth() > 1 and current_setting('palimpsest.deletes_tenant', true) = 'on') then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'PA001';
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.register_space(p_model text, p_dims integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO palimpsest.embedding_space (model, dims, state)  SELECT register_space.p_model AS p_model,
             register_space.p_dims AS p_dims,
                 CASE
                     WHEN (EXISTS ( SELECT 1
                        FROM palimpsest.embedding_space embedding_space_1
                       WHERE (embedding_space_1.state = 'active'::text))) THEN 'stopped'::text
                     ELSE 'active'::text
                 END AS "case" ON CONFLICT(model) DO NOTHING;
 SELECT embedding_space.space_id
    FROM palimpsest.embedding_space
   WHERE ((embedding_space.model = register_space.p_model) AND (embedding_space.dims = register_space.p_dims));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.release_job(p_job text, p_token text, p_attempt integer, p_delay interval, p_error text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH changed AS (
          UPDATE palimpsest.job j SET status = 'PENDING'::text, attempts = (j.attempts - ((release_job.p_error IS NULL))::integer), error = release_job.p_error, run_at = (clock_timestamp() + release_job.p_delay), locked_by = NULL::text, locked_until = NULL::timestamp with time zone, updated_at = clock_timestamp()
           WHERE ((j.tenant_id = palimpsest.tenant()) AND (j.job_id = release_job.p_job) AND (j.status = 'PROCESSING'::text) AND (j.locked_by = release_job.p_token) AND (j.attempts = release_job.p_attempt))
           RETURNING 1 AS "?column?"
         )
  SELECT (EXISTS ( SELECT 1
            FROM changed)) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.renew_job(p_job text, p_token text, p_attempt integer, p_lease interval, p_progress jsonb DEFAULT NULL::jsonb)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH changed AS (
          UPDATE palimpsest.job j SET locked_until = (clock_timestamp() + renew_job.p_lease), progress = COALESCE(renew_job.p_progress, j.progress), updated_at = clock_timestamp()
           WHERE ((j.tenant_id = palimpsest.tenant()) AND (j.job_id = renew_job.p_job) AND (j.status = 'PROCESSING'::text) AND (j.locked_by = renew_job.p_token) AND (j.attempts = renew_job.p_attempt))
           RETURNING 1 AS "?column?"
         )
  SELECT (EXISTS ( SELECT 1
            FROM changed)) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.replace_mentions(p_artifact text, p_passages text[], p_rows json)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here constant text := palimpsest.tenant();
  passages text[];
begin
  perform palimpsest.assert_not_suspended();
  select array(select unnest(a.chunk_ids) intersect select unnest(p_passages)) into passages
  from palimpsest.artifact a
  where a.tenant_id = here and a.artifact_id = p_artifact and a.owner_id = palimpsest.principal();
  delete from palimpsest.entity_mention e
  where e.tenant_id = here and e.memory_id = any (passages) and (e.also_in is null or e.also_in = any (passages));
  insert into palimpsest.entity_mention (tenant_id, mention_id, memory_id, also_in, entity_id, type, name_key,
    surface_form, form_key, start_char, end_char)
  select here, g.mention_id, g.memory_id, g.also_in, g.entity_id, g.type, g.name_key, g.surface_form, g.form_key,
    g.start_char, g.end_char
  from json_to_recordset(p_rows) as g (mention_id text, memory_id text, also_in text, entity_id text, type text,
    name_key text, surface_form text, form_key text, start_char integer, end_char integer)
  where g.memory_id = any (passages) and (g.also_in is null or g.also_in = any (passages));
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.replace_postings(p_ids text[], p_hashes text[], p_searches text[], p_asked text[], p_spoken integer[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  ids text[];
  positions bigint[];
  searches text[];
  questions text[];
  words_before bigint;
  words_after bigint;
begin
  -- A statement of its own: the next one must see what whoever held the rows before has written.
  perform 1 from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids) order by m.id for no key update;
  select array_agg(m.id), array_agg(m.reading_position), array_agg(given.search), array_agg(given.asked), sum(m.word_count)
  into ids, positions, searches, questions, words_before
  from palimpsest.memory m
  join unnest(p_ids, p_hashes, p_searches, p_asked) as given(id, hash, search, asked)
    on m.id = given.id and m.content_hash = given.hash
  where m.tenant_id = palimpsest.tenant() and not m.retracted;
  if ids is null then
    return 0;
  end if;
  with size as (
    select k.id, coalesce(sum(l.tf), 0)::integer as words
    from unnest(ids, searches) as k(id, search) left join lateral palimpsest.lexemes(k.search) l on true group by k.id
  ), turns as (
    select array_agg(m.reading_position) as positions, array_agg(m.speaker) as speakers,
      array_agg((m.cues & 1) | (given.spoken & 30)) as spoken, array_agg(size.words) as words
    from size join unnest(p_ids, p_spoken) as given(id, spoken) on given.id = size.id
    join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = size.id
  ), cue as (
    select c.reading_position, c.cues
    from turns cross join lateral palimpsest.cues_of(turns.positions, turns.speakers, turns.spoken, turns.words) c
  )
  update palimpsest.memory m set word_count = size.words, cues = cue.cues
  from cue join unnest(ids, positions) as k(id, reading_position) using (reading_position) join size on size.id = k.id
  where m.tenant_id = palimpsest.tenant() and m.id = k.id;
  delete from palimpsest.memory_term t where t.tenant_id = palimpsest.tenant() and t.reading_position = any (positions);
  insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, guard, reader_key, asked, run)
  select m.tenant_id, w.term, m.reading_position, w.tf, m.word_count,
    palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at),
    palimpsest.reader_key(m.kind, m.visibility, m.owner_id), w.asked, m.cues >> 16
  from unnest(ids, searches, questions) as k(id, search, asked)
  join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = k.id
  cross join lateral palimpsest.indexed_words(k.search, k.asked) w
  on conflict (tenant_id, term, reading_position) do nothing;
  select sum(m.word_count) into words_after from palimpsest.memory m
  where m.tenant_id = palimpsest.tenant() and m.id = any (ids);
  insert into palimpsest.lexicon_stat as s (tenant_id, shard, words)
  values (palimpsest.tenant(), palimpsest.own_shard(), words_after - words_before)
  on conflict (tenant_id, shard) do update set words = s.words + excluded.words;
  return cardinality(ids);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.replace_times(p_ids text[], p_hashes text[], p_of text[], p_from timestamp with time zone[], p_to timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  same text[];
begin
  select array_agg(m.id) into same from (
    select k.id from palimpsest.memory k
    join unnest(p_ids, p_hashes) as given(id, hash) on k.id = given.id and k.content_hash = given.hash
    where k.tenant_id = palimpsest.tenant() and not k.retracted order by k.id for no key update of k) m;
  delete from palimpsest.told_time t where t.tenant_id = palimpsest.tenant() and t.memory_id = any (same);
  insert into palimpsest.told_time (tenant_id, memory_id, starts_at, ends_at)
  select palimpsest.tenant(), given.id, given.starts_at, given.ends_at
  from unnest(p_of, p_from, p_to) as given(id, starts_at, ends_at)
  where given.id = any (same)
  on conflict do nothing;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.request_erasure(p_erasure text, p_type text, p_id text, p_digest text, p_also text[], p_reason text, p_matched jsonb, p_lasts interval)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' or palimpsest.principal_type() = 'agent' then
    raise insufficient_privilege using message = 'only an admin erases';
  end if;
  perform palimpsest.assert_not_suspended();
  update palimpsest.erasure e set status = 'expired'
  where e.tenant_id = here and e.status = 'pending' and e.expires_at <= clock_timestamp();
  insert into palimpsest.erasure
    (tenant_id, erasure_id, subject_type, subject_id, subject_digest, also, reason, matched, requested_by, expires_at)
  values (here, p_erasure, p_type, p_id, p_digest, p_also, p_reason, p_matched,
          palimpsest.principal_type() || ':' || palimpsest.principal(), clock_timestamp() + p_lasts)
  on conflict do nothing;
  return (select e.erasure_id from palimpsest.erasure e
          where e.tenant_id = here and e.subject_digest = p_digest and e.status in ('pending', 'running'));
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.resolve_artifact(p_head text, p_reason text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  now_is constant timestamptz := clock_timestamp();
  ids text[];
begin
  perform palimpsest.assert_not_suspended();
  update palimpsest.artifact a set resolved_at = now_is, resolved_for = p_reason
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal();
  select array_agg(c.id) into ids from palimpsest.artifact a cross join lateral unnest(a.chunk_ids) as c(id)
  where a.tenant_id = palimpsest.tenant() and a.head_id = p_head and a.owner_id = palimpsest.principal();
  ids := ids || array(select palimpsest.events_on(ids));
  update palimpsest.memory m set expires_at = least(m.expires_at, now_is)
  where m.tenant_id = palimpsest.tenant() and m.id = any (ids) and m.owner_id = palimpsest.principal();
  perform palimpsest.guard_passages(ids);
  return now_is;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.restart_job(p_job text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT palimpsest.assert_not_suspended() AS assert_not_suspended;
 WITH changed AS (
          UPDATE palimpsest.job j SET status = 'PENDING'::text, attempts = 0, error = NULL::text, locked_by = NULL::text, locked_until = NULL::timestamp with time zone, run_at = clock_timestamp(), updated_at = clock_timestamp()
           WHERE ((j.tenant_id = palimpsest.tenant()) AND (j.job_id = restart_job.p_job) AND ((j.principal_id = palimpsest.principal()) OR (palimpsest.role() = 'admin'::text)))
           RETURNING 1 AS "?column?"
         )
  SELECT (EXISTS ( SELECT 1
            FROM changed)) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.restored_words(p_ids text[], p_edits text[])
 RETURNS TABLE(id text, kind text, text text, attributes jsonb, speaker text, occurred_at timestamp with time zone, retracted boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
     m.kind,
     f.text,
     f.attributes,
     m.speaker,
     m.occurred_at,
     f.retracted
    FROM ((UNNEST(restored_words.p_ids, restored_words.p_edits) given(id, edit_id)
      JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = given.id))))
      CROSS JOIN LATERAL palimpsest.fold(m.id, NULL::timestamp with time zone, 'restore'::text, jsonb_build_object('edit_id', given.edit_id)) f(text, attributes, importance, retracted, quarantined, amended, edited_by, blocked_channels, edit_count));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.retry_job(p_job text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT palimpsest.assert_not_suspended() AS assert_not_suspended;
 WITH changed AS (
          UPDATE palimpsest.job j SET status = 'PENDING'::text, attempts =
                 CASE
                     WHEN (j.status = 'PENDING'::text) THEN j.attempts
                     ELSE 0
                 END, error =
                 CASE
                     WHEN (j.status = 'PENDING'::text) THEN j.error
                     ELSE NULL::text
                 END, run_at = clock_timestamp(), updated_at = clock_timestamp()
           WHERE ((j.tenant_id = palimpsest.tenant()) AND (j.job_id = retry_job.p_job) AND (j.status = ANY (ARRAY['PENDING'::text, 'FAILED'::text, 'STOPPED'::text])) AND ((j.principal_id = palimpsest.principal()) OR (palimpsest.role() = 'admin'::text)) AND ((j.status = 'PENDING'::text) OR (NOT (EXISTS ( SELECT 1
                    FROM palimpsest.job o
                   WHERE ((o.tenant_id = j.tenant_id) AND (o.kind = j.kind) AND ((o.payload ->> 'key'::text) = (j.payload ->> 'key'::text)) AND (NOT (o.principal_id IS DISTINCT FROM j.principal_id)) AND (o.status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]))))))))
           RETURNING 1 AS "?column?"
         )
  SELECT (EXISTS ( SELECT 1
            FROM changed)) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.revoke_capsule(p_id text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  first timestamptz;
  revoked text[];
begin
  perform 1 from palimpsest.capsule c
  where c.tenant_id = palimpsest.tenant() and c.memory_id = p_id
    and (c.author_id = palimpsest.principal() or palimpsest.governs_capsules())
  for no key update;
  if not found then
    return null;
  end if;
  with recursive chain as (
    select p_id as id
    union
    select c.memory_id from palimpsest.capsule c
    join chain on c.tenant_id = palimpsest.tenant() and c.forwarded_from = chain.id
  ), done as (
    update palimpsest.capsule c
    set status = 'revoked', revoked_at = clock_timestamp(), revoked_in = pg_current_xact_id()
    from chain where c.tenant_id = palimpsest.tenant() and c.memory_id = chain.id and c.revoked_at is null
    returning c.memory_id
  )
  select array_agg(done.memory_id) into revoked from done;
  select c.revoked_at into first from palimpsest.capsule c
  where c.tenant_id = palimpsest.tenant() and c.memory_id = p_id;
  update palimpsest.memory m set expires_at = least(m.expires_at, first)
  where m.tenant_id = palimpsest.tenant() and m.id = any (revoked);
  update palimpsest.capsule_audience a set expires_at = least(a.expires_at, first)
  where a.tenant_id = palimpsest.tenant() and a.capsule_id = any (revoked);
  return first;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.role()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE(NULLIF(current_setting('palimpsest.role'::text, true), ''::text), 'none'::text)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.rollback_counts(p_rollback text)
 RETURNS TABLE(taken integer, rejected integer, undone integer, states integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (count(*) FILTER (WHERE (e.op <> 'restore'::text)))::integer AS count,
     ( SELECT (count(*))::integer AS count
            FROM palimpsest.memory_edit_event v
           WHERE ((v.tenant_id = palimpsest.tenant()) AND (v.rollback_id = rollback_counts.p_rollback) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))) AS count,
     (count(*) FILTER (WHERE (e.op = 'restore'::text)))::integer AS count,
     ((((( SELECT count(*) AS count
            FROM palimpsest.memory_state s
           WHERE ((s.tenant_id = palimpsest.tenant()) AND (s.rollback_id = rollback_counts.p_rollback) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))) + ( SELECT count(*) AS count
            FROM palimpsest.claim_evidence c
           WHERE ((c.tenant_id = palimpsest.tenant()) AND (c.rollback_id = rollback_counts.p_rollback) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))))) + ( SELECT count(*) AS count
            FROM palimpsest.signal_entry g
           WHERE ((g.tenant_id = palimpsest.tenant()) AND (g.rollback_id = rollback_counts.p_rollback) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))))) + ( SELECT count(*) AS count
            FROM palimpsest.episode_link l
           WHERE ((l.tenant_id = palimpsest.tenant()) AND ((l.rollback_id = rollback_counts.p_rollback) OR ((l.taken ->> 'rollback_id'::text) = rollback_counts.p_rollback)) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))))))::integer AS int4
    FROM palimpsest.memory_edit e
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.rollback_id = rollback_counts.p_rollback) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.rollback_ended(p_rollback text, p_job text, p_writer text, p_since timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 DELETE FROM palimpsest.rolling_back r
   WHERE ((r.tenant_id = palimpsest.tenant()) AND (r.owner_id = substr(rollback_ended.p_writer, (strpos(rollback_ended.p_writer, ':'::text) + 1))) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND (((r.rollback_id = rollback_ended.p_rollback) AND (r.job_id = rollback_ended.p_job)) OR (((rollback_ended.p_since IS NULL) OR (r.since >= rollback_ended.p_since)) AND (NOT (EXISTS ( SELECT 1
            FROM palimpsest.job j
           WHERE ((j.tenant_id = r.tenant_id) AND (j.job_id = r.job_id) AND (j.status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])))))))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.rollback_preview(p_writer text, p_since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH RECURSIVE own AS MATERIALIZED (
          SELECT m.id,
             m.kind,
             m.visibility,
             m.subject_type,
             m.subject_id,
             m.session_id
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.writer = rollback_preview.p_writer) AND (NOT m.retracted) AND ((rollback_preview.p_since IS NULL) OR (m.recorded_at >= rollback_preview.p_since)) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
         ), made AS (
          SELECT a.id
            FROM palimpsest.made_from_any(ARRAY( SELECT o.id
                    FROM own o)) a(id, source_id, kind, writer, owner_id, visibility, retracted, seen)
           WHERE (((a.writer <> rollback_preview.p_writer) OR (rollback_preview.p_since IS NOT NULL)) AND (NOT (a.id IN ( SELECT o.id
                    FROM own o))))
         UNION
          SELECT a.id
            FROM (made
              CROSS JOIN LATERAL palimpsest.made_from_any(ARRAY[made.id]) a(id, source_id, kind, writer, owner_id, visibility, retracted, seen))
           WHERE (((a.writer <> rollback_preview.p_writer) OR (rollback_preview.p_since IS NOT NULL)) AND (NOT (a.id IN ( SELECT o.id
                    FROM own o))))
         )
  SELECT jsonb_build_object('kinds', ( SELECT COALESCE(jsonb_object_agg(k.kind, k.n), '{}'::jsonb) AS "coalesce"
            FROM ( SELECT o.kind,
                     count(*) AS n
                    FROM own o
                   GROUP BY o.kind) k), 'private_count', ( SELECT count(*) AS count
            FROM own o
           WHERE (o.visibility = 'private'::text)), 'subject_count', ( SELECT count(DISTINCT ROW(o.subject_type, o.subject_id)) AS count
            FROM own o
           WHERE (o.subject_id IS NOT NULL)), 'session_count', ( SELECT count(DISTINCT o.session_id) AS count
            FROM own o), 'quarantined', ( SELECT count(*) AS count
            FROM made), 'rejected', ( SELECT count(*) AS count
            FROM palimpsest.pending_of(rollback_preview.p_writer, rollback_preview.p_since, 2147483647) pending_of(edit_id, memory_id)), 'undone', ( SELECT count(*) AS count
            FROM palimpsest.edits_in_force_of(rollback_preview.p_writer, rollback_preview.p_since, 2147483647) edits_in_force_of(edit_id, memory_id, kind, writer, owner_id, visibility, retracted, seen)), 'signals', ( SELECT count(*) AS count
            FROM palimpsest.signal_entry e
           WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.writer = rollback_preview.p_writer) AND (e.rollback_id IS NULL) AND ((rollback_preview.p_since IS NULL) OR (e.at >= rollback_preview.p_since)) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))), 'work', palimpsest.count_work(p_writer, p_since)) AS jsonb_build_object;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.rollback_state(p_rollback text, OUT runs boolean, OUT hides boolean)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT 1
            FROM palimpsest.job j
           WHERE ((j.tenant_id = palimpsest.tenant()) AND (j.kind = 'writer_rollback'::text) AND ((j.payload ->> 'rollbackId'::text) = rollback_state.p_rollback) AND (j.status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))))) AS "exists",
     (EXISTS ( SELECT 1
            FROM palimpsest.rolling_back r
           WHERE ((r.tenant_id = palimpsest.tenant()) AND (r.rollback_id = rollback_state.p_rollback) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))))) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.rolled_back(p_rollback text, p_limit integer)
 RETURNS TABLE(edit_id text, id text, kind text, writer text, owner_id text, visibility text, retracted boolean, edit_count integer, seen boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT DISTINCT ON (m.id) e.edit_id,
     m.id,
     m.kind,
     m.writer,
     m.owner_id,
     m.visibility,
     m.retracted,
     m.edit_count,
     palimpsest.visible(m.visibility, m.owner_id, m.audience) AS visible
    FROM ((palimpsest.memory_edit e
      JOIN palimpsest.memory_edit_event v ON (((v.tenant_id = e.tenant_id) AND (v.edit_id = e.edit_id) AND (v.status = 'approved'::text))))
      JOIN palimpsest.memory m ON (((m.tenant_id = e.tenant_id) AND (m.id = e.memory_id))))
   WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.rollback_id = rolled_back.p_rollback) AND (e.op <> 'restore'::text) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND ((m.expires_at IS NULL) OR (m.expires_at > now())) AND (NOT palimpsest.is_undone(m.id, e.edit_id, e.op, e.patch, v.seq)))
   ORDER BY m.id, v.seq DESC
  LIMIT rolled_back.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.said_places(p_units text, p_said text[])
 RETURNS TABLE(first integer, until integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 WITH spelled AS MATERIALIZED (
          SELECT spelled.letters,
             spelled.words,
             spelled.first,
             spelled.until,
             spelled.at
            FROM palimpsest.spelled(said_places.p_units) spelled(letters, words, first, until, at)
         )
  SELECT s.first[p.from_word] AS first,
     (s.until[p.to_word] + char_length("substring"(substr(said_places.p_units, (s.until[p.to_word] + 1), COALESCE((s.first[(p.to_word + 1)] - s.until[p.to_word]), 100)), '^[^\s]*'::text)))
    FROM (spelled s
      CROSS JOIN LATERAL palimpsest.places_of(ARRAY( SELECT l.said
            FROM unnest(said_places.p_said) l(said)
           WHERE (palimpsest.beginning(l.said) IS NOT NULL)), s.letters, s.at) p(said, from_word, to_word))
 UNION
  SELECT t.first,
     t.until
    FROM palimpsest.short_sentences(said_places.p_units) t(first, until, said)
   WHERE (t.said = ANY (said_places.p_said));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.same_as_found(p_artifact text, p_found jsonb)
 RETURNS TABLE(n integer, same text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT s.n,
     s.same
    FROM palimpsest.events_saying(same_as_found.p_artifact, ( SELECT jsonb_agg(jsonb_build_object('told', jsonb_build_array((f.one -> 'narrative'::text)), 'says', ( SELECT jsonb_agg(palimpsest.event_says((f.one ->> 'category'::text), q.quote)) AS jsonb_agg
                    FROM jsonb_array_elements_text((f.one -> 'quotes'::text)) q(quote))) ORDER BY f.n) AS jsonb_agg
            FROM jsonb_array_elements(same_as_found.p_found) WITH ORDINALITY f(one, n))) s(n, same);
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.same_events(p_ids text[])
 RETURNS TABLE(id text, same text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH own AS MATERIALIZED (
          SELECT s_1.id,
             s_1.artifact_id,
             s_1.says,
             s_1.told,
             row_number() OVER (PARTITION BY s_1.artifact_id ORDER BY s_1.id) AS n
            FROM (palimpsest.event_sayings(same_events.p_ids) s_1(id, artifact_id, says, told)
              JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = s_1.id) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience))))
         )
  SELECT own.id,
     s.same
    FROM ((( SELECT o.artifact_id,
             jsonb_agg(jsonb_build_object('says', o.says, 'told', o.told) ORDER BY o.n) AS events
            FROM own o
           GROUP BY o.artifact_id) r
      CROSS JOIN LATERAL palimpsest.events_saying(r.artifact_id, r.events) s(n, same))
      JOIN own ON (((own.artifact_id = r.artifact_id) AND (own.n = s.n))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.same_subject(p_type text, p_id text, p_other_type text, p_other_id text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((p_type IS NULL) AND (p_id IS NULL)) OR ((p_other_type IS NULL) AND (p_other_id IS NULL)) OR ((NOT (p_type IS DISTINCT FROM p_other_type)) AND (NOT (p_id IS DISTINCT FROM p_other_id))))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.schedule_for_all(p_kind text, p_every interval)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH wanted AS (
          SELECT t.tenant_id
            FROM palimpsest.tenant t
           WHERE ((schedule_for_all.p_kind <> 'capsule_expiry'::text) OR (EXISTS ( SELECT 1
                    FROM palimpsest.capsule c
                   WHERE ((c.tenant_id = t.tenant_id) AND (c.status = 'active'::text) AND (c.expires_at <= clock_timestamp())))))
         ), again AS (
          UPDATE palimpsest.job j SET status = 'PENDING'::text, attempts = 0, run_at = clock_timestamp(), updated_at = clock_timestamp()
            FROM wanted w
           WHERE ((j.tenant_id = w.tenant_id) AND (j.kind = schedule_for_all.p_kind) AND ((j.payload ->> 'key'::text) = schedule_for_all.p_kind) AND (j.status = ANY (ARRAY['DONE'::text, 'FAILED'::text, 'STOPPED'::text])) AND ((j.updated_at <= (clock_timestamp() - schedule_for_all.p_every)) OR (j.updated_at > (clock_timestamp() + '00:01:00'::interval))))
           RETURNING j.tenant_id
         ), new AS (
          INSERT INTO palimpsest.job (tenant_id, job_id, kind, payload)  SELECT w.tenant_id,
                     palimpsest.new_job_id() AS new_job_id,
                     schedule_for_all.p_kind AS p_kind,
                     jsonb_build_object('key', schedule_for_all.p_kind) AS jsonb_build_object
                    FROM wanted w
                   WHERE (NOT (EXISTS ( SELECT 1
                            FROM palimpsest.job j
                           WHERE ((j.tenant_id = w.tenant_id) AND (j.kind = schedule_for_all.p_kind) AND ((j.payload ->> 'key'::text) = schedule_for_all.p_kind))))) ON CONFLICT DO NOTHING
           RETURNING job.tenant_id
         )
  SELECT ((( SELECT count(*) AS count
            FROM again) + ( SELECT count(*) AS count
            FROM new)))::integer AS int4;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.schedule_stale_rebuilds()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH stale AS MATERIALIZED (
          SELECT s.tenant_id,
             s.version
            FROM palimpsest.stale_tenants() s(tenant_id, version)
           WHERE (s.tenant_id IS DISTINCT FROM palimpsest.tenant())
         ), made AS (
          INSERT INTO palimpsest.job (tenant_id, job_id, kind, payload)  SELECT s.tenant_id,
                     palimpsest.new_job_id() AS new_job_id,
                     'stale_index_rebuild',
                     jsonb_build_object('key', 'lexical index', 'version', s.version) AS jsonb_build_object
                    FROM stale s ON CONFLICT DO NOTHING
         )
  SELECT (count(*))::integer AS count
    FROM stale;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.seal_audit(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_tenant text := palimpsest.tenant();
  v_first  bigint;
  v_seq    bigint;
  v_last   bigint;
  v_hash   bytea;
  e        palimpsest.audit_entry;
begin
  if not exists (select 1 from palimpsest.audit_unsealed u where u.tenant_id = v_tenant) then
    return 0;
  end if;
  insert into palimpsest.audit_head (tenant_id, seq, hash)
  select v_tenant, 0, decode(repeat('00', 32), 'hex')
  where not exists (select 1 from palimpsest.audit_entry a where a.tenant_id = v_tenant)
  on conflict do nothing;
  select h.seq, h.hash into v_first, v_hash from palimpsest.audit_head h where h.tenant_id = v_tenant for update;
  if not found then
    raise exception 'the end of the audit log is not recorded' using errcode = 'PA007';
  end if;
  select max(a.seq) into v_last from palimpsest.audit_entry a where a.tenant_id = v_tenant;
  -- Numbers are given out as JSON, which holds them exactly until here.
  if v_last > v_first or v_first > 9007199254740991 - p_limit then
    raise exception 'the end of the audit log does not fit its entries' using errcode = 'PA007';
  end if;
  v_seq := v_first;
  for e in
    select u.tenant_id, v_first, u.audit_id, u.at, u.request_id, u.trace_id, u.actor_type, u.actor_id, u.on_behalf_of,
      u.operation, u.surface, u.decision, u.code, u.reason, u.scope, u.boundary_class, u.policy_version, u.ids, u.key_id,
      u.times, u.saw_originals, u.redacted_count, u.digests, null, null
    from palimpsest.audit_unsealed u where u.tenant_id = v_tenant order by u.at, u.audit_id limit p_limit
  loop
    v_seq := v_seq + 1;
    e.seq := v_seq;
    e.prev_hash := v_hash;
    v_hash := palimpsest.audit_hash(e);
    e.hash := v_hash;
    insert into palimpsest.audit_entry values (e.*);
  end loop;
  delete from palimpsest.audit_unsealed u using palimpsest.audit_entry a
  where a.tenant_id = v_tenant and a.seq > v_first and a.seq <= v_seq
    and u.tenant_id = v_tenant and u.at = a.at and u.audit_id = a.audit_id;
  update palimpsest.audit_head h set seq = v_seq, hash = v_hash where h.tenant_id = v_tenant;
  return v_seq - v_first;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.search_chunks(p_tenant_id text, p_query text, p_scope text DEFAULT NULL::text, p_subject_type text DEFAULT NULL::text, p_subject_id text DEFAULT NULL::text, p_project_id text DEFAULT NULL::text, p_include_quarantined boolean DEFAULT false, p_channel text DEFAULT NULL::text)
 RETURNS TABLE(chunk_id text, text text, importance real, ts timestamp with time zone, rank real)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH size AS (
          SELECT (GREATEST(COALESCE(sum(s.memories), (0)::numeric), (1)::numeric))::double precision AS memories
            FROM palimpsest.lexicon_stat s
           WHERE (s.tenant_id = search_chunks.p_tenant_id)
         ), guards AS MATERIALIZED (
          SELECT palimpsest.barred_guards(search_chunks.p_channel, search_chunks.p_include_quarantined) AS barred
         ), hit AS (
          SELECT t.term,
             t.reading_position,
             t.tf,
             t.len,
             count(*) OVER (PARTITION BY t.term) AS df
            FROM ((palimpsest.lexemes(regexp_replace(lower(NORMALIZE(search_chunks.p_query, NFKC)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)) q(term, tf)
              JOIN palimpsest.memory_term t ON (((t.tenant_id = search_chunks.p_tenant_id) AND (t.term = q.term))))
              CROSS JOIN guards g)
           WHERE (((t.guard & g.barred) = 0) OR (((t.guard & g.barred) = 8192) AND (EXISTS ( SELECT 1
                    FROM palimpsest.memory m
                   WHERE ((m.tenant_id = search_chunks.p_tenant_id) AND (m.reading_position = t.reading_position) AND (m.expires_at > now()))
                  OFFSET 0))))
         ), weight AS (
          SELECT h.term,
             ln(((1)::double precision + (((s.memories - LEAST((h.df)::double precision, s.memories)) + (0.5)::double precision) / (LEAST((h.df)::double precision, s.memories) + (0.5)::double precision)))) AS idf
            FROM ( SELECT DISTINCT hit.term,
                     hit.df
                    FROM hit) h,
             size s
         ), scored AS (
          SELECT h.reading_position,
             (sum((((w.idf * (h.tf)::double precision) * (2.2)::double precision) / (((h.tf)::numeric + (1.2 * GREATEST((1)::numeric, ((h.len)::numeric / 30.0)))))::double precision)) / GREATEST(( SELECT (sum(weight.idf) * (2.2)::double precision)
                    FROM weight), (0.000000001)::double precision)) AS score
            FROM (hit h
              JOIN weight w ON ((w.term = h.term)))
           GROUP BY h.reading_position
         )
  SELECT c.chunk_id,
     c.text,
     c.importance,
     c.ts,
     (r.score)::real AS score
    FROM (scored r
      JOIN palimpsest.effective_chunks c ON (((c.tenant_id = search_chunks.p_tenant_id) AND (c.reading_position = r.reading_position))))
   WHERE (((search_chunks.p_scope IS NULL) OR (c.scope = search_chunks.p_scope)) AND ((search_chunks.p_subject_type IS NULL) OR (c.subject_type = search_chunks.p_subject_type)) AND ((search_chunks.p_subject_id IS NULL) OR (c.subject_id = search_chunks.p_subject_id)) AND ((search_chunks.p_project_id IS NULL) OR (c.project_id = search_chunks.p_project_id)) AND (search_chunks.p_include_quarantined OR (NOT c.is_quarantined)) AND (c.boundary_class = ANY (( SELECT palimpsest.clearance(search_chunks.p_channel) AS clearance)::text[])) AND (c.channel = ANY (( SELECT palimpsest.reads(search_chunks.p_channel) AS reads)::text[])) AND
         CASE
             WHEN (search_chunks.p_channel IS NULL) THEN (cardinality(c.blocked_channels) = 0)
             ELSE (NOT (search_chunks.p_channel = ANY (c.blocked_channels)))
         END)
   ORDER BY r.score DESC, c.importance DESC, c.ts DESC, c.chunk_id;
END
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.sees_originals()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text]))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.sentences(p_units text)
 RETURNS TABLE(first integer, until integer, said text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 WITH placed AS MATERIALIZED (
          SELECT cut_sentences.is_line,
             cut_sentences.text,
             cut_sentences.until
            FROM palimpsest.cut_sentences(sentences.p_units) cut_sentences(is_line, text, until)
         ), long AS (
          SELECT p.text,
             p.until
            FROM placed p
         UNION ALL
          SELECT r.rest,
             p.until
            FROM ((placed p
              CROSS JOIN LATERAL ( VALUES ('^\s*[^\n]*\n'::text), ('^\s*[^\n]*\n[^\n]*\n'::text), ('^\s*[^\n]*\n[^\n]*\n[^\n]*\n'::text)) h(lines))
              CROSS JOIN LATERAL ( SELECT regexp_replace(p.text, h.lines, ''::text) AS rest
                  OFFSET 0) r)
           WHERE ((NOT p.is_line) AND (strpos(btrim(p.text, ' 	
'::text), '
'::text) > 0) AND (r.rest <> p.text))
         ), bound AS (
          SELECT DISTINCT (l_1.until - char_length(ltrim(l_1.text, ' 	
'::text))) AS first,
             ((l_1.until - char_length(l_1.text)) + char_length(rtrim(l_1.text, ' 	
'::text))) AS until
            FROM long l_1
         ), spelled AS MATERIALIZED (
          SELECT spelled.letters,
             spelled.words,
             spelled.first,
             spelled.until,
             spelled.at
            FROM palimpsest.spelled(sentences.p_units) spelled(letters, words, first, until, at)
         ), worded AS (
          SELECT b.first,
             b.until,
             width_bucket((b.first - 1), s_1.first) AS before,
             width_bucket((b.until - 1), s_1.first) AS last
            FROM (bound b
              CROSS JOIN spelled s_1)
         )
  SELECT w.first,
     w.until,
     l.said
    FROM ((worded w
      CROSS JOIN spelled s)
      CROSS JOIN LATERAL ( SELECT substr(s.letters, (s.at[(w.before + 1)] + 1), (s.at[(w.last + 1)] - s.at[(w.before + 1)])) AS said
          OFFSET 0) l)
   WHERE ((w.last > w.before) AND (((((octet_length(l.said) + w.last) - w.before) - 1) >= 8) OR (((((octet_length(l.said) + w.last) - w.before) - 1) >= 4) AND (l.said ~ '[0-9]'::text))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.set_extraction_job(p_artifact text, p_job text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT palimpsest.assert_not_suspended() AS assert_not_suspended;
 UPDATE palimpsest.artifact a SET job_id = set_extraction_job.p_job
   WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_id = set_extraction_job.p_artifact) AND (a.owner_id = palimpsest.principal()));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.set_language(p_language text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin sets the language';
  end if;
  update palimpsest.tenant t set language = p_language, lexical_version = 'mixed'
  where t.tenant_id = palimpsest.tenant() and t.language <> p_language;
  if not found then
    return;
  end if;
  update palimpsest.job j set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  where j.tenant_id = palimpsest.tenant() and j.payload->>'key' = 'lexical index' and j.status in ('PENDING', 'PROCESSING');
  insert into palimpsest.job (tenant_id, job_id, kind, payload)
  values (palimpsest.tenant(), palimpsest.new_job_id(), 'stale_index_rebuild',
          jsonb_build_object('key', 'lexical index', 'version', palimpsest.lexical_version()));
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.set_lexical_version(p_version text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 UPDATE palimpsest.tenant t SET lexical_version = set_lexical_version.p_version
   WHERE (t.tenant_id = palimpsest.tenant());
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.set_status(p_id text, p_status text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH changed AS (
          UPDATE palimpsest.memory m SET status = set_status.p_status
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = set_status.p_id) AND palimpsest.visible(m.visibility, m.owner_id, m.audience))
           RETURNING 1 AS "?column?"
         )
  SELECT (EXISTS ( SELECT 1
            FROM changed)) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.settle_action()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update palimpsest.memory_signal s
  set escalated_to = null, escalated_at = null, settled_at_activations = s.activations
  from decided d join palimpsest.memory_edit e on e.tenant_id = d.tenant_id and e.edit_id = d.edit_id
  where d.status = 'approved' and e.patch->'attributes' ? 'action'
    and s.tenant_id = d.tenant_id and s.memory_id = d.memory_id;
  return null;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.settle_superseded(p_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  with recursive given as (
    select m.id from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.id = any (p_ids)
      and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
  ), older as (
    select l.to_id as id from palimpsest.memory_link l join given on l.from_id = given.id
    where l.tenant_id = palimpsest.tenant() and l.type = 'supersedes'
    union
    select l.to_id from palimpsest.memory_link l join older on l.from_id = older.id
    where l.tenant_id = palimpsest.tenant() and l.type = 'supersedes'
  ), newer as (
    select older.id as old, l.from_id as id from palimpsest.memory_link l join older on l.to_id = older.id
    where l.tenant_id = palimpsest.tenant() and l.type = 'supersedes'
    union
    select newer.old, l.from_id from palimpsest.memory_link l join newer on l.to_id = newer.id
    where l.tenant_id = palimpsest.tenant() and l.type = 'supersedes'
  ), wanted as (
    select m.id, m.status as was, case when exists (
        select 1 from newer join palimpsest.memory n on n.tenant_id = palimpsest.tenant() and n.id = newer.id
        where newer.old = m.id and not n.retracted) then 'superseded' else 'active' end as status
    from older join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = older.id
    where m.status in ('active', 'superseded')
  ), changed as (
    update palimpsest.memory m set status = w.status from wanted w
    where m.tenant_id = palimpsest.tenant() and m.id = w.id and w.status <> w.was
    returning m.id, m.status
  )
  insert into palimpsest.memory_state (tenant_id, memory_id, status, actor_id)
  select palimpsest.tenant(), c.id, c.status, palimpsest.principal() from changed c order by c.id;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.short_sentences(p_units text)
 RETURNS TABLE(first integer, until integer, said text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT DISTINCT (p.until - char_length(ltrim(p.text, ' 	
'::text))),
     ((p.until - char_length(p.text)) + char_length(rtrim(p.text, ' 	
'::text))),
     l.said
    FROM ((palimpsest.cut_sentences(short_sentences.p_units) p(is_line, text, until)
      CROSS JOIN LATERAL ( SELECT palimpsest.folded_words(palimpsest.from_units(p.text)) AS words
          OFFSET 0) f)
      CROSS JOIN LATERAL ( SELECT replace(f.words, ' '::text, ''::text) AS said
          OFFSET 0) l)
   WHERE ((char_length(p.text) <= 60) AND (palimpsest.beginning(l.said) IS NULL) AND ((octet_length(f.words) >= 8) OR ((octet_length(f.words) >= 4) AND (f.words ~ '[0-9]'::text))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.show_writer(p_rollback text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 DELETE FROM palimpsest.rolling_back r
   WHERE ((r.tenant_id = palimpsest.tenant()) AND (r.rollback_id = show_writer.p_rollback) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.space_counts()
 RETURNS TABLE(space_id integer, vectors bigint, missing bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH held AS (
          SELECT v.space_id,
             count(*) AS vectors
            FROM palimpsest.memory_vector v
           WHERE (v.tenant_id = palimpsest.tenant())
           GROUP BY v.space_id
         ), memories AS (
          SELECT count(*) AS n
            FROM palimpsest.memory m
           WHERE ((m.tenant_id = palimpsest.tenant()) AND (NOT m.retracted))
         )
  SELECT s.space_id,
     COALESCE(h.vectors, (0)::bigint) AS "coalesce",
     GREATEST((0)::bigint, (memories.n - COALESCE(h.vectors, (0)::bigint))) AS "greatest"
    FROM (palimpsest.embedding_space s
      LEFT JOIN held h ON ((h.space_id = s.space_id))),
     memories;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.space_progress(p_space integer)
 RETURNS TABLE(open_jobs bigint, failed_jobs bigint, done bigint, total bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH last AS (
          SELECT DISTINCT ON (j.tenant_id) j.status,
             j.progress
            FROM palimpsest.job j
           WHERE ((j.kind = 'embedding_fill'::text) AND ((j.payload ->> 'key'::text) = ('space '::text || space_progress.p_space)))
           ORDER BY j.tenant_id, j.created_at DESC
         )
  SELECT count(*) FILTER (WHERE (l.status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]))) AS count,
     count(*) FILTER (WHERE (l.status = 'FAILED'::text)) AS count,
     (COALESCE(sum(((l.progress ->> 'done'::text))::bigint), (0)::numeric))::bigint AS "coalesce",
     (COALESCE(sum(((l.progress ->> 'total'::text))::bigint), (0)::numeric))::bigint AS "coalesce"
    FROM last l;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.spelled(p_units text, OUT letters text, OUT words text[], OUT first integer[], OUT until integer[], OUT at integer[])
 RETURNS record
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 WITH cut AS (
          SELECT
                 CASE
                     WHEN (octet_length(spelled.p_units) = char_length(spelled.p_units)) THEN translate(spelled.p_units, '	
!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~'::text, '                                      '::text)
                     ELSE regexp_replace(spelled.p_units, '[\s\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB\u00AC\u00AE-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u060C\u061B\u061F\u2000-\u200A\u2010-\u205F\u2061-\u206F\u2500-\u25FF\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]'::text, ' '::text, 'g'::text)
                 END AS text
         ), part AS (
          SELECT p.n,
             p.word,
             char_length(p.word) AS long,
             sum((char_length(p.word) + 1)) OVER (ORDER BY p.n ROWS UNBOUNDED PRECEDING) AS past
            FROM (cut
              CROSS JOIN LATERAL string_to_table(cut.text, ' '::text) WITH ORDINALITY p(word, n))
         ), word AS (
          SELECT w.n,
             ((w.past - 1))::integer AS until,
             w.long,
                 CASE
                     WHEN (octet_length(w.word) = w.long) THEN lower(w.word)
                     ELSE replace(palimpsest.folded_words(translate(w.word, ''::text, ''::text)), ' '::text, ''::text)
                 END AS letters
            FROM part w
           WHERE (w.long > 0)
         ), counted AS (
          SELECT w.n,
             w.until,
             w.long,
             w.letters,
             (sum(char_length(w.letters)) OVER (ORDER BY w.n ROWS UNBOUNDED PRECEDING))::integer AS to_letter
            FROM word w
           WHERE (w.letters <> ''::text)
         )
  SELECT COALESCE(string_agg(c.letters, ''::text ORDER BY c.n), ''::text) AS "coalesce",
     COALESCE(array_agg(c.letters ORDER BY c.n), '{}'::text[]) AS "coalesce",
     COALESCE(array_agg((c.until - c.long) ORDER BY c.n), '{}'::integer[]) AS "coalesce",
     COALESCE(array_agg(c.until ORDER BY c.n), '{}'::integer[]) AS "coalesce",
     (0 || COALESCE(array_agg(c.to_letter ORDER BY c.n), '{}'::integer[]))
    FROM counted c;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.stale_lexical_tenants()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT count(*) AS count
    FROM palimpsest.stale_tenants() stale_tenants(tenant_id, version);
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.stale_tenants()
 RETURNS TABLE(tenant_id text, version text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH made AS MATERIALIZED (
          SELECT l.language,
             palimpsest.lexical_version_of(palimpsest.stemmer_of(l.language)) AS version
            FROM ( SELECT DISTINCT t_1.language
                    FROM palimpsest.tenant t_1) l
         )
  SELECT t.tenant_id,
     m.version
    FROM (palimpsest.tenant t
      JOIN made m USING (language))
   WHERE (t.lexical_version <> m.version);
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.standing_words(p_passages text[], p_starts integer[], p_ends integer[])
 RETURNS TABLE(n integer, words text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT (given.n)::integer AS n,
     w.words
    FROM (((UNNEST(standing_words.p_passages, standing_words.p_starts, standing_words.p_ends) WITH ORDINALITY given(id, first, last, n)
      JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = given.id) AND (NOT m.retracted) AND palimpsest.visible(m.visibility, m.owner_id, m.audience))))
      JOIN palimpsest.memory_original o ON (((o.tenant_id = m.tenant_id) AND (o.memory_id = m.id))))
      CROSS JOIN LATERAL ( SELECT replace(substr(regexp_replace(o.text, '([\U00010000-\U0010FFFF])'::text, '\1'::text, 'g'::text), (given.first + 1), (given.last - given.first)), ''::text, ''::text) AS words) w)
   WHERE ((w.words <> ''::text) AND (strpos(m.text, w.words) > 0));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.states(p_ids text[], p_at timestamp with time zone DEFAULT NULL::timestamp with time zone, p_op text DEFAULT NULL::text, p_patch jsonb DEFAULT NULL::jsonb, p_snapshot pg_snapshot DEFAULT NULL::pg_snapshot, p_see_withheld boolean DEFAULT false)
 RETURNS TABLE(id text, text text, attributes jsonb, importance real, retracted boolean, quarantined boolean, amended boolean, edited_by text[], blocked_channels text[], edit_count integer, status text, reworded boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
         CASE
             WHEN w.shown THEN f.text
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN w.shown THEN f.attributes
             ELSE NULL::jsonb
         END AS "case",
     f.importance,
     f.retracted,
     f.quarantined,
     f.amended,
     f.edited_by,
     f.blocked_channels,
     f.edit_count,
         CASE
             WHEN (states.p_at IS NULL) THEN m.status
             ELSE COALESCE(( SELECT s.status
                FROM palimpsest.memory_state s
               WHERE ((s.tenant_id = m.tenant_id) AND (s.memory_id = m.id) AND palimpsest.was_committed(s.transaction_id, s.at, states.p_snapshot, states.p_at))
               ORDER BY s.seq DESC
              LIMIT 1), m.status)
         END AS "coalesce",
     w.reworded
    FROM palimpsest.memory m,
     LATERAL palimpsest.fold(m.id, states.p_at, states.p_op, states.p_patch, states.p_snapshot) f(text, attributes, importance, retracted, quarantined, amended, edited_by, blocked_channels, edit_count),
     LATERAL ( SELECT palimpsest.is_reworded(m.kind, f.text, f.attributes, m.text, m.attributes) AS reworded
          OFFSET 0) r,
     LATERAL ( SELECT r.reworded,
             ((NOT f.retracted) AND ((states.p_at IS NULL) OR (states.p_see_withheld AND palimpsest.sees_originals()) OR (NOT (m.retracted OR r.reworded OR COALESCE((m.expires_at <= now()), false))))) AS shown
          OFFSET 0) w
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = ANY (states.p_ids)) AND (palimpsest.visible(m.visibility, m.owner_id, m.audience) OR ((m.kind = 'capsule'::text) AND palimpsest.governs_capsules())) AND ((m.kind <> 'capsule'::text) OR (m.owner_id = palimpsest.principal()) OR palimpsest.governs_capsules() OR (palimpsest.chain_open(m.id) IS NOT FALSE)) AND ((states.p_at IS NULL) OR palimpsest.was_committed(m.transaction_id, m.recorded_at, states.p_snapshot, states.p_at)));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.stemmer()
 RETURNS regconfig
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return coalesce(
    (select c.oid::regconfig from palimpsest.tenant t
     join pg_catalog.pg_ts_config c on c.cfgname = t.language and c.cfgnamespace = 'pg_catalog'::regnamespace
     where t.tenant_id = palimpsest.tenant()),
    'pg_catalog.english'::regconfig);
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.stemmer_of(p_language text)
 RETURNS regconfig
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((SELECT (c.oid)::regconfig AS oid FROM pg_ts_config c WHERE ((c.cfgname = stemmer_of.p_language) AND (c.cfgnamespace = ('pg_catalog'::regnamespace)::oid))), 'english'::regconfig)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.stop_extraction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update palimpsest.job j
  set status = 'STOPPED', locked_by = null, locked_until = null, updated_at = clock_timestamp()
  from palimpsest.artifact a
  where a.tenant_id = new.tenant_id and a.head_id = new.id and j.tenant_id = new.tenant_id and j.job_id = a.job_id
    and j.status in ('PENDING', 'PROCESSING');
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.stop_job(p_job text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT palimpsest.assert_not_suspended() AS assert_not_suspended;
 WITH changed AS (
          UPDATE palimpsest.job j SET status = 'STOPPED'::text, locked_by = NULL::text, locked_until = NULL::timestamp with time zone, updated_at = clock_timestamp()
           WHERE ((j.tenant_id = palimpsest.tenant()) AND (j.job_id = stop_job.p_job) AND (j.status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])) AND ((j.principal_id = palimpsest.principal()) OR (palimpsest.role() = 'admin'::text)))
           RETURNING 1 AS "?column?"
         )
  SELECT (EXISTS ( SELECT 1
            FROM changed)) AS "exists";
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.stop_space(p_space integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update palimpsest.embedding_space set state = 'stopped' where space_id = p_space and state = 'filling';
  update palimpsest.job j set status = 'STOPPED', updated_at = clock_timestamp()
  where j.kind = 'embedding_fill' and j.payload->>'key' = 'space ' || p_space and j.status = 'PENDING';
  return (select s.state from palimpsest.embedding_space s where s.space_id = p_space);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.take_back_added(p_writer text, p_since timestamp with time zone, p_rollback text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH evidence AS (
          UPDATE palimpsest.claim_evidence e SET rollback_id = take_back_added.p_rollback
           WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.writer = take_back_added.p_writer) AND (e.rollback_id IS NULL) AND ((take_back_added.p_since IS NULL) OR (e.added_at >= take_back_added.p_since)) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
           RETURNING 1 AS "?column?"
         ), links AS (
          UPDATE palimpsest.episode_link l SET rollback_id =
                 CASE
                     WHEN (l.made_by IS NULL) THEN take_back_added.p_rollback
                     ELSE NULL::text
                 END, taken =
                 CASE
                     WHEN (l.made_by IS NOT NULL) THEN jsonb_build_object('rollback_id', take_back_added.p_rollback, 'effectiveness', l.effectiveness, 'linked_by', l.linked_by, 'linked_at', l.linked_at)
                     ELSE NULL::jsonb
                 END, effectiveness =
                 CASE
                     WHEN (l.made_by IS NULL) THEN l.effectiveness
                     ELSE NULL::text
                 END, linked_by = COALESCE(l.made_by, l.linked_by), linked_at = COALESCE(l.made_at, l.linked_at)
           WHERE ((l.tenant_id = palimpsest.tenant()) AND (l.linked_by = substr(take_back_added.p_writer, (strpos(take_back_added.p_writer, ':'::text) + 1))) AND (l.rollback_id IS NULL) AND (l.made_by IS DISTINCT FROM l.linked_by) AND ((take_back_added.p_since IS NULL) OR (l.linked_at >= take_back_added.p_since)) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
           RETURNING 1 AS "?column?"
         )
  SELECT ((( SELECT count(*) AS count
            FROM evidence) + ( SELECT count(*) AS count
            FROM links)))::integer AS int4;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.take_back_signals(p_writer text, p_since timestamp with time zone, p_until timestamp with time zone, p_rollback text, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here constant text := palimpsest.tenant();
  given uuid[];
  of_memory record;
  taken integer := 0;
begin
  if palimpsest.role() is null or palimpsest.role() not in ('reviewer', 'admin') then return 0; end if;
  given := array(select e.entry_id from palimpsest.signal_entry e
    where e.tenant_id = here and e.writer = p_writer and e.rollback_id is null
      and e.at >= coalesce(p_since, '-infinity') and e.at <= p_until
    order by e.at limit p_limit);
  if given = '{}' then return 0; end if;
  perform 1 from palimpsest.memory_signal s
  where s.tenant_id = here and s.memory_id in (
    select e.memory_id from palimpsest.signal_entry e
    where e.tenant_id = here and e.writer = p_writer and e.rollback_id is null and e.entry_id = any (given))
  order by s.memory_id for update;
  for of_memory in
    with marked as (
      update palimpsest.signal_entry e set rollback_id = p_rollback
      where e.tenant_id = here and e.writer = p_writer and e.rollback_id is null and e.entry_id = any (given)
      returning e.memory_id, e.entry_id)
    select m.memory_id, array_agg(m.entry_id) as entries from marked m group by m.memory_id order by m.memory_id
  loop
    perform palimpsest.recount_signal(of_memory.memory_id, of_memory.entries, -1);
    taken := taken + cardinality(of_memory.entries);
  end loop;
  return taken;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.take_back_states(p_writer text, p_since timestamp with time zone, p_limit integer)
 RETURNS TABLE(memory_id text, status text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH given AS (
          SELECT s.memory_id,
             max(s.seq) AS seq
            FROM palimpsest.memory_state s
           WHERE ((s.tenant_id = palimpsest.tenant()) AND (s.actor_id = substr(take_back_states.p_writer, (strpos(take_back_states.p_writer, ':'::text) + 1))) AND ((take_back_states.p_since IS NULL) OR (s.at >= take_back_states.p_since)) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
           GROUP BY s.memory_id
         ), earlier AS (
          SELECT m_1.id,
             b.status
            FROM ((given g
              JOIN palimpsest.memory m_1 ON (((m_1.tenant_id = palimpsest.tenant()) AND (m_1.id = g.memory_id) AND (m_1.writer <> take_back_states.p_writer))))
              CROSS JOIN LATERAL ( SELECT b_1.status
                    FROM palimpsest.memory_state b_1
                   WHERE ((b_1.tenant_id = m_1.tenant_id) AND (b_1.memory_id = m_1.id) AND (b_1.seq < g.seq) AND ((b_1.actor_id <> substr(take_back_states.p_writer, (strpos(take_back_states.p_writer, ':'::text) + 1))) OR (b_1.at < take_back_states.p_since)))
                   ORDER BY b_1.seq DESC
                  LIMIT 1) b)
           WHERE ((b.status <> m_1.status) AND (NOT (EXISTS ( SELECT 1
                    FROM palimpsest.memory_state n
                   WHERE ((n.tenant_id = m_1.tenant_id) AND (n.memory_id = m_1.id) AND (n.seq > g.seq))))))
           ORDER BY m_1.id
          LIMIT take_back_states.p_limit
         )
  UPDATE palimpsest.memory m SET status = earlier.status
    FROM earlier
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = earlier.id))
   RETURNING m.id,
     m.status;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.take_back_work(p_writer text, p_since timestamp with time zone, p_until timestamp with time zone, p_rollback text, p_refused text[], p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  here constant text := palimpsest.tenant();
  me constant text := palimpsest.own_name(p_writer);
  since constant timestamptz := coalesce(p_since, '-infinity');
  put_at constant timestamptz := clock_timestamp();
  taken integer := 0;
  state palimpsest.plan_state;
  plan palimpsest.plan;
  task palimpsest.task_context;
  owned record;
  puts_back boolean;
begin
  if palimpsest.role() is null or palimpsest.role() not in ('reviewer', 'admin') then return 0; end if;
  for state in
    select s.* from palimpsest.plan_state s
    where s.tenant_id = here and s.updated_by = p_writer and s.updated_at >= since and s.updated_at <= p_until
    order by s.plan_id, s.key limit p_limit for update
  loop
    taken := taken + 1;
    puts_back := state.before is not null and jsonb_build_array(state.plan_id, state.key)::text <> all (p_refused);
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was, put_back_at)
    values (here, p_rollback, 'plan_state', to_jsonb(state), case when puts_back then put_at end);
    if puts_back then
      update palimpsest.plan_state s
      set value = state.before->'value', updated_by = state.before->>'updated_by', before = null,
        version = s.version + 1, updated_at = put_at
      where s.tenant_id = here and s.plan_id = state.plan_id and s.key = state.key;
    else
      delete from palimpsest.plan_state s where s.tenant_id = here and s.plan_id = state.plan_id and s.key = state.key;
    end if;
  end loop;

  for plan in
    select p.* from palimpsest.plan p
    where p.tenant_id = here and (p.writer = p_writer or (p.writer is null and p.user_id = me))
      and p.updated_at >= since and p.updated_at <= p_until
    order by p.plan_id limit p_limit for update
  loop
    taken := taken + 1;
    puts_back := plan.before is not null and jsonb_build_array(plan.plan_id)::text <> all (p_refused);
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was, put_back_at)
    values (here, p_rollback, 'plan', to_jsonb(plan) || jsonb_build_object('writer', p_writer, 'names', to_jsonb(array(
        select c.correlation_id from palimpsest.plan_correlation c
        where c.tenant_id = here and c.plan_id = plan.plan_id order by c.position))),
      case when puts_back then put_at end);
    if puts_back then
      update palimpsest.plan p
      set goal_data = b.goal_data, status = b.status, state = b.state, session_id = b.session_id,
        response_event = b.response_event, current_state = b.current_state, writer = b.writer, before = null,
        updated_at = put_at
      from jsonb_populate_record(null::palimpsest.plan, plan.before) b
      where p.tenant_id = here and p.plan_id = plan.plan_id;
      delete from palimpsest.plan_correlation c where c.tenant_id = here and c.plan_id = plan.plan_id;
      insert into palimpsest.plan_correlation (tenant_id, plan_id, correlation_id, position)
      select here, plan.plan_id, n.name, n.position
      from jsonb_array_elements_text(plan.before->'names') with ordinality n(name, position);
    else
      delete from palimpsest.plan p where p.tenant_id = here and p.plan_id = plan.plan_id;
    end if;
  end loop;

  for task in
    select t.* from palimpsest.task_context t
    where t.tenant_id = here and t.writer = p_writer and t.updated_at >= since and t.updated_at <= p_until
    order by t.task_id limit p_limit for update
  loop
    taken := taken + 1;
    puts_back := task.before is not null and jsonb_build_array(task.task_id)::text <> all (p_refused);
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was, put_back_at)
    values (here, p_rollback, 'task_context', to_jsonb(task) || jsonb_build_object('names', to_jsonb(array(
        select c.subtask_id from palimpsest.task_subtask c
        where c.tenant_id = here and c.task_id = task.task_id order by c.position))),
      case when puts_back then put_at end);
    if puts_back then
      update palimpsest.task_context t
      set plan_id = b.plan_id, event_type = b.event_type, response_event = b.response_event,
        response_topic = b.response_topic, data = b.data, state = b.state, writer = b.writer, before = null,
        updated_at = put_at
      from jsonb_populate_record(null::palimpsest.task_context, task.before) b
      where t.tenant_id = here and t.task_id = task.task_id;
      delete from palimpsest.task_subtask c where c.tenant_id = here and c.task_id = task.task_id;
      insert into palimpsest.task_subtask (tenant_id, task_id, subtask_id, position)
      select here, task.task_id, n.name, n.position
      from jsonb_array_elements_text(task.before->'names') with ordinality n(name, position);
    else
      delete from palimpsest.task_context t where t.tenant_id = here and t.task_id = task.task_id;
    end if;
  end loop;

  for owned in
    select s.session_id, to_jsonb(s) as was from palimpsest.session s
    where s.tenant_id = here and s.user_id = me and s.last_interaction >= since and s.last_interaction <= p_until
    order by s.session_id limit p_limit for update
  loop
    taken := taken + 1;
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was)
    values (here, p_rollback, 'session', owned.was);
    delete from palimpsest.session s where s.tenant_id = here and s.user_id = me and s.session_id = owned.session_id;
  end loop;

  for owned in
    select w.session_id, to_jsonb(w) || jsonb_build_object(
      'items', array(select to_jsonb(i) from palimpsest.working_item i
        where i.tenant_id = here and i.principal_id = me and i.session_id = w.session_id),
      'threads', array(select to_jsonb(t) from palimpsest.working_thread t
        where t.tenant_id = here and t.principal_id = me and t.session_id = w.session_id)) as was
    from palimpsest.working_memory w
    where w.tenant_id = here and w.principal_id = me and w.updated_at >= since and w.updated_at <= p_until
    order by w.session_id limit p_limit
  loop
    taken := taken + 1;
    insert into palimpsest.rolled_back_work (tenant_id, rollback_id, what, was)
    values (here, p_rollback, 'working_memory', owned.was);
    delete from palimpsest.working_memory w
    where w.tenant_id = here and w.principal_id = me and w.session_id = owned.session_id;
  end loop;

  -- Where others wrote over it since, no rollback of theirs brings it back.
  update palimpsest.plan_state s set before = null
  where s.tenant_id = here and s.before is not null and s.before->>'updated_by' = p_writer;
  update palimpsest.plan p set before = null
  where p.tenant_id = here and p.before is not null and p.before->>'writer' = p_writer;
  update palimpsest.task_context t set before = null
  where t.tenant_id = here and t.before is not null and t.before->>'writer' = p_writer;
  return taken;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.tell_times(p_ids text[], p_from timestamp with time zone[], p_to timestamp with time zone[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO palimpsest.told_time (tenant_id, memory_id, starts_at, ends_at)  SELECT m.tenant_id,
             m.id,
             given.starts_at,
             given.ends_at
            FROM (UNNEST(tell_times.p_ids, tell_times.p_from, tell_times.p_to) given(id, starts_at, ends_at)
              JOIN palimpsest.memory m ON (((m.tenant_id = palimpsest.tenant()) AND (m.id = given.id))))
           WHERE ((NOT m.retracted) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience)) ON CONFLICT DO NOTHING;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.tenant()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('palimpsest.tenant'::text, true), ''::text)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.tombstones(p_ids text[], p_words text[], p_hashes text[], p_subject_types text[], p_subject_ids text[], p_passages boolean[])
 RETURNS TABLE(id text, memory_id text)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  words_lock bigint;
begin
  foreach words_lock in array coalesce(palimpsest.words_locks(p_words), '{}') loop
    perform pg_advisory_xact_lock_shared(words_lock);
  end loop;
  return query
  with stone as materialized (
    select m.id, m.kind, m.subject_type, m.subject_id, m.words_hash, m.original_words_hash, m.content_hash,
      m.original_hash
    from palimpsest.memory m
    where m.tenant_id = palimpsest.tenant() and m.retracted
      and (m.words_hash = any (p_words) or m.original_words_hash = any (p_words)
           or (m.original_words_hash is null
               and (m.original_hash = any (p_hashes) or m.content_hash = any (p_hashes))))
      and palimpsest.addressed(m.visibility, m.owner_id, m.audience)
  )
  select given.id, stone.id
  from stone
  join unnest(p_ids, p_words, p_hashes, p_subject_types, p_subject_ids, p_passages)
    as given(id, words, hash, subject_type, subject_id, passage)
    on stone.words_hash = given.words or stone.original_words_hash = given.words
      or (stone.original_words_hash is null and (stone.original_hash = given.hash or stone.content_hash = given.hash))
  where not (given.passage and stone.kind = 'semantic_event')
    and palimpsest.same_subject(stone.subject_type, stone.subject_id, given.subject_type, given.subject_id);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.undo_states(p_rollback text, p_limit integer)
 RETURNS TABLE(memory_id text, status text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH earlier AS (
          SELECT m_1.id,
             b.status
            FROM ((palimpsest.memory_state s
              JOIN palimpsest.memory m_1 ON (((m_1.tenant_id = s.tenant_id) AND (m_1.id = s.memory_id))))
              CROSS JOIN LATERAL ( SELECT b_1.status
                    FROM palimpsest.memory_state b_1
                   WHERE ((b_1.tenant_id = m_1.tenant_id) AND (b_1.memory_id = m_1.id) AND (b_1.seq < s.seq))
                   ORDER BY b_1.seq DESC
                  LIMIT 1) b)
           WHERE ((s.tenant_id = palimpsest.tenant()) AND (s.rollback_id = undo_states.p_rollback) AND (b.status <> m_1.status) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND (NOT (EXISTS ( SELECT 1
                    FROM palimpsest.memory_state n
                   WHERE ((n.tenant_id = m_1.tenant_id) AND (n.memory_id = m_1.id) AND (n.seq > s.seq))))))
           ORDER BY m_1.id
          LIMIT undo_states.p_limit
         )
  UPDATE palimpsest.memory m SET status = earlier.status
    FROM earlier
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = earlier.id))
   RETURNING m.id,
     m.status;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.undone_edits(p_memory text, p_patch jsonb)
 RETURNS TABLE(memory_id text, edit_id text, op text, proposer_type text, proposer_id text, by_reviewer boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT e.memory_id,
     e.edit_id,
     e.op,
     e.proposer_type,
     e.proposer_id,
     v.by_reviewer
    FROM (palimpsest.memory_edit_event v
      JOIN palimpsest.memory_edit e ON (((e.tenant_id = v.tenant_id) AND (e.edit_id = v.edit_id))))
   WHERE ((v.tenant_id = palimpsest.tenant()) AND (v.memory_id = undone_edits.p_memory) AND (v.status = 'approved'::text) AND (e.op <> 'restore'::text) AND (((undone_edits.p_patch ->> 'op'::text) IS NULL) OR ((undone_edits.p_patch ->> 'op'::text) = e.op)) AND (((undone_edits.p_patch ->> 'channel'::text) IS NULL) OR ((undone_edits.p_patch ->> 'channel'::text) = (e.patch ->> 'channel'::text))) AND (((undone_edits.p_patch ->> 'edit_id'::text) IS NULL) OR ((undone_edits.p_patch ->> 'edit_id'::text) = e.edit_id)) AND palimpsest.memory_reachable(undone_edits.p_memory) AND (NOT palimpsest.is_undone(e.memory_id, e.edit_id, e.op, e.patch, v.seq)))
   ORDER BY v.seq;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.units_between(p_text text, p_from integer, p_until integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (p_text ~ '[\U00010000-\U0010FFFF]'::text) THEN regexp_replace(substr(regexp_replace(p_text, '([\U00010000-\U0010FFFF])'::text, '\1'::text, 'g'::text), (p_from + 1), (p_until - p_from)), '([𐀀-􏿿])'::text, '\1'::text, 'g'::text) ELSE substr(p_text, (p_from + 1), (p_until - p_from)) END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.unread_edits(p_edit text, p_memory text, p_proposer text, p_before timestamp with time zone, p_before_id text, p_limit integer)
 RETURNS TABLE(edit_id text, memory_id text, op text, reason text, proposer_type text, proposer_id text, cascade text, twins text, patch jsonb, kind text, retracted boolean, quarantined boolean, blocked_channels text[], boundary_class text, channel text, created_at timestamp with time zone, status text, decided_by text, decided_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if palimpsest.role() not in ('reviewer', 'admin') then
    return;
  end if;
  return query
  select e.edit_id, e.memory_id, e.op, e.reason, e.proposer_type, e.proposer_id, e.cascade, e.twins,
    e.patch - '{text,attributes}'::text[], m.kind, m.retracted, m.quarantined, m.blocked_channels, m.boundary_class,
    m.channel, e.created_at, coalesce(v.status, 'pending'), v.actor_id, v.at
  from (select p.edit_id from palimpsest.memory_edit_pending p where p_edit is null and p.tenant_id = palimpsest.tenant()
        union all select p_edit where p_edit is not null) wanted
  cross join lateral (
    select * from palimpsest.memory_edit w
    where w.tenant_id = palimpsest.tenant() and w.edit_id = wanted.edit_id offset 0) e
  cross join lateral (
    select * from palimpsest.memory k where k.tenant_id = palimpsest.tenant() and k.id = e.memory_id offset 0) m
  left join palimpsest.memory_edit_event v on v.tenant_id = palimpsest.tenant() and v.edit_id = e.edit_id
  where (v.edit_id is null or (v.actor_id = palimpsest.principal() and v.actor_type = palimpsest.principal_type()))
    and palimpsest.reachable(m.visibility, m.owner_id, m.audience)
    and not palimpsest.visible(m.visibility, m.owner_id, m.audience)
    -- Reviewers read the edits of every capsule.
    and m.kind <> 'capsule'
    and (p_memory is null or e.memory_id = p_memory) and (p_proposer is null or e.proposer_id = p_proposer)
    and (p_before is null or (e.created_at, e.edit_id) < (p_before, p_before_id))
  order by e.created_at desc, e.edit_id desc limit p_limit;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.unread_memories(p_ids text[])
 RETURNS TABLE(id text, kind text, origin text, writer text, owner_id text, visibility text, boundary_class text, channel text, importance real, retracted boolean, quarantined boolean, edited_by text[], blocked_channels text[], edit_count integer, occurred_at timestamp with time zone, recorded_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT m.id,
     m.kind,
     m.origin,
     m.writer,
     m.owner_id,
     m.visibility,
     m.boundary_class,
     m.channel,
     m.importance,
     m.retracted,
     m.quarantined,
     m.edited_by,
     m.blocked_channels,
     m.edit_count,
     m.occurred_at,
     m.recorded_at
    FROM palimpsest.memory m
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = ANY (unread_memories.p_ids)) AND ((m.expires_at IS NULL) OR (m.expires_at > clock_timestamp())) AND palimpsest.reachable(m.visibility, m.owner_id, m.audience) AND (NOT palimpsest.visible(m.visibility, m.owner_id, m.audience)))
   ORDER BY m.id;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.unsealed_tenants(p_older interval, p_limit integer)
 RETURNS TABLE(tenant_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 SELECT DISTINCT u.tenant_id
    FROM palimpsest.audit_unsealed u
   WHERE (u.at < (clock_timestamp() - unsealed_tenants.p_older))
  LIMIT unsealed_tenants.p_limit;
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.update_fact(p_id text, p_tags text[], p_expires timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 UPDATE palimpsest.memory m SET tags = update_fact.p_tags, expires_at = update_fact.p_expires
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id = update_fact.p_id) AND (m.kind = ANY (ARRAY['fact'::text, 'procedure'::text])) AND palimpsest.visible(m.visibility, m.owner_id, m.audience));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.updated_at(p_memory text, p_recorded timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN GREATEST(p_recorded, (SELECT max(e.at) AS max FROM palimpsest.memory_edit_event e WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.memory_id = updated_at.p_memory) AND (e.status = 'approved'::text))), (SELECT s.updated_at FROM palimpsest.memory_signal s WHERE ((s.tenant_id = palimpsest.tenant()) AND (s.memory_id = updated_at.p_memory))))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.use_sessions_of_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from palimpsest.session s
  where s.tenant_id = palimpsest.tenant() and s.user_id = palimpsest.principal() and s.session_id = any (array(
    select w.session_id from written w where w.memory_id is null))
  order by s.session_id for no key update;
  if found then
    update palimpsest.session s set last_interaction = clock_timestamp()
    where s.tenant_id = palimpsest.tenant() and s.user_id = palimpsest.principal() and s.session_id = any (array(
      select w.session_id from written w where w.memory_id is null));
  end if;
  return null;
end $function$
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.use_sessions_of_memories()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  used record;
begin
  for used in
    select palimpsest.principal() as user_id, w.session_id from written w
    where w.imported is null and w.session_id is not null
    union
    select w.attributes->>'user_id', w.session_id from written w
    where w.imported is null and w.session_id is not null and w.kind = 'interaction'
    order by user_id, session_id
  loop
    update palimpsest.session s set last_interaction = clock_timestamp()
    where s.tenant_id = palimpsest.tenant() and s.user_id = used.user_id and s.session_id = used.session_id;
  end loop;
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.visible(p_visibility text, p_owner text, p_audience text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((p_visibility = 'tenant'::text) OR (p_owner = palimpsest.principal()) OR ((p_visibility = ANY (ARRAY['team'::text, 'custom'::text])) AND (p_audience && palimpsest.readers()))) AND (CASE WHEN (current_setting('palimpsest.rolling_back'::text, true) <> ''::text) THEN (((p_owner = ANY (string_to_array(current_setting('palimpsest.rolling_back'::text, true), chr(10)))) AND (p_owner IS DISTINCT FROM palimpsest.principal())))::integer ELSE 0 END <> 1))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.visible_mentions(p_entities text[], p_sources text[], p_type text)
 RETURNS SETOF palimpsest.entity_mention
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10000
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH picked AS MATERIALIZED (
          SELECT e_1.tenant_id,
             e_1.mention_id,
             e_1.memory_id,
             e_1.also_in,
             e_1.source_id,
             e_1.entity_id,
             e_1.type,
             e_1.name_key,
             e_1.surface_form,
             e_1.form_key,
             e_1.start_char,
             e_1.end_char
            FROM palimpsest.entity_mention e_1
           WHERE ((visible_mentions.p_entities IS NOT NULL) AND (e_1.tenant_id = palimpsest.tenant()) AND (e_1.entity_id = ANY (visible_mentions.p_entities)))
         UNION ALL
          SELECT e_1.tenant_id,
             e_1.mention_id,
             e_1.memory_id,
             e_1.also_in,
             e_1.source_id,
             e_1.entity_id,
             e_1.type,
             e_1.name_key,
             e_1.surface_form,
             e_1.form_key,
             e_1.start_char,
             e_1.end_char
            FROM palimpsest.entity_mention e_1
           WHERE ((visible_mentions.p_entities IS NULL) AND (visible_mentions.p_sources IS NOT NULL) AND (e_1.tenant_id = palimpsest.tenant()) AND (e_1.source_id = ANY (visible_mentions.p_sources)))
         UNION ALL
          SELECT e_1.tenant_id,
             e_1.mention_id,
             e_1.memory_id,
             e_1.also_in,
             e_1.source_id,
             e_1.entity_id,
             e_1.type,
             e_1.name_key,
             e_1.surface_form,
             e_1.form_key,
             e_1.start_char,
             e_1.end_char
            FROM palimpsest.entity_mention e_1
           WHERE ((visible_mentions.p_entities IS NULL) AND (visible_mentions.p_sources IS NULL) AND (e_1.tenant_id = palimpsest.tenant()))
         )
  SELECT e.tenant_id,
     e.mention_id,
     e.memory_id,
     e.also_in,
     e.source_id,
     e.entity_id,
     e.type,
     e.name_key,
     e.surface_form,
     e.form_key,
     e.start_char,
     e.end_char
    FROM ((( SELECT p.memory_id,
             array_agg(ROW(p.tenant_id, p.mention_id, p.memory_id, p.also_in, p.source_id, p.entity_id, p.type, p.name_key, p.surface_form, p.form_key, p.start_char, p.end_char)::palimpsest.entity_mention) AS mentions
            FROM picked p
           GROUP BY p.memory_id) g
      CROSS JOIN LATERAL ( SELECT m_1.id
            FROM palimpsest.memory m_1
           WHERE ((m_1.tenant_id = palimpsest.tenant()) AND (m_1.id = g.memory_id) AND palimpsest.visible(m_1.visibility, m_1.owner_id, m_1.audience))
          OFFSET 0) m)
      CROSS JOIN LATERAL unnest(g.mentions) e(tenant_id, mention_id, memory_id, also_in, source_id, entity_id, type, name_key, surface_form, form_key, start_char, end_char))
   WHERE (((visible_mentions.p_type IS NULL) OR (e.type = visible_mentions.p_type)) AND ((visible_mentions.p_sources IS NULL) OR (e.source_id = ANY (visible_mentions.p_sources))) AND ((e.also_in IS NULL) OR (EXISTS ( SELECT 1
            FROM palimpsest.memory o
           WHERE ((o.tenant_id = palimpsest.tenant()) AND (o.id = e.also_in) AND palimpsest.visible(o.visibility, o.owner_id, o.audience))))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.was_committed(p_transaction xid8, p_at timestamp with time zone, p_snapshot pg_snapshot, p_moment timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((p_at <= p_moment) AND ((p_snapshot IS NULL) OR pg_visible_in_snapshot(p_transaction, p_snapshot) OR (p_at < (p_moment - CASE WHEN (p_transaction >= pg_snapshot_xmax(p_snapshot)) THEN '00:00:10'::interval ELSE '01:00:00'::interval END))))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.weigh_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  most constant float8 := 10;
  step constant integer := case when new.rollback_id is null then 1 else -1 end;
  said jsonb;
  was float8[];
  now float8[];
  over float8[];
begin
  if exists (select 1 from palimpsest.memory m where m.tenant_id = new.tenant_id and m.id = new.memory_id
             and m.owner_id = substr(new.writer, strpos(new.writer, ':') + 1)) then
    return null;
  end if;
  select coalesce(s.outcomes_by->new.writer, '[0, 0]') into said from palimpsest.memory_signal s
  where s.tenant_id = new.tenant_id and s.memory_id = new.memory_id for update;
  if not found then return null; end if;
  was := array[(said->>0)::float8, (said->>1)::float8];
  now := array[greatest(0, was[1] + case new.what when 'success' then step else 0 end),
               greatest(0, was[2] + case new.what when 'failure' then step else 0 end)];
  -- The part of each of the two that is over: none of ten, a half of twenty.
  over := array[1 - least(1, most / greatest(1, was[1] + was[2])), 1 - least(1, most / greatest(1, now[1] + now[2]))];
  update palimpsest.memory_signal s
  set outcomes_by = s.outcomes_by || jsonb_build_object(new.writer, jsonb_build_array(now[1], now[2])),
    surplus_successes = greatest(0, s.surplus_successes + now[1] * over[2] - was[1] * over[1]),
    surplus_failures = greatest(0, s.surplus_failures + now[2] * over[2] - was[2] * over[1])
  where s.tenant_id = new.tenant_id and s.memory_id = new.memory_id;
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.withheld_by(p_ids text[], p_at timestamp with time zone, p_snapshot pg_snapshot)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH cause AS MATERIALIZED (
          SELECT c.id,
             (f.retracted OR f.quarantined) AS gone,
             f.text
            FROM (unnest(withheld_by.p_ids) c(id)
              CROSS JOIN LATERAL palimpsest.own_fold(c.id, withheld_by.p_at, NULL::text, NULL::jsonb, withheld_by.p_snapshot) f(text, attributes, importance, retracted, quarantined, amended, edited_by, blocked_channels, edit_count))
           WHERE (f.retracted OR f.quarantined OR f.amended)
         )
  SELECT s.said
    FROM (cause c
      CROSS JOIN LATERAL palimpsest.passage_sentences(c.id) s(first, until, said, part))
   WHERE c.gone
 UNION
  SELECT s.said
    FROM (( SELECT c_1.id,
             n.letters,
             n.at
            FROM (cause c_1
              CROSS JOIN LATERAL palimpsest.spelled(palimpsest.as_units(c_1.text)) n(letters, words, first, until, at))
           WHERE (NOT c_1.gone)
          OFFSET 0) c
      CROSS JOIN LATERAL palimpsest.passage_sentences(c.id) s(first, until, said, part))
   WHERE (NOT (EXISTS ( SELECT 1
            FROM palimpsest.places_of(ARRAY[s.part], c.letters, c.at) places_of(said, from_word, to_word))));
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.withheld_stretches(p_uid text, p_text text)
 RETURNS TABLE(start integer, length integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH own AS MATERIALIZED (
          SELECT DISTINCT a.head_id
            FROM (palimpsest.artifact a
              JOIN palimpsest.memory h ON (((h.tenant_id = a.tenant_id) AND (h.id = a.head_id) AND (NOT h.retracted))))
           WHERE ((a.tenant_id = palimpsest.tenant()) AND (a.artifact_uid = withheld_stretches.p_uid) AND (a.owner_id = palimpsest.principal()))
         ), sayings AS MATERIALIZED (
          SELECT ARRAY( SELECT w.said
                    FROM (own
                      CROSS JOIN LATERAL palimpsest.withheld_by(ARRAY( SELECT palimpsest.likely_causes(own.head_id, withheld_stretches.p_text, NULL::text) AS likely_causes), NULL::timestamp with time zone, NULL::pg_snapshot) w(said))) AS said
         )
  SELECT s.first,
     (s.until - s.first)
    FROM (sayings
      CROSS JOIN LATERAL palimpsest.said_places(withheld_stretches.p_text, sayings.said) s(first, until))
   WHERE (sayings.said <> '{}'::text[])
   ORDER BY s.first, (s.until - s.first);
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.without_shared(p_id text, p_text text, p_at timestamp with time zone, p_snapshot pg_snapshot)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  revision record;
  place integer;
  original text;
  neighbour record;
  shared text;
  masked text;
  said text;
  result text := p_text;
  is_plain boolean;
begin
  select a.chunk_ids, a.starts, a.ends into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(p_id, '::', 1);
  place := array_position(revision.chunk_ids, p_id);
  if place is null then
    return p_text;
  end if;
  select o.text into original from palimpsest.memory_original o
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
  is_plain := p_text = original;
  for neighbour in
    select n.id, greatest(n.start, revision.starts[place]) - revision.starts[place] as first,
      least(n.until, revision.ends[place]) - revision.starts[place] as last, f.text, f.retracted or f.quarantined as gone
    from unnest(revision.chunk_ids, revision.starts, revision.ends) with ordinality as n(id, start, until, n)
    cross join lateral palimpsest.own_fold(n.id, p_at, null, null, p_snapshot) f
    where n.n <> place and n.start < revision.ends[place] and n.until > revision.starts[place]
      and (f.retracted or f.quarantined or f.amended)
  loop
    shared := palimpsest.units_between(original, neighbour.first, neighbour.last);
    if shared = '' or (not neighbour.gone and strpos(neighbour.text, shared) > 0) then
      continue;
    end if;
    masked := case when neighbour.gone then palimpsest.blocks_for(shared) else shared end;
    for said in
      select btrim(s.said) from regexp_split_to_table(shared, '[.!?;\n\r]+') s(said)
      where s.said ~ '\w' and not (is_plain and neighbour.gone)
        and (neighbour.gone or strpos(neighbour.text, btrim(s.said)) = 0)
    loop
      masked := replace(masked, said, palimpsest.blocks_for(said));
      if not is_plain then
        result := replace(result, said, palimpsest.blocks_for(said));
      end if;
    end loop;
    if is_plain then
      result := palimpsest.units_between(result, 0, neighbour.first) || masked
        || palimpsest.units_between(result, neighbour.last, 1000000000);
    end if;
  end loop;
  return result;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.without_withheld(p_id text, p_own text, p_text text, p_at timestamp with time zone, p_snapshot pg_snapshot)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  revision record;
  passage record;
  is_plain boolean;
  read text;
  chars integer := 0;
  causes text[];
  sayings text[];
  result text;
  stretch record;
begin
  select a.artifact_id, a.head_id into revision from palimpsest.artifact a
  where a.tenant_id = palimpsest.tenant() and a.artifact_id = split_part(p_id, '::', 1) and p_id = any (a.chunk_ids);
  if revision.artifact_id is null then
    return coalesce((
      select m.text from palimpsest.memory m
      join palimpsest.memory_original o on o.tenant_id = m.tenant_id and o.memory_id = m.id and o.text <> m.text
      where m.tenant_id = palimpsest.tenant() and m.id = p_id and m.imported is not null
        and palimpsest.is_blocked_out(m.text, p_own)), p_text);
  end if;
  if revision.head_id is null or not exists (
      select 1 from palimpsest.withheld_sentence w
      where w.tenant_id = palimpsest.tenant() and w.head_id = revision.head_id
        and split_part(w.memory_id, '::', 1) <> revision.artifact_id) then
    return p_text;
  end if;
  select p_own = o.text into is_plain from palimpsest.memory_original o
  where o.tenant_id = palimpsest.tenant() and o.memory_id = p_id;
  if is_plain then
    select * into passage from palimpsest.passage_around(p_id);
    read := passage.before || passage.own || passage.after;
    chars := char_length(passage.before);
  else
    read := palimpsest.as_units(p_own);
  end if;
  causes := array(select palimpsest.likely_causes(revision.head_id, read, revision.artifact_id));
  if causes = '{}' then
    return p_text;
  end if;
  sayings := array(select palimpsest.withheld_by(causes, p_at, p_snapshot));
  if sayings = '{}' then
    return p_text;
  end if;
  result := palimpsest.as_units(p_text);
  for stretch in
    select greatest(s.first - chars, 0) as first, s.until - chars as until from palimpsest.said_places(read, sayings) s
    where s.until > chars and s.first < chars + char_length(result)
  loop
    result := left(result, stretch.first)
      || regexp_replace(substr(result, stretch.first + 1, stretch.until - stretch.first), '[^\n\r]', '█', 'g')
      || substr(result, stretch.until + 1);
  end loop;
  return palimpsest.from_units(result);
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.words_locks(p_words text[])
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT array_agg(DISTINCT hashtextextended(((palimpsest.tenant() || ' words '::text) || (hashtextextended(w.w, (0)::bigint) & (63)::bigint)), (0)::bigint)) AS array_agg FROM unnest(words_locks.p_words) w(w))
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.work_before(p_writer text, p_since timestamp with time zone, p_until timestamp with time zone, p_limit integer)
 RETURNS TABLE(what text, place text, before jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
( SELECT 'plan_state'::text,
     (jsonb_build_array(s.plan_id, s.key))::text AS jsonb_build_array,
     (s.before || jsonb_build_object('key', s.key))
    FROM palimpsest.plan_state s
   WHERE ((s.tenant_id = palimpsest.tenant()) AND (s.updated_by = work_before.p_writer) AND (s.before IS NOT NULL) AND (s.updated_at >= COALESCE(work_before.p_since, '-infinity'::timestamp with time zone)) AND (s.updated_at <= work_before.p_until) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
   ORDER BY s.plan_id, s.key
  LIMIT work_before.p_limit)
 UNION ALL
 ( SELECT 'plan'::text,
     (jsonb_build_array(p.plan_id))::text AS jsonb_build_array,
     p.before
    FROM palimpsest.plan p
   WHERE ((p.tenant_id = palimpsest.tenant()) AND (p.writer = work_before.p_writer) AND (p.before IS NOT NULL) AND (p.updated_at >= COALESCE(work_before.p_since, '-infinity'::timestamp with time zone)) AND (p.updated_at <= work_before.p_until) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
   ORDER BY p.plan_id
  LIMIT work_before.p_limit)
 UNION ALL
 ( SELECT 'task_context'::text,
     (jsonb_build_array(t.task_id))::text AS jsonb_build_array,
     t.before
    FROM palimpsest.task_context t
   WHERE ((t.tenant_id = palimpsest.tenant()) AND (t.writer = work_before.p_writer) AND (t.before IS NOT NULL) AND (t.updated_at >= COALESCE(work_before.p_since, '-infinity'::timestamp with time zone)) AND (t.updated_at <= work_before.p_until) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])))
   ORDER BY t.task_id
  LIMIT work_before.p_limit);
END
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.write_attributes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from palimpsest.memory_attribute a where a.tenant_id = new.tenant_id and a.memory_id = new.id;
  end if;
  insert into palimpsest.memory_attribute (tenant_id, memory_id, kind, name, value, occurred_at)
  select new.tenant_id, new.id, new.kind, w.name, new.attributes->>w.name, new.occurred_at
  from unnest(array['external_id', 'user_id']) w(name) where new.attributes->>w.name is not null;
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.write_name_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into palimpsest.name_word (tenant_id, word, mention_id, entity_id)
  select distinct e.tenant_id, w.word, e.mention_id, e.entity_id
  from made e cross join lateral string_to_table(e.form_key, ' ') as w(word)
  where e.tenant_id = palimpsest.tenant();
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.write_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from palimpsest.memory_tag t where t.tenant_id = new.tenant_id and t.memory_id = new.id;
  end if;
  insert into palimpsest.memory_tag (tenant_id, memory_id, tag, occurred_at)
  select distinct new.tenant_id, new.id, t.tag, new.occurred_at from unnest(new.tags) t(tag);
  return null;
end $function$
owner palimpsest_definer
CREATE OR REPLACE FUNCTION palimpsest.writer_lock(p_principal text)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN hashtextextended(((palimpsest.tenant() || ' writes '::text) || p_principal), (0)::bigint)
owner OWNER
CREATE OR REPLACE FUNCTION palimpsest.written_by(p_writer text, p_op text, p_since timestamp with time zone, p_until timestamp with time zone, p_after timestamp with time zone, p_after_id text, p_limit integer)
 RETURNS TABLE(id text, kind text, writer text, owner_id text, visibility text, retracted boolean, recorded_at text, seen boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
BEGIN ATOMIC
 WITH untouched AS (
          SELECT m_1.id
            FROM palimpsest.memory m_1
           WHERE ((m_1.tenant_id = palimpsest.tenant()) AND (m_1.writer = written_by.p_writer) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND (m_1.recorded_at >= COALESCE(written_by.p_since, '-infinity'::timestamp with time zone)) AND (m_1.recorded_at <= written_by.p_until) AND (ROW(m_1.recorded_at, m_1.id) > ROW(COALESCE(written_by.p_after, '-infinity'::timestamp with time zone), COALESCE(written_by.p_after_id, ''::text))) AND (NOT m_1.retracted) AND ((written_by.p_op <> 'quarantine'::text) OR (NOT m_1.quarantined)))
           ORDER BY m_1.recorded_at, m_1.id
          LIMIT written_by.p_limit
         ), hidden_by_itself AS (
          SELECT DISTINCT m_1.id,
             m_1.recorded_at
            FROM ((palimpsest.memory_edit e
              JOIN palimpsest.memory_edit_event v ON (((v.tenant_id = e.tenant_id) AND (v.edit_id = e.edit_id) AND (v.status = 'approved'::text))))
              JOIN palimpsest.memory m_1 ON (((m_1.tenant_id = e.tenant_id) AND (m_1.id = e.memory_id) AND (m_1.writer = written_by.p_writer))))
           WHERE ((e.tenant_id = palimpsest.tenant()) AND (e.proposer_id = substr(written_by.p_writer, (strpos(written_by.p_writer, ':'::text) + 1))) AND (e.proposer_type = split_part(written_by.p_writer, ':'::text, 1)) AND (e.op = ANY (ARRAY['retract'::text, 'quarantine'::text])) AND (palimpsest.role() = ANY (ARRAY['reviewer'::text, 'admin'::text])) AND (m_1.retracted OR m_1.quarantined) AND ((written_by.p_since IS NULL) OR (m_1.recorded_at >= written_by.p_since)) AND (m_1.recorded_at <= written_by.p_until) AND ((written_by.p_after IS NULL) OR (ROW(m_1.recorded_at, m_1.id) > ROW(written_by.p_after, written_by.p_after_id))) AND (NOT palimpsest.is_undone(m_1.id, e.edit_id, e.op, e.patch, v.seq)) AND (NOT (EXISTS ( SELECT 1
                    FROM (palimpsest.memory_edit o
                      JOIN palimpsest.memory_edit_event w ON (((w.tenant_id = o.tenant_id) AND (w.edit_id = o.edit_id) AND (w.status = 'approved'::text))))
                   WHERE ((o.tenant_id = e.tenant_id) AND (o.memory_id = m_1.id) AND (o.op = ANY (ARRAY['retract'::text, written_by.p_op])) AND (((o.proposer_type || ':'::text) || o.proposer_id) <> written_by.p_writer) AND (NOT palimpsest.is_undone(m_1.id, o.edit_id, o.op, o.patch, w.seq)))))))
           ORDER BY m_1.recorded_at, m_1.id
          LIMIT written_by.p_limit
         )
  SELECT m.id,
     m.kind,
     m.writer,
     m.owner_id,
     m.visibility,
     m.retracted,
     (m.recorded_at)::text AS recorded_at,
     palimpsest.addressed(m.visibility, m.owner_id, m.audience) AS addressed
    FROM palimpsest.memory m
   WHERE ((m.tenant_id = palimpsest.tenant()) AND (m.id IN ( SELECT u.id
            FROM untouched u
         UNION
          SELECT h.id
            FROM hidden_by_itself h)))
   ORDER BY m.recorded_at, m.id
  LIMIT written_by.p_limit;
END
owner palimpsest_definer

-- views
view effective_chunks (security_invoker=true, security_barrier=true) as
 SELECT tenant_id,
    id AS chunk_id,
    kind,
    text,
    importance,
    channel,
    scope,
    subject_type,
    subject_id,
    project_id,
    session_id,
    tags,
    boundary_class,
    retracted AS is_retracted,
    quarantined AS is_quarantined,
    blocked_channels,
    edit_count AS edits_applied,
    token_count AS token_est,
    occurred_at AS ts,
    reading_position
   FROM palimpsest.memory m
  WHERE as_chunk AND NOT retracted AND NOT ((kind = ANY (ARRAY['chunk'::text, 'semantic_event'::text])) AND (status = ANY (ARRAY['superseded'::text, 'replaced'::text, 'pending'::text]))) AND boundary_class <> 'secret'::text AND (expires_at IS NULL OR expires_at > now()) AND palimpsest.is_readable(( SELECT palimpsest.read_limits() AS read_limits), kind, scope, recorded_at);

-- triggers
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.active_context FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR UPDATE ON palimpsest.api_key FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR UPDATE ON palimpsest.artifact FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER only_sealed BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.audit_unsealed FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_unsealed_change()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR UPDATE ON palimpsest.boundary_escalation FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER refuse_suspended BEFORE UPDATE ON palimpsest.capsule FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.claim_evidence FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.claim_feedback FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER write_name_words AFTER INSERT ON palimpsest.entity_mention REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.write_name_words()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR UPDATE ON palimpsest.episode_link FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.job FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER close_capsule AFTER UPDATE OF retracted, quarantined, blocked_channels ON palimpsest.memory FOR EACH ROW WHEN ((new.kind = 'capsule'::text)) EXECUTE FUNCTION palimpsest.close_capsule()
CREATE TRIGGER count_fact AFTER INSERT OR UPDATE OF status, retracted, attributes ON palimpsest.memory FOR EACH ROW WHEN ((new.kind = 'fact'::text)) EXECUTE FUNCTION palimpsest.count_fact()
CREATE TRIGGER forget_times AFTER UPDATE OF text, retracted ON palimpsest.memory FOR EACH ROW WHEN (((old.text IS DISTINCT FROM new.text) OR (old.retracted IS DISTINCT FROM new.retracted))) EXECUTE FUNCTION palimpsest.forget_times()
CREATE TRIGGER immutable_subject BEFORE UPDATE OF tenant_id, id, kind, as_chunk, origin, writer, speaker, reading_position, scope, subject_type, subject_id, project_id, session_id, owner_id, original_hash, occurred_at, recorded_at ON palimpsest.memory FOR EACH ROW WHEN ((((((((((((((((((old.tenant_id IS DISTINCT FROM new.tenant_id) OR (old.id IS DISTINCT FROM new.id)) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.as_chunk IS DISTINCT FROM new.as_chunk)) OR (old.origin IS DISTINCT FROM new.origin)) OR (old.writer IS DISTINCT FROM new.writer)) OR (old.speaker IS DISTINCT FROM new.speaker)) OR (old.reading_position IS DISTINCT FROM new.reading_position)) OR (old.scope IS DISTINCT FROM new.scope)) OR (old.subject_type IS DISTINCT FROM new.subject_type)) OR (old.subject_id IS DISTINCT FROM new.subject_id)) OR (old.project_id IS DISTINCT FROM new.project_id)) OR (old.session_id IS DISTINCT FROM new.session_id)) OR (old.owner_id IS DISTINCT FROM new.owner_id)) OR (old.original_hash IS DISTINCT FROM new.original_hash)) OR (old.occurred_at IS DISTINCT FROM new.occurred_at)) OR (old.recorded_at IS DISTINCT FROM new.recorded_at))) EXECUTE FUNCTION palimpsest.refuse_subject_change()
CREATE TRIGGER link_other_references AFTER UPDATE OF attributes ON palimpsest.memory FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['decision'::text, 'task'::text])) AND ((new.attributes -> 'refs'::text) IS DISTINCT FROM (old.attributes -> 'refs'::text)))) EXECUTE FUNCTION palimpsest.link_references()
CREATE TRIGGER link_references AFTER INSERT ON palimpsest.memory FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['decision'::text, 'task'::text])) AND (new.attributes ? 'refs'::text) AND ((new.attributes -> 'refs'::text) <> '[]'::jsonb))) EXECUTE FUNCTION palimpsest.link_references()
CREATE TRIGGER pass_class_on AFTER UPDATE OF boundary_class ON palimpsest.memory FOR EACH ROW WHEN ((old.boundary_class IS DISTINCT FROM new.boundary_class)) EXECUTE FUNCTION palimpsest.pass_class_on()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.memory FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER rewrite_attributes AFTER UPDATE OF attributes ON palimpsest.memory FOR EACH ROW WHEN (((new.attributes IS DISTINCT FROM old.attributes) AND ((new.attributes ?| ARRAY['external_id'::text, 'user_id'::text]) OR (old.attributes ?| ARRAY['external_id'::text, 'user_id'::text])))) EXECUTE FUNCTION palimpsest.write_attributes()
CREATE TRIGGER rewrite_tags AFTER UPDATE OF tags, occurred_at ON palimpsest.memory FOR EACH ROW WHEN (((new.tags <> old.tags) OR ((new.occurred_at <> old.occurred_at) AND (new.tags <> '{}'::text[])))) EXECUTE FUNCTION palimpsest.write_tags()
CREATE TRIGGER stop_extraction AFTER UPDATE OF retracted ON palimpsest.memory FOR EACH ROW WHEN (((new.kind = 'artifact'::text) AND new.retracted AND (NOT old.retracted))) EXECUTE FUNCTION palimpsest.stop_extraction()
CREATE TRIGGER use_sessions AFTER INSERT ON palimpsest.memory REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.use_sessions_of_memories()
CREATE TRIGGER write_attributes AFTER INSERT ON palimpsest.memory FOR EACH ROW WHEN ((new.attributes ?| ARRAY['external_id'::text, 'user_id'::text])) EXECUTE FUNCTION palimpsest.write_attributes()
CREATE TRIGGER write_tags AFTER INSERT ON palimpsest.memory FOR EACH ROW WHEN ((new.tags <> '{}'::text[])) EXECUTE FUNCTION palimpsest.write_tags()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.memory_edit FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.memory_edit FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.memory_edit_event FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.memory_edit_event FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER settle_action AFTER INSERT ON palimpsest.memory_edit_event REFERENCING NEW TABLE AS decided FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.settle_action()
CREATE TRIGGER inherit_class AFTER INSERT ON palimpsest.memory_link REFERENCING NEW TABLE AS linked FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.inherit_class()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.memory_original FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR UPDATE ON palimpsest.memory_signal FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.memory_state FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.memory_state FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON palimpsest.outbox FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE CONSTRAINT TRIGGER place AFTER INSERT ON palimpsest.outbox DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new."position" IS NULL) AND (new.event_id = COALESCE(NULLIF(current_setting('palimpsest.placing_event'::text, true), ''::text), new.event_id)))) EXECUTE FUNCTION palimpsest.place_event()
CREATE TRIGGER placed_once BEFORE UPDATE ON palimpsest.outbox FOR EACH ROW WHEN ((old."position" IS NOT NULL)) EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER note_writer BEFORE INSERT OR UPDATE ON palimpsest.plan FOR EACH ROW EXECUTE FUNCTION palimpsest.note_writer()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR DELETE OR UPDATE ON palimpsest.plan FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER keep_before BEFORE UPDATE ON palimpsest.plan_state FOR EACH ROW WHEN ((old.updated_by IS DISTINCT FROM new.updated_by)) EXECUTE FUNCTION palimpsest.keep_before()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR DELETE OR UPDATE ON palimpsest.plan_state FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.policy FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.policy FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER refuse_suspended BEFORE UPDATE ON palimpsest.principal FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.receipt FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.receipt_item FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON palimpsest.record FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_change()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.record FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER use_sessions AFTER INSERT ON palimpsest.record REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.use_sessions_of_events()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR DELETE OR UPDATE OF name, agent_id, metadata ON palimpsest.session FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER refuse_suspended BEFORE INSERT ON palimpsest.signal_entry FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER weigh_outcome AFTER INSERT ON palimpsest.signal_entry FOR EACH ROW WHEN (((new.what = ANY (ARRAY['success'::text, 'failure'::text])) AND (new.writer !~~ 'human:%'::text) AND (new.rollback_id IS NULL))) EXECUTE FUNCTION palimpsest.weigh_outcome()
CREATE TRIGGER weigh_outcome_again AFTER UPDATE OF rollback_id ON palimpsest.signal_entry FOR EACH ROW WHEN (((new.what = ANY (ARRAY['success'::text, 'failure'::text])) AND (new.writer !~~ 'human:%'::text) AND ((new.rollback_id IS NULL) <> (old.rollback_id IS NULL)))) EXECUTE FUNCTION palimpsest.weigh_outcome()
CREATE TRIGGER note_writer BEFORE INSERT OR UPDATE ON palimpsest.task_context FOR EACH ROW EXECUTE FUNCTION palimpsest.note_writer()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR DELETE OR UPDATE ON palimpsest.task_context FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()
CREATE TRIGGER refuse_suspended BEFORE INSERT OR DELETE OR UPDATE ON palimpsest.working_memory FOR EACH STATEMENT EXECUTE FUNCTION palimpsest.refuse_suspended()

-- grants
grant select on column api_key.expires_at to palimpsest_worker
grant select on column api_key.grants to palimpsest_worker
grant select on column api_key.key_id to palimpsest_worker
grant update on column api_key.last_used_at to palimpsest_definer
grant select on column api_key.principal_id to palimpsest_worker
grant update on column api_key.revoked_at to palimpsest_app
grant select on column api_key.revoked_at to palimpsest_worker
grant select on column api_key.role to palimpsest_worker
grant select on column api_key.scopes to palimpsest_worker
grant select on column api_key.teams to palimpsest_worker
grant select on column api_key.tenant_id to palimpsest_worker
grant select on column api_key.type to palimpsest_worker
grant update on column artifact.extraction to palimpsest_definer
grant update on column artifact.is_latest to palimpsest_definer
grant update on column artifact.job_id to palimpsest_definer
grant update on column artifact.rejected to palimpsest_definer
grant update on column artifact.resolved_at to palimpsest_definer
grant update on column artifact.resolved_for to palimpsest_definer
grant update on column audit_head.hash to palimpsest_definer
grant update on column audit_head.pruned_hash to palimpsest_definer
grant update on column audit_head.pruned_seq to palimpsest_definer
grant update on column audit_head.seq to palimpsest_definer
grant update on column boundary_escalation.decided_at to palimpsest_app
grant update on column boundary_escalation.decided_by to palimpsest_app
grant update on column boundary_escalation.expires_at to palimpsest_app
grant update on column boundary_escalation.reason to palimpsest_app
grant update on column boundary_escalation.status to palimpsest_app
grant update on column capsule.closed_by_edit to palimpsest_definer
grant update on column capsule.item_count to palimpsest_definer
grant update on column capsule.revoked_at to palimpsest_definer
grant update on column capsule.revoked_in to palimpsest_definer
grant update on column capsule.status to palimpsest_definer
grant update on column capsule_access.access_count to palimpsest_app
grant update on column capsule_access.last_accessed to palimpsest_app
grant update on column capsule_audience.expires_at to palimpsest_definer
grant update on column capsule_audience.listable to palimpsest_definer
grant update on column claim_evidence.rollback_id to palimpsest_definer
grant update on column episode_link.effectiveness to palimpsest_app
grant update on column episode_link.effectiveness to palimpsest_definer
grant update on column episode_link.linked_at to palimpsest_app
grant update on column episode_link.linked_at to palimpsest_definer
grant update on column episode_link.linked_by to palimpsest_app
grant update on column episode_link.linked_by to palimpsest_definer
grant update on column episode_link.made_at to palimpsest_app
grant update on column episode_link.made_by to palimpsest_app
grant update on column episode_link.rollback_id to palimpsest_app
grant update on column episode_link.rollback_id to palimpsest_definer
grant update on column episode_link.taken to palimpsest_definer
grant update on column idempotency.answer to palimpsest_app
grant update on column idempotency.created_at to palimpsest_app
grant select on column job.attempts to palimpsest_app
grant select on column job.created_at to palimpsest_app
grant select on column job.error to palimpsest_app
grant insert, select on column job.job_id to palimpsest_app
grant insert, select on column job.kind to palimpsest_app
grant select on column job.locked_at to palimpsest_app
grant select on column job.locked_until to palimpsest_app
grant insert, select on column job.max_attempts to palimpsest_app
grant insert, select on column job.payload to palimpsest_app
grant insert, select on column job.principal_id to palimpsest_app
grant insert, select on column job.principal_type to palimpsest_app
grant insert, select on column job.priority to palimpsest_app
grant select on column job.progress to palimpsest_app
grant insert, select on column job.rights to palimpsest_app
grant insert, select on column job.run_at to palimpsest_app
grant select on column job.status to palimpsest_app
grant insert, select on column job.tenant_id to palimpsest_app
grant select on column job.updated_at to palimpsest_app
grant select on column job.worker to palimpsest_app
grant update on column memory.amended to palimpsest_definer
grant update on column memory.attributes to palimpsest_definer
grant update on column memory.blocked_channels to palimpsest_definer
grant update on column memory.boundary_class to palimpsest_definer
grant update on column memory.content_hash to palimpsest_definer
grant update on column memory.cues to palimpsest_definer
grant update on column memory.edit_count to palimpsest_definer
grant update on column memory.edited_by to palimpsest_definer
grant update on column memory.expires_at to palimpsest_definer
grant update on column memory.importance to palimpsest_definer
grant update on column memory.original_words_hash to palimpsest_definer
grant update on column memory.quarantined to palimpsest_definer
grant update on column memory.retracted to palimpsest_definer
grant update on column memory.status to palimpsest_definer
grant update on column memory.tags to palimpsest_definer
grant update on column memory.text to palimpsest_definer
grant update on column memory.token_count to palimpsest_definer
grant update on column memory.word_count to palimpsest_definer
grant update on column memory.words_hash to palimpsest_definer
grant update on column memory_signal.activations to palimpsest_definer
grant update on column memory_signal.confidence to palimpsest_definer
grant update on column memory_signal.confirmations to palimpsest_definer
grant update on column memory_signal.escalated_at to palimpsest_definer
grant update on column memory_signal.escalated_to to palimpsest_definer
grant update on column memory_signal.failures to palimpsest_definer
grant update on column memory_signal.false_positives to palimpsest_definer
grant update on column memory_signal.last_confirmed to palimpsest_definer
grant update on column memory_signal.last_false_positive to palimpsest_definer
grant update on column memory_signal.last_used_at to palimpsest_definer
grant update on column memory_signal.neutrals to palimpsest_definer
grant update on column memory_signal.outcomes_by to palimpsest_definer
grant update on column memory_signal.settled_at_activations to palimpsest_definer
grant update on column memory_signal.successes to palimpsest_definer
grant update on column memory_signal.surplus_failures to palimpsest_definer
grant update on column memory_signal.surplus_successes to palimpsest_definer
grant update on column memory_signal.utility to palimpsest_definer
grant update on column memory_signal.utility_at to palimpsest_definer
grant update on column outbox.position to palimpsest_definer
grant update on column plan.before to palimpsest_definer
grant update on column plan.current_state to palimpsest_app
grant update on column plan.current_state to palimpsest_definer
grant update on column plan.goal_data to palimpsest_app
grant update on column plan.goal_data to palimpsest_definer
grant update on column plan.response_event to palimpsest_app
grant update on column plan.response_event to palimpsest_definer
grant update on column plan.session_id to palimpsest_app
grant update on column plan.session_id to palimpsest_definer
grant update on column plan.state to palimpsest_app
grant update on column plan.state to palimpsest_definer
grant update on column plan.status to palimpsest_app
grant update on column plan.status to palimpsest_definer
grant update on column plan.updated_at to palimpsest_app
grant update on column plan.updated_at to palimpsest_definer
grant update on column plan.writer to palimpsest_definer
grant update on column plan_state.before to palimpsest_definer
grant update on column plan_state.updated_at to palimpsest_definer
grant update on column plan_state.updated_by to palimpsest_definer
grant update on column plan_state.value to palimpsest_definer
grant update on column plan_state.version to palimpsest_definer
grant update on column principal.suspended_at to palimpsest_app
grant update on column principal.suspended_by to palimpsest_app
grant update on column principal.suspended_reason to palimpsest_app
grant update on column receipt.erased_at to palimpsest_definer
grant update on column receipt.inputs to palimpsest_definer
grant update on column receipt_item.digest to palimpsest_definer
grant update on column receipt_item.score to palimpsest_definer
grant select on column record.actor_id to palimpsest_app
grant select on column record.actor_type to palimpsest_app
grant select on column record.channel to palimpsest_app
grant select on column record.event_id to palimpsest_app
grant select on column record.kind to palimpsest_app
grant select on column record.memory_id to palimpsest_app
grant select on column record.occurred_at to palimpsest_app
grant select on column record.principal_id to palimpsest_app
grant select on column record.project_id to palimpsest_app
grant select on column record.refs to palimpsest_app
grant select on column record.scope to palimpsest_app
grant select on column record.sensitivity to palimpsest_app
grant select on column record.session_id to palimpsest_app
grant select on column record.subject_id to palimpsest_app
grant select on column record.subject_type to palimpsest_app
grant select on column record.tags to palimpsest_app
grant select on column record.tenant_id to palimpsest_app
grant select on column record.transaction_id to palimpsest_app
grant select on column record.ts to palimpsest_app
grant update on column session.agent_id to palimpsest_app
grant update on column session.last_interaction to palimpsest_app
grant update on column session.last_interaction to palimpsest_definer
grant update on column session.metadata to palimpsest_app
grant update on column session.name to palimpsest_app
grant update on column signal_entry.rollback_id to palimpsest_definer
grant update on column task_context.before to palimpsest_definer
grant update on column task_context.data to palimpsest_app
grant update on column task_context.data to palimpsest_definer
grant update on column task_context.event_type to palimpsest_app
grant update on column task_context.event_type to palimpsest_definer
grant update on column task_context.plan_id to palimpsest_app
grant update on column task_context.plan_id to palimpsest_definer
grant update on column task_context.response_event to palimpsest_app
grant update on column task_context.response_event to palimpsest_definer
grant update on column task_context.response_topic to palimpsest_app
grant update on column task_context.response_topic to palimpsest_definer
grant update on column task_context.state to palimpsest_app
grant update on column task_context.state to palimpsest_definer
grant update on column task_context.updated_at to palimpsest_app
grant update on column task_context.updated_at to palimpsest_definer
grant update on column task_context.writer to palimpsest_definer
grant update on column tenant.language to palimpsest_definer
grant update on column tenant.lexical_version to palimpsest_definer
grant update on column working_item.loaded_at to palimpsest_app
grant update on column working_item.relevance to palimpsest_app
grant update on column working_item.summary to palimpsest_app
grant update on column working_item.text_digest to palimpsest_app
grant update on column working_item.type to palimpsest_app
grant update on column working_memory.current_frame to palimpsest_app
grant update on column working_memory.current_task to palimpsest_app
grant update on column working_memory.updated_at to palimpsest_app
grant execute on function addressed(p_visibility text, p_owner text, p_audience text[]) to public
grant execute on function advance_space(p_space integer, p_going_on boolean) to palimpsest_worker
grant execute on function artifact_heads(p_uid text) to palimpsest_app
grant execute on function artifact_open(p_head text) to palimpsest_app
grant execute on function assert_not_suspended() to public
grant execute on function barred_guards(p_channel text, p_include_quarantined boolean) to public
grant execute on function blocked_stretches(p_ids text[], p_channel text) to palimpsest_app
grant execute on function capsule_forwards(p_id text) to palimpsest_app
grant execute on function capsule_was_open(p_capsule text, p_at timestamp with time zone, p_snapshot pg_snapshot) to palimpsest_app
grant execute on function capsules_holding(p_id text) to palimpsest_app
grant execute on function carry_blocks(p_copies jsonb) to palimpsest_app
grant execute on function carry_edits(p_copies jsonb) to palimpsest_app
grant execute on function caused_edits(p_edits text[]) to palimpsest_app
grant execute on function caused_pending(p_edits text[]) to palimpsest_app
grant execute on function chain_open(p_capsule text) to palimpsest_app
grant execute on function claim_job(p_worker text, p_kinds text[], p_lease interval, p_after text, p_name text) to palimpsest_worker
grant execute on function claims_standing() to palimpsest_app
grant execute on function clearance(p_channel text) to public
grant execute on function close_capsule() to public
grant execute on function collect_statistics(p_after text) to palimpsest_worker
grant execute on function count_caused(p_edit text) to palimpsest_app
grant execute on function count_facts(p_category text) to palimpsest_app
grant execute on function count_taken_work(p_rollback text) to palimpsest_app
grant execute on function count_work(p_writer text, p_since timestamp with time zone) to palimpsest_app
grant execute on function count_written(p_writer text, p_since timestamp with time zone) to palimpsest_app
grant execute on function cues_after(p_before_speaker text, p_before_cues integer, p_before_words integer, p_speaker text, p_spoken integer) to public
grant execute on function cues_of(p_positions bigint[], p_speakers text[], p_spoken integer[], p_words integer[]) to palimpsest_app
grant execute on function decide_erasure(p_erasure text, p_approve boolean, p_job text, p_confirm text) to palimpsest_app
grant execute on function delete_finished_jobs(p_older interval, p_limit integer) to palimpsest_worker
grant execute on function delete_idempotency_keys(p_older interval, p_limit integer) to palimpsest_worker
grant execute on function delete_tenant(p_confirm text) to palimpsest_app
grant execute on function delete_tenant_memories(p_confirm text, p_after text, p_limit integer) to palimpsest_app
grant execute on function delete_tenant_postings(p_confirm text, p_part integer) to palimpsest_app
grant execute on function deleted_document(p_passage text) to palimpsest_app
grant execute on function derived_memories(p_ids text[], p_max integer, p_depth integer) to palimpsest_app
grant execute on function document_blocks(p_ids text[]) to palimpsest_app
grant execute on function drop_pending(p_ids text[]) to palimpsest_app
grant execute on function duration_seconds(p_text text) to public
grant execute on function edit_waits(p_memory_id text) to public
grant execute on function edited_since(p_at timestamp with time zone, p_snapshot pg_snapshot) to public
grant execute on function edits_in_force_of(p_writer text, p_since timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function emit_events(p_events jsonb) to palimpsest_app
grant execute on function end_job(p_job text, p_token text, p_attempt integer, p_status text, p_error text) to palimpsest_app
grant execute on function end_job(p_job text, p_token text, p_attempt integer, p_status text, p_error text) to palimpsest_worker
grant execute on function entities_named(p_words text[], p_limit integer) to palimpsest_app
grant execute on function erase_expired_documents(p_limit integer) to palimpsest_worker
grant execute on function erase_expired_revisions(p_uid text) to palimpsest_app
grant execute on function erase_outgrown(p_session timestamp with time zone, p_project timestamp with time zone, p_principle timestamp with time zone, p_expired timestamp with time zone, p_exempt text[], p_limit integer) to palimpsest_worker
grant execute on function erase_unfinished_texts(p_limit integer) to palimpsest_worker
grant execute on function erased_subjects(p_digests text[]) to palimpsest_app
grant execute on function erasure_collect(p_erasure text, p_pattern text) to palimpsest_worker
grant execute on function erasure_preview(p_type text, p_id text, p_also text[], p_pattern text) to palimpsest_app
grant execute on function erasure_scan(p_erasure text, p_pattern text, p_table text, p_after text[], p_limit integer) to palimpsest_worker
grant execute on function erasure_sweep(p_erasure text, p_limit integer) to palimpsest_worker
grant execute on function erasure_sweep_rows(p_erasure text, p_pattern text) to palimpsest_worker
grant execute on function erasure_sweep_work(p_erasure text, p_pattern text) to palimpsest_worker
grant execute on function erasure_tables() to palimpsest_worker
grant execute on function erasure_work(p_erasure text) to palimpsest_worker
grant execute on function event_edits(p_ids text[], p_extracted text) to palimpsest_app
grant execute on function event_moment(p_time text) to public
grant execute on function events_after(p_after text, p_type text, p_limit integer) to palimpsest_app
grant execute on function expire_capsules(p_limit integer) to palimpsest_worker
grant execute on function export_artifacts(p_after text, p_until timestamp with time zone, p_limit integer, p_bytes bigint) to palimpsest_app
grant execute on function export_claim_evidence(p_after text, p_until timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function export_episode_links(p_episode text, p_memory text, p_until timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function export_events(p_after text, p_until timestamp with time zone, p_limit integer, p_bytes bigint) to palimpsest_app
grant execute on function export_links(p_from text, p_to text, p_type text, p_until timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function export_memories(p_in_sessions boolean, p_after bigint, p_until timestamp with time zone, p_limit integer, p_bytes bigint) to palimpsest_app
grant execute on function export_mentions(p_after text, p_until timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function export_plan_state(p_plan text, p_key text, p_limit integer, p_bytes bigint) to palimpsest_app
grant execute on function export_plans(p_after text, p_until timestamp with time zone, p_limit integer, p_bytes bigint) to palimpsest_app
grant execute on function export_receipts(p_after text, p_until timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function export_sessions(p_user text, p_session text, p_until timestamp with time zone, p_limit integer, p_bytes bigint) to palimpsest_app
grant execute on function export_signal_entries(p_memory text, p_entry text, p_until timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function export_signals(p_after text, p_until timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function export_task_contexts(p_after text, p_until timestamp with time zone, p_limit integer, p_bytes bigint) to palimpsest_app
grant execute on function export_until() to palimpsest_app
grant execute on function extraction_job(p_artifact text) to palimpsest_app
grant execute on function extraction_run(p_job text) to palimpsest_app
grant execute on function fail_erasure(p_erasure text, p_residue jsonb) to palimpsest_worker
grant execute on function fill_later(p_space integer) to palimpsest_app
grant execute on function fill_vectors(p_space integer, p_ids text[], p_hashes text[], p_embeddings text[]) to palimpsest_worker
grant execute on function fill_words_hashes(p_ids text[], p_hashes text[], p_words text[], p_originals text[]) to palimpsest_worker
grant execute on function finish_erasure(p_erasure text, p_receipt jsonb, p_signature text, p_audit text, p_finished timestamp with time zone) to palimpsest_worker
grant execute on function finish_extraction(p_artifact text, p_events text[], p_run jsonb, p_rejected jsonb) to palimpsest_app
grant execute on function get_active_decisions(p_tenant_id text, p_scope text, p_project_id text, p_subject_id text, p_channel text) to public
grant execute on function get_available_capsules(p_tenant_id text, p_agent_id text, p_subject_type text, p_subject_id text) to public
grant execute on function get_timeline(p_tenant_id text, p_around_chunk_id text, p_window_seconds integer, p_include_quarantined boolean, p_channel text) to public
grant execute on function give_back_added(p_rollback text) to palimpsest_app
grant execute on function give_back_signals(p_rollback text, p_limit integer) to palimpsest_app
grant execute on function give_back_work(p_rollback text, p_limit integer) to palimpsest_app
grant execute on function governs_capsules() to public
grant execute on function guard_passages(p_ids text[]) to palimpsest_app
grant execute on function hidden_by_rollback(p_ids text[]) to palimpsest_app
grant execute on function hidden_writers() to palimpsest_app
grant execute on function hide_writer(p_rollback text, p_job text, p_writer text, p_since timestamp with time zone) to palimpsest_app
grant execute on function import_artifacts(p_rows json) to palimpsest_app
grant execute on function import_claim_evidence(p_rows json) to palimpsest_app
grant execute on function import_episode_links(p_rows json) to palimpsest_app
grant execute on function import_events(p_rows json) to palimpsest_app
grant execute on function import_links(p_rows json) to palimpsest_app
grant execute on function import_mentions(p_rows json) to palimpsest_app
grant execute on function import_parts(p_states json, p_edits json, p_decisions json, p_capsules json, p_items json, p_readers json, p_accesses json) to palimpsest_app
grant execute on function import_plan_state(p_rows json) to palimpsest_app
grant execute on function import_plans(p_rows json) to palimpsest_app
grant execute on function import_policy(p_version text, p_source text, p_document jsonb, p_after text, p_applied_at timestamp with time zone, p_applied_by text, p_approver text, p_signed_by text) to palimpsest_app
grant execute on function import_receipts(p_rows json) to palimpsest_app
grant execute on function import_sessions(p_rows json) to palimpsest_app
grant execute on function import_signal_entries(p_rows json) to palimpsest_app
grant execute on function import_signals(p_rows json) to palimpsest_app
grant execute on function import_task_contexts(p_rows json) to palimpsest_app
grant execute on function indexed_texts(p_after bigint, p_limit integer) to palimpsest_worker
grant execute on function indexed_words(p_search text, p_asked text) to public
grant execute on function is_policy(p_document jsonb) to public
grant execute on function is_readable(p_limits jsonb, p_kind text, p_scope text, p_recorded timestamp with time zone) to public
grant execute on function is_reworded(p_kind text, p_then_text text, p_then_attributes jsonb, p_text text, p_attributes jsonb) to public
grant execute on function keep_before() to public
grant execute on function key() to public
grant execute on function key_by_hash(p_hash bytea) to palimpsest_app
grant execute on function known_memories(p_ids text[]) to palimpsest_app
grant execute on function last_edit_at(p_at timestamp with time zone) to palimpsest_app
grant execute on function last_event() to palimpsest_app
grant execute on function lexemes(p_search text) to public
grant execute on function lexical_status() to public
grant execute on function lexical_version() to public
grant execute on function lexical_version_of(p_stemmer regconfig) to public
grant execute on function lexicon_at(p_at timestamp with time zone, p_without text[], p_snapshot pg_snapshot) to palimpsest_app
grant execute on function link_facts(p_from text, p_to text, p_type text) to palimpsest_app
grant execute on function lock_memories(p_ids text[]) to palimpsest_app
grant execute on function lock_words(p_words text[]) to public
grant execute on function made_from_any(p_ids text[]) to palimpsest_app
grant execute on function made_from_edited(p_edits text[]) to palimpsest_app
grant execute on function make_latest(p_head text, p_artifact text) to palimpsest_app
grant execute on function may_make_key(p_principal text, p_role text, p_scopes text[], p_teams text[], p_grants text[], p_expires timestamp with time zone) to public
grant execute on function memories_with(p_kind text, p_name text, p_value text, p_before timestamp with time zone, p_before_id text, p_limit integer) to palimpsest_app
grant execute on function memory_reachable(p_id text) to palimpsest_app
grant execute on function missing_vectors(p_space integer, p_after text, p_limit integer) to palimpsest_worker
grant execute on function missing_words_hashes(p_after text, p_limit integer) to palimpsest_worker
grant execute on function nearest_of_each(p_space integer, p_vector vector, p_kinds text[], p_each integer) to palimpsest_app
grant execute on function nearest_of_each(p_space integer, p_vector vector, p_kinds text[], p_each integer) to public
grant execute on function nearest_vectors(p_space integer, p_vector vector, p_kinds text[], p_limit integer) to palimpsest_app
grant execute on function nearest_vectors(p_space integer, p_vector vector, p_kinds text[], p_limit integer) to public
grant execute on function new_job_id() to public
grant execute on function note_withheld(p_ids text[]) to palimpsest_app
grant execute on function note_writer() to public
grant execute on function operator() to public
grant execute on function original(p_id text) to palimpsest_app
grant execute on function other_passages(p_ids text[]) to palimpsest_app
grant execute on function overlapping(p_ids text[]) to palimpsest_app
grant execute on function own_shard() to public
grant execute on function owner_key(p_owner text) to public
grant execute on function passage_of_job(p_job text, p_artifact text) to palimpsest_app
grant execute on function passage_shapes(p_artifact text, p_ids text[]) to palimpsest_app
grant execute on function pending_edits(p_ids text[], p_reader text, p_person boolean, p_at timestamp with time zone, p_snapshot pg_snapshot) to palimpsest_app
grant execute on function pending_memories() to palimpsest_app
grant execute on function pending_of(p_writer text, p_since timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function policy_document() to public
grant execute on function posting_guard(p_channel text, p_class text, p_quarantined boolean, p_blocked text[], p_expires timestamp with time zone) to public
grant execute on function precedence(p_scope text) to public
grant execute on function principal() to public
grant execute on function principal_type() to public
grant execute on function prune_audit(p_keep interval, p_limit integer) to palimpsest_worker
grant execute on function put_in_force(p_ids text[]) to palimpsest_app
grant execute on function raise_artifact_class(p_artifact text, p_class text) to palimpsest_app
grant execute on function raise_claim_class(p_id text, p_class text) to palimpsest_app
grant execute on function reachable(p_visibility text, p_owner text, p_audience text[]) to public
grant execute on function read_erasures(p_erasure text, p_status text, p_before timestamp with time zone, p_before_id text, p_limit integer) to palimpsest_app
grant execute on function read_limits() to public
grant execute on function reader_key(p_kind text, p_visibility text, p_owner text) to public
grant execute on function readers() to public
grant execute on function reads(p_channel text) to public
grant execute on function refers_to_writer(p_writer text, p_since timestamp with time zone) to palimpsest_app
grant execute on function refold(p_id text, p_text text, p_attributes jsonb, p_search text, p_asked text, p_spoken integer, p_hash text, p_words_hash text, p_tokens integer, p_space integer, p_embedding vector, p_class text) to palimpsest_app
grant execute on function refold_many(p_ids text[]) to palimpsest_app
grant execute on function refuse_change() to public
grant execute on function refuse_subject_change() to public
grant execute on function refuse_suspended() to public
grant execute on function refuse_unsealed_change() to public
grant execute on function register_space(p_model text, p_dims integer) to palimpsest_app
grant execute on function release_job(p_job text, p_token text, p_attempt integer, p_delay interval, p_error text) to palimpsest_app
grant execute on function release_job(p_job text, p_token text, p_attempt integer, p_delay interval, p_error text) to palimpsest_worker
grant execute on function renew_job(p_job text, p_token text, p_attempt integer, p_lease interval, p_progress jsonb) to palimpsest_app
grant execute on function renew_job(p_job text, p_token text, p_attempt integer, p_lease interval, p_progress jsonb) to palimpsest_worker
grant execute on function replace_mentions(p_artifact text, p_passages text[], p_rows json) to palimpsest_app
grant execute on function replace_postings(p_ids text[], p_hashes text[], p_searches text[], p_asked text[], p_spoken integer[]) to palimpsest_worker
grant execute on function replace_times(p_ids text[], p_hashes text[], p_of text[], p_from timestamp with time zone[], p_to timestamp with time zone[]) to palimpsest_worker
grant execute on function request_erasure(p_erasure text, p_type text, p_id text, p_digest text, p_also text[], p_reason text, p_matched jsonb, p_lasts interval) to palimpsest_app
grant execute on function resolve_artifact(p_head text, p_reason text) to palimpsest_app
grant execute on function restart_job(p_job text) to palimpsest_app
grant execute on function restored_words(p_ids text[], p_edits text[]) to palimpsest_worker
grant execute on function retry_job(p_job text) to palimpsest_app
grant execute on function revoke_capsule(p_id text) to palimpsest_app
grant execute on function role() to public
grant execute on function rollback_counts(p_rollback text) to palimpsest_app
grant execute on function rollback_ended(p_rollback text, p_job text, p_writer text, p_since timestamp with time zone) to palimpsest_app
grant execute on function rollback_preview(p_writer text, p_since timestamp with time zone) to palimpsest_app
grant execute on function rollback_state(p_rollback text, OUT runs boolean, OUT hides boolean) to palimpsest_app
grant execute on function rolled_back(p_rollback text, p_limit integer) to palimpsest_app
grant execute on function same_as_found(p_artifact text, p_found jsonb) to palimpsest_app
grant execute on function same_events(p_ids text[]) to palimpsest_app
grant execute on function same_subject(p_type text, p_id text, p_other_type text, p_other_id text) to public
grant execute on function schedule_for_all(p_kind text, p_every interval) to palimpsest_worker
grant execute on function schedule_stale_rebuilds() to palimpsest_worker
grant execute on function seal_audit(p_limit integer) to palimpsest_app
grant execute on function seal_audit(p_limit integer) to palimpsest_worker
grant execute on function search_chunks(p_tenant_id text, p_query text, p_scope text, p_subject_type text, p_subject_id text, p_project_id text, p_include_quarantined boolean, p_channel text) to public
grant execute on function sees_originals() to public
grant execute on function set_extraction_job(p_artifact text, p_job text) to palimpsest_app
grant execute on function set_language(p_language text) to palimpsest_app
grant execute on function set_lexical_version(p_version text) to palimpsest_worker
grant execute on function set_status(p_id text, p_status text) to palimpsest_app
grant execute on function settle_action() to public
grant execute on function settle_superseded(p_ids text[]) to palimpsest_app
grant execute on function show_writer(p_rollback text) to palimpsest_app
grant execute on function space_counts() to palimpsest_app
grant execute on function space_counts() to palimpsest_worker
grant execute on function space_progress(p_space integer) to palimpsest_app
grant execute on function space_progress(p_space integer) to palimpsest_worker
grant execute on function stale_lexical_tenants() to palimpsest_app
grant execute on function standing_words(p_passages text[], p_starts integer[], p_ends integer[]) to palimpsest_app
grant execute on function states(p_ids text[], p_at timestamp with time zone, p_op text, p_patch jsonb, p_snapshot pg_snapshot, p_see_withheld boolean) to palimpsest_app
grant execute on function stemmer() to public
grant execute on function stemmer_of(p_language text) to public
grant execute on function stop_job(p_job text) to palimpsest_app
grant execute on function stop_space(p_space integer) to palimpsest_worker
grant execute on function take_back_added(p_writer text, p_since timestamp with time zone, p_rollback text) to palimpsest_app
grant execute on function take_back_signals(p_writer text, p_since timestamp with time zone, p_until timestamp with time zone, p_rollback text, p_limit integer) to palimpsest_app
grant execute on function take_back_states(p_writer text, p_since timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function take_back_work(p_writer text, p_since timestamp with time zone, p_until timestamp with time zone, p_rollback text, p_refused text[], p_limit integer) to palimpsest_app
grant execute on function tell_times(p_ids text[], p_from timestamp with time zone[], p_to timestamp with time zone[]) to palimpsest_app
grant execute on function tenant() to public
grant execute on function tombstones(p_ids text[], p_words text[], p_hashes text[], p_subject_types text[], p_subject_ids text[], p_passages boolean[]) to palimpsest_app
grant execute on function undo_states(p_rollback text, p_limit integer) to palimpsest_app
grant execute on function undone_edits(p_memory text, p_patch jsonb) to palimpsest_app
grant execute on function unread_edits(p_edit text, p_memory text, p_proposer text, p_before timestamp with time zone, p_before_id text, p_limit integer) to palimpsest_app
grant execute on function unread_memories(p_ids text[]) to palimpsest_app
grant execute on function unsealed_tenants(p_older interval, p_limit integer) to palimpsest_worker
grant execute on function update_fact(p_id text, p_tags text[], p_expires timestamp with time zone) to palimpsest_app
grant execute on function updated_at(p_memory text, p_recorded timestamp with time zone) to public
grant execute on function use_sessions_of_events() to public
grant execute on function visible(p_visibility text, p_owner text, p_audience text[]) to public
grant execute on function visible_mentions(p_entities text[], p_sources text[], p_type text) to palimpsest_app
grant execute on function was_committed(p_transaction xid8, p_at timestamp with time zone, p_snapshot pg_snapshot, p_moment timestamp with time zone) to public
grant execute on function withheld_stretches(p_uid text, p_text text) to palimpsest_app
grant execute on function words_locks(p_words text[]) to public
grant execute on function work_before(p_writer text, p_since timestamp with time zone, p_until timestamp with time zone, p_limit integer) to palimpsest_app
grant execute on function writer_lock(p_principal text) to public
grant execute on function written_by(p_writer text, p_op text, p_since timestamp with time zone, p_until timestamp with time zone, p_after timestamp with time zone, p_after_id text, p_limit integer) to palimpsest_app
grant usage on schema palimpsest to palimpsest_app
grant usage on schema palimpsest to palimpsest_definer
grant usage on schema palimpsest to palimpsest_worker
grant usage on sequence solo_position to palimpsest_app
grant delete, insert, select on table active_context to palimpsest_app
grant delete, select on table active_context to palimpsest_definer
grant insert, select on table api_key to palimpsest_app
grant select on table api_key to palimpsest_definer
grant insert, select on table artifact to palimpsest_app
grant delete, insert, select on table artifact to palimpsest_definer
grant select on table audit_entry to palimpsest_app
grant delete, insert, select on table audit_entry to palimpsest_definer
grant select on table audit_head to palimpsest_app
grant insert, select on table audit_head to palimpsest_definer
grant insert on table audit_unsealed to palimpsest_app
grant delete, select on table audit_unsealed to palimpsest_definer
grant insert on table audit_unsealed to palimpsest_worker
grant insert, select on table boundary_escalation to palimpsest_app
grant select on table boundary_escalation to palimpsest_definer
grant insert, select on table capsule to palimpsest_app
grant insert, select on table capsule to palimpsest_definer
grant insert, select on table capsule_access to palimpsest_app
grant insert, select on table capsule_access to palimpsest_definer
grant insert, select on table capsule_audience to palimpsest_app
grant insert, select on table capsule_audience to palimpsest_definer
grant insert, select on table capsule_item to palimpsest_app
grant delete, insert, select on table capsule_item to palimpsest_definer
grant insert, select on table claim_evidence to palimpsest_app
grant insert, select on table claim_evidence to palimpsest_definer
grant insert, select on table claim_feedback to palimpsest_app
grant select on table claim_feedback to palimpsest_definer
grant select on table embedding_space to palimpsest_app
grant insert, select, update on table embedding_space to palimpsest_definer
grant select on table embedding_space to palimpsest_worker
grant select on table entity_mention to palimpsest_app
grant delete, insert, select on table entity_mention to palimpsest_definer
grant insert, select on table episode_link to palimpsest_app
grant insert, select on table episode_link to palimpsest_definer
grant insert, select, update on table erasure to palimpsest_definer
grant delete, insert, select, update on table erasure_target to palimpsest_definer
grant insert, select, update on table fact_count to palimpsest_definer
grant insert, select on table idempotency to palimpsest_app
grant delete, select, update on table idempotency to palimpsest_definer
grant delete, insert, select, update on table job to palimpsest_definer
grant insert, select, update on table lexicon_stat to palimpsest_app
grant insert, select, update on table lexicon_stat to palimpsest_definer
grant select on table lexicon_stat to palimpsest_worker
grant insert, select on table memory to palimpsest_app
grant delete, select on table memory to palimpsest_definer
grant delete, insert, select on table memory_attribute to palimpsest_definer
grant insert, select on table memory_edit to palimpsest_app
grant insert, select on table memory_edit to palimpsest_definer
grant insert, select on table memory_edit_event to palimpsest_app
grant insert, select on table memory_edit_event to palimpsest_definer
grant delete, insert, select on table memory_edit_pending to palimpsest_app
grant insert, select on table memory_edit_pending to palimpsest_definer
grant insert, select on table memory_link to palimpsest_app
grant delete, insert, select on table memory_link to palimpsest_definer
grant insert on table memory_original to palimpsest_app
grant select on table memory_original to palimpsest_definer
grant insert, select, update on table memory_signal to palimpsest_app
grant insert, select on table memory_signal to palimpsest_definer
grant insert, select on table memory_state to palimpsest_app
grant insert, select on table memory_state to palimpsest_definer
grant select on table memory_tag to palimpsest_app
grant delete, insert, select on table memory_tag to palimpsest_definer
grant insert, select on table memory_term to palimpsest_app
grant delete, insert, select, update on table memory_term to palimpsest_definer
grant insert, select on table memory_vector to palimpsest_app
grant delete, insert, select, update on table memory_vector to palimpsest_definer
grant insert, select on table name_word to palimpsest_definer
grant insert, select on table outbox to palimpsest_definer
grant delete, insert, select on table plan to palimpsest_app
grant delete, insert, select on table plan to palimpsest_definer
grant delete, insert, select on table plan_correlation to palimpsest_app
grant delete, insert, select on table plan_correlation to palimpsest_definer
grant delete, insert, select, update on table plan_state to palimpsest_app
grant delete, insert, select on table plan_state to palimpsest_definer
grant insert, select on table policy to palimpsest_app
grant insert, select on table policy to palimpsest_definer
grant select on table policy to palimpsest_worker
grant insert, select on table principal to palimpsest_app
grant select on table principal to palimpsest_definer
grant select on table principal to palimpsest_worker
grant insert, select on table receipt to palimpsest_app
grant insert, select on table receipt to palimpsest_definer
grant insert, select on table receipt_item to palimpsest_app
grant insert, select on table receipt_item to palimpsest_definer
grant insert on table record to palimpsest_app
grant delete, insert, select on table record to palimpsest_definer
grant delete, insert, select on table rolled_back_work to palimpsest_definer
grant select on table rolling_back to palimpsest_app
grant delete, insert, select on table rolling_back to palimpsest_definer
grant select on table schema_migration to palimpsest_app
grant delete, insert, select on table session to palimpsest_app
grant delete, insert, select on table session to palimpsest_definer
grant insert on table signal_entry to palimpsest_app
grant insert, select on table signal_entry to palimpsest_definer
grant delete, insert, select on table task_context to palimpsest_app
grant delete, insert, select on table task_context to palimpsest_definer
grant delete, insert, select on table task_subtask to palimpsest_app
grant delete, insert, select on table task_subtask to palimpsest_definer
grant insert, select on table tenant to palimpsest_app
grant delete, select on table tenant to palimpsest_definer
grant select on table tenant to palimpsest_worker
grant insert, select, update on table thread to palimpsest_app
grant delete, select on table thread to palimpsest_definer
grant select on table told_time to palimpsest_app
grant delete, insert, select on table told_time to palimpsest_definer
grant insert, select on table withheld_sentence to palimpsest_definer
grant delete, insert, select on table working_item to palimpsest_app
grant delete, insert, select on table working_item to palimpsest_definer
grant delete, insert, select on table working_memory to palimpsest_app
grant delete, insert, select on table working_memory to palimpsest_definer
grant delete, insert, select on table working_thread to palimpsest_app
grant delete, insert, select on table working_thread to palimpsest_definer
grant select on view effective_chunks to palimpsest_app
