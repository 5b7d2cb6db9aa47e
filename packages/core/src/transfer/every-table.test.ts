import { readFileSync } from "node:fs";
import { transferRecords } from "@palimpsest/contract";
import { expect, it } from "vitest";

/** The record in which the rows of each table travel. */
const travels: Record<string, keyof typeof transferRecords> = {
  artifact: "artifact",
  capsule: "memory",
  capsule_access: "memory",
  capsule_audience: "memory",
  capsule_item: "memory",
  claim_evidence: "claim_evidence",
  entity_mention: "mention",
  episode_link: "episode_link",
  memory: "memory",
  memory_edit: "memory",
  memory_edit_event: "memory",
  memory_link: "link",
  memory_original: "memory",
  memory_signal: "signal",
  memory_state: "memory",
  plan: "plan",
  plan_correlation: "plan",
  plan_state: "plan_state",
  policy: "policy",
  principal: "principal",
  receipt: "receipt",
  receipt_item: "receipt",
  record: "event",
  session: "session",
  signal_entry: "signal_entry",
  task_context: "task_context",
  task_subtask: "task_context",
};

const computed = "computed from what travels";
const ofThisStore = "tells what happened in this store";
const stays: Record<string, string> = {
  active_context: "expires within an hour",
  api_key: "secrets are made anew",
  audit_entry: ofThisStore,
  audit_head: ofThisStore,
  audit_unsealed: ofThisStore,
  boundary_escalation: ofThisStore,
  claim_feedback: "says who may still say something within the hour",
  embedding_space: computed,
  erasure: ofThisStore,
  erasure_target: ofThisStore,
  fact_count: computed,
  idempotency: ofThisStore,
  job: ofThisStore,
  lexicon_stat: computed,
  memory_attribute: computed,
  memory_edit_pending: computed,
  memory_tag: computed,
  memory_term: computed,
  memory_vector: computed,
  name_word: computed,
  outbox: ofThisStore,
  rolled_back_work: ofThisStore,
  rolling_back: ofThisStore,
  schema_migration: ofThisStore,
  tenant: "the tenant of the importer",
  thread: computed,
  told_time: computed,
  withheld_sentence: computed,
  working_item: "what an agent has in mind in a session ends with it",
  working_memory: "what an agent has in mind in a session ends with it",
  working_thread: "what an agent has in mind in a session ends with it",
};

it("every table travels in an admin's export, or is said why not", () => {
  const schema = readFileSync(new URL("../../../../sql/schema.sql", import.meta.url), "utf8");
  const tables = [...schema.matchAll(/^table (\w+) /gm)].map(([, name]) => name);
  expect(tables.length).toBeGreaterThan(40);
  expect(Object.keys({ ...travels, ...stays }).sort()).toEqual(tables.sort());
  for (const record of Object.values(travels)) expect(transferRecords).toHaveProperty(record);
});
