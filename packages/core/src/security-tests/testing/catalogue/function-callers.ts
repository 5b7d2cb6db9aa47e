const forApp =
  "erasure_preview request_erasure read_erasures decide_erasure erased_subjects " +
  "extraction_job extraction_run finish_extraction restart_job set_extraction_job standing_words " +
  "artifact_heads artifact_open blocked_stretches passage_of_job deleted_document drop_pending entities_named erase_expired_revisions guard_passages make_latest note_withheld other_passages overlapping passage_shapes put_in_force raise_artifact_class raise_claim_class claims_standing replace_mentions resolve_artifact visible_mentions withheld_stretches same_as_found same_events event_edits carry_edits document_blocks carry_blocks " +
  "memories_with update_fact count_facts delete_tenant delete_tenant_memories delete_tenant_postings link_facts settle_superseded " +
  "emit_events events_after last_event capsule_forwards capsule_was_open capsules_holding caused_edits caused_pending chain_open count_caused derived_memories fill_later key_by_hash last_edit_at lexicon_at " +
  "count_taken_work count_work count_written cues_of edits_in_force_of give_back_added give_back_signals give_back_work hidden_by_rollback hidden_writers hide_writer made_from_any made_from_edited pending_of refers_to_writer rollback_counts rollback_ended rollback_preview rollback_state rolled_back show_writer take_back_added take_back_signals take_back_states take_back_work undo_states work_before written_by " +
  "lock_memories memory_reachable original pending_edits pending_memories refold refold_many register_space retry_job revoke_capsule set_language set_status " +
  "export_artifacts export_claim_evidence export_episode_links export_events export_links export_memories export_mentions export_plan_state export_plans export_receipts export_sessions export_signal_entries export_signals " +
  "export_task_contexts export_until import_artifacts import_claim_evidence import_episode_links import_events import_links import_mentions import_parts import_plan_state import_plans import_policy " +
  "import_receipts import_sessions import_signal_entries import_signals import_task_contexts known_memories stale_lexical_tenants states stop_job tell_times tombstones undone_edits unread_edits unread_memories";
/** What reads texts of all readers, or changes what belongs to all of them. */
const forWorker =
  "erasure_work erasure_collect erasure_sweep erasure_sweep_rows erasure_sweep_work erasure_tables erasure_scan finish_erasure fail_erasure " +
  "advance_space claim_job collect_statistics delete_finished_jobs delete_idempotency_keys erase_expired_documents erase_outgrown erase_unfinished_texts expire_capsules fill_vectors fill_words_hashes " +
  "indexed_texts missing_vectors missing_words_hashes prune_audit replace_postings replace_times restored_words schedule_for_all schedule_stale_rebuilds set_lexical_version " +
  "stop_space unsealed_tenants";
const forBoth = "end_job release_job renew_job seal_audit space_counts space_progress";

const named = (names: string, roles: string) => names.split(" ").map((name) => [name, roles]);

/** Who may call each function of the definer. */
export const functionCallers: Record<string, string> = Object.fromEntries([
  ...named(forApp, "palimpsest_app"),
  ...named(forWorker, "palimpsest_worker"),
  ...named(forBoth, "palimpsest_app palimpsest_worker"),
  ["count_fact", ""],
  ["write_attributes", ""],
  ["use_sessions_of_memories", ""],
  ["fold", ""],
  ["own_fold", ""],
  ["own_name", ""],
  ["passage_sentences", ""],
  ["withheld_by", ""],
  ["passage_around", ""],
  ["likely_causes", ""],
  ["note_sentences", ""],
  ["without_shared", ""],
  ["without_withheld", ""],
  ["place_event", ""],
  ["forget_times", ""],
  ["lock_tenant_to_delete", ""],
  ["events_on", ""],
  ["event_sayings", ""],
  ["events_saying", ""],
  ["erase_memories", ""],
  ["erasure_about", ""],
  ["erasure_in_work", ""],
  ["erasure_count", ""],
  ["erasure_names", ""],
  ["erasure_reach", ""],
  ["erasure_rows", ""],
  ["stop_extraction", ""],
  ["is_undone", ""],
  ["stale_tenants", ""],
  ["write_name_words", ""],
  ["write_tags", ""],
  ["inherit_class", ""],
  ["link_references", ""],
  ["named_memories", ""],
  ["pass_class_on", ""],
  ["raise_to_sources", ""],
  ["recount_signal", ""],
  ["weigh_outcome", ""],
]);
