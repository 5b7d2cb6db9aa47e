import { bare, isDefiner } from "../planted-memories.js";
import { tenants, type Viewer } from "../viewers.js";
import { edit, event } from "./memory-rows.js";
import { at, type Planted, type Planter } from "./planter.js";

export const escalation = {
  ...{ requested_by: "human:ann", payload_digest: "d", boundary_class: "pii", scope: "project" },
  ...{ allow: [], found: ["email"] },
};

export const activation = {
  ...{ principal: "human:ann", asked: {}, answer: {}, expires_at: "2199-01-01T00:00:00Z" },
};

export const erasure = {
  ...{
    status: "pending",
    subject_type: "user",
    subject_id: "ada",
    subject_digest: "d",
    also: [],
    reason: "r",
  },
  ...{ matched: {}, swept: {}, samples: [], requested_by: "human:ann" },
  ...{ requested_at: at, expires_at: "2199-01-01T00:00:00Z" },
};

/** What comes before any memory: the tenant, who is in it, and what is counted for it. */
export function tenantRows({ tenant, plant, here }: Planter): Planted[] {
  const onlyDefiner = (v: Viewer) => isDefiner(v) && here(v);
  return [
    plant("tenant", [], { name: `tenant ${tenant}` }),
    plant("principal", ["principal_id"], { principal_id: "ann", type: "human" }),
    plant("api_key", ["key_id"], {
      key_id: "key_1",
      principal_id: "ann",
      type: "human",
      role: "admin",
      hash: `\\x0${tenants.indexOf(tenant as "A") + 1}`,
    }),
    plant("idempotency", ["key"], { principal_id: "ann", key: "k", operation: "o", digest: "d" }),
    plant(
      "policy",
      ["version"],
      { version: "1", source: "version: 1", document: {}, applied_by: "ann" },
      here,
    ),
    plant("audit_unsealed", ["audit_id"], { audit_id: "aud_2", at, ...audit }, onlyDefiner),
    plant("audit_entry", ["audit_id"], { audit_id: "aud_1", at, ...audit, ...chained }, here),
    plant("audit_head", [], { seq: 1, hash: chained.hash }, here),
    plant(
      "active_context",
      ["active_context_id"],
      { ...activation, active_context_id: "ac_1" },
      (v) => here(v) && (isDefiner(v) || v.principal === "ann"),
    ),
    plant(
      "boundary_escalation",
      ["escalation_id"],
      { ...escalation, escalation_id: "esc_1" },
      (v) =>
        here(v) && (isDefiner(v) || v.principal === "ann" || v.role === "reviewer" || v.role === "admin"),
    ),
    plant("erasure", ["erasure_id"], { ...erasure, erasure_id: "ers_1" }, onlyDefiner),
    plant("erasure_target", ["id"], { erasure_id: "ers_1", id: "open", swept: false }, onlyDefiner),
    plant("thread", ["session_id"], { session_id: "s" }, here),
    plant("lexicon_stat", ["shard"], { shard: 1 }),
    plant("rolling_back", ["rollback_id"], { rollback_id: "rbk_1", owner_id: "mallory" }, here),
    plant(
      "rolled_back_work",
      ["rollback_id"],
      { rollback_id: "rbk_1", what: "session", was: {} },
      onlyDefiner,
    ),
    plant("fact_count", ["category"], { owner_id: "ann", category: "c", facts: 1 }, onlyDefiner),
    plant("job", ["job_id"], { job_id: "job_1", kind: "k" }, (v) => here(v) && v.role === "admin"),
    plant(
      "job",
      ["job_id"],
      { job_id: "job_2", kind: "k", principal_id: "ann", principal_type: "human", rights: {} },
      (v) => here(v) && v.principal === "ann",
    ),
  ];
}

/** What comes after the memories: edits that wait, and what was made from them. */
export function laterRows({ plant, here, sees }: Planter): Planted[] {
  const receipts = (v: Viewer) => here(v) && (v.principal === "ann" || v.role === "reviewer" || isDefiner(v));
  return [
    plant(
      "memory_edit",
      ["edit_id"],
      { ...edit, edit_id: "edt_undecided", memory_id: "bare" },
      sees(bare[0]!),
    ),
    plant(
      "memory_edit",
      ["edit_id"],
      { ...edit, edit_id: "edt_hidden", memory_id: "bare_private" },
      sees(bare[2]!),
    ),
    ...Object.entries({ edt_undecided: "bare", edt_hidden: "bare_private" }).map(([edit_id, memory_id]) =>
      plant("memory_edit_pending", ["edit_id"], { edit_id, memory_id }, here),
    ),
    plant("record", ["event_id"], { event_id: "evt_alone", ...event, occurred_at: at }, here),
    plant("outbox", ["event_id"], { event_id: "oev_open", ...told, memory_id: "open", position: 1 }),
    plant("outbox", ["event_id"], { event_id: "oev_private", ...told, memory_id: "private", position: 2 }),
    plant("episode_link", ["memory_id"], { episode_id: "open", memory_id: "bare", ...linked }, here),
    plant(
      "episode_link",
      ["memory_id"],
      { episode_id: "open", memory_id: "bare_private", ...linked },
      sees(bare[2]!),
    ),
    plant(
      "episode_link",
      ["memory_id"],
      { episode_id: "bare_private", memory_id: "open", ...linked },
      sees(bare[2]!),
    ),
    plant("receipt", ["acb_id"], { acb_id: "acb_1", ...receipt, read_at: at }, receipts),
    plant(
      "receipt_item",
      ["acb_id"],
      { acb_id: "acb_1", position: 0, memory_id: "open", section: "s", tokens: 1 },
      receipts,
    ),
  ];
}

const audit = {
  request_id: "r",
  trace_id: "t",
  actor_type: "human",
  actor_id: "ann",
  operation: "o",
  surface: "sdk",
  decision: "allowed",
  ids: [],
  times: 1,
  saw_originals: false,
  redacted_count: 0,
  digests: [],
};
const chained = { seq: 1, prev_hash: `\\x${"00".repeat(32)}`, hash: `\\x${"11".repeat(32)}` };
const told = { type: "memory_edited", agent_id: "ann", kind: "chunk", data: {} };
const linked = { kind: "procedure", linked_by: "ann" };
const receipt = {
  principal_id: "ann",
  session_id: "s",
  inputs: {},
  policy_version: "1",
  last_edit_at: null,
  budget_tokens: 1,
  total_tokens: 1,
  digest: "d",
};
