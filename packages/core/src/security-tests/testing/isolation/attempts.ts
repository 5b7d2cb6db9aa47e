import { type Attempt, add, policy, refused } from "./add-attempt.js";
import { boundaryAttempts } from "./boundary-attempts.js";
import { fresh } from "./fresh-rows.js";
import { imports } from "./import-attempts.js";
import { insert, planted } from "./plant.js";
import { admin, ann, bob, cat, definer, nobody, reviewer, type Viewer, worker } from "./viewers.js";

const newcomer: Viewer = { ...ann, name: "a newcomer", tenant: "C" };

/** Who may add to a table: only functions keep tags, and what memories tell of and name. */
const owners: Record<string, Viewer> = {
  api_key: admin,
  ...{ audit_entry: definer, erasure: definer, erasure_target: definer },
  ...{ entity_mention: definer, memory_attribute: definer, memory_tag: definer },
  ...{ name_word: definer, told_time: definer, withheld_sentence: definer, rolling_back: definer },
  rolled_back_work: definer,
  outbox: definer,
};
const owner = (table: string) => owners[table] ?? ann;

const inserts = Object.keys(fresh).flatMap((table) => [
  add("its owner adds one", owner(table), table, {}, "1"),
  add("one is added in another tenant", owner(table), table, { tenant_id: "B" }),
  add("one is added without a tenant", nobody, table, { tenant_id: "A" }),
]);

const trespasses = [
  add("a writer makes one", ann, "api_key", {}),
  add("one is made for another", admin, "api_key", { principal_id: "bob" }),
  add("one is made in another's name", admin, "api_key", { made_by: "human:bob" }),
  add("one is made for a foreign team", admin, "api_key", { teams: ["red"] }),
  add("one is written in another's name", ann, "memory", { owner_id: "bob" }),
  add("one is born retracted", ann, "memory", { retracted: true }),
  add("one is born amended", ann, "memory", { amended: true }),
  add("one is born edited", ann, "memory", { edit_count: 1 }),
  add("one is born with the words of another", ann, "memory", { edited_by: ["human:bob"] }),
  add("a hidden memory is edited", cat, "memory_edit", { memory_id: "private" }),
  add("an edit of a hidden memory is decided", cat, "memory_edit_event", {
    edit_id: "edt_hidden",
    memory_id: "bare_private",
    actor_id: "cat",
  }),
  add("an edit is decided in another's name", ann, "memory_edit_event", { actor_id: "bob" }),
  add("an edit is decided as what one is not", ann, "memory_edit_event", { actor_type: "agent" }),
  add("a state is set in another's name", ann, "memory_state", { actor_id: "bob" }),
  add("a memory is linked to one that is not to be seen", ann, "memory_link", { to_id: "nowhere" }),
  add("another's memory is linked", bob, "memory_link", {}),
  add("an episode is linked in another's name", ann, "episode_link", { linked_by: "bob" }),
  add("an episode is linked to a hidden memory", cat, "episode_link", {
    ...{ memory_id: "bare_private", linked_by: "cat" },
  }),
  add("a hidden episode is linked", cat, "episode_link", {
    ...{ episode_id: "bare_private", memory_id: "open", linked_by: "cat" },
  }),
  add("an event is recorded in another's name", ann, "record", { principal_id: "bob" }),
  add("an artifact is kept in another's name", ann, "artifact", { owner_id: "bob" }),
  add("a capsule is made in another's name", ann, "capsule", { author_id: "bob" }),
  add("a capsule is made of another's memory", bob, "capsule", { author_id: "bob" }),
  add("a capsule is born closed_by_edit", ann, "capsule", { closed_by_edit: true }),
  add("a capsule is opened to others than its memory", ann, "capsule", { audience: ["eve"] }),
  add("its audience adds to a capsule", bob, "capsule_item", {}),
  add("its audience widens a capsule", bob, "capsule_audience", {}),
  add("an access is counted in another's name", bob, "capsule_access", { agent_id: "cat" }),
  add("a receipt is made out to another", ann, "receipt", { principal_id: "bob" }),
  add("a plan is made in another's name", ann, "plan", { user_id: "bob" }),
  add("a session is made in another's name", ann, "session", { user_id: "bob" }),
  add("one is opened in another's name", ann, "working_memory", { principal_id: "bob" }),
  add("one is loaded in another's name", ann, "working_item", { principal_id: "bob" }),
  add("one is opened for another", ann, "working_thread", { principal_id: "bob" }),
  add("a key is set in another's name", ann, "plan_state", { updated_by: "human:bob" }),
  add("one is enqueued in another's name", ann, "job", { principal_id: "bob" }),
  add("one is enqueued as what one is not", ann, "job", { principal_type: "agent" }),
  add("one is enqueued with more rights", ann, "job", { rights: { role: "admin" } }),
  add("one is enqueued as running", ann, "job", { status: "PROCESSING" }),
  add("the worker enqueues one", worker, "job", {}),
  add("an admin applies one", admin, "policy", policy, "1"),
  add("an admin applies one in another tenant", admin, "policy", { ...policy, tenant_id: "B" }),
  add("an admin applies one in another's name", admin, "policy", { ...policy, applied_by: "bob" }),
  add("a writer applies one", ann, "policy", policy),
  add("the worker applies one", worker, "policy", policy),
  add("the worker writes one", worker, "audit_unsealed", {}, "1"),
  add("the worker writes one in another tenant", worker, "audit_unsealed", { tenant_id: "B" }),
  add("a writer chains one", ann, "audit_entry", {}),
  {
    table: "audit_head",
    what: "the definer begins a chain in another tenant",
    by: definer,
    expect: refused,
    sql: insert("audit_head", { tenant_id: "B", seq: 0, hash: `\\x${"00".repeat(32)}` }),
  },
  add("the definer indexes in another tenant", definer, "memory_term", { tenant_id: "B" }),
  add("the definer indexes in its own", definer, "memory_term", {}, "1"),
  add("the definer keeps a vector in another tenant", definer, "memory_vector", { tenant_id: "B" }),
  add("the definer keeps a vector in its own", definer, "memory_vector", {}, "1"),
  ...["memory_attribute", "memory_tag", "name_word", "told_time", "withheld_sentence", "rolling_back"].map(
    (table) => add("a writer adds one", ann, table, {}),
  ),
  add("the definer counts in another tenant", definer, "lexicon_stat", { tenant_id: "B" }),
  add("the definer counts in its own", definer, "lexicon_stat", {}, "1"),
  add("the definer makes a job for any tenant", definer, "job", { tenant_id: "B" }, "1"),
  {
    table: "tenant",
    what: "it comes into being",
    by: newcomer,
    expect: "1",
    sql: insert("tenant", { tenant_id: "C" }),
  },
  {
    table: "tenant",
    what: "another is made",
    by: newcomer,
    expect: refused,
    sql: insert("tenant", { tenant_id: "D" }),
  },
  {
    table: "embedding_space",
    what: "the definer registers a space",
    by: definer,
    expect: "1",
    sql: insert("embedding_space", { model: "other", dims: 3, state: "stopped" }),
  },
  {
    table: "embedding_space",
    what: "the definer retires a space",
    by: definer,
    expect: "1",
    sql: "update palimpsest.embedding_space set state = 'retired'",
  },
];

const inReach = (table: string, by: Viewer) =>
  String(planted.filter((p) => p.table === table && p.seenBy(by)).length);

/** Changes of everything in reach: as many rows as the caller may read there, and none may leave the tenant. */
const changes: [Viewer, string, string][] = [
  [admin, "api_key", "revoked_at = now()"],
  [reviewer, "principal", "suspended_at = now(), suspended_by = 'cat'"],
  [ann, "idempotency", "answer = '{}'"],
  [ann, "thread", "next_turn = 5"],
  [ann, "lexicon_stat", "words = 5"],
  [ann, "plan_state", "value = '2'"],
  [cat, "plan", "status = 'paused'"],
  [cat, "task_context", "state = '{}'"],
  [ann, "session", "name = 'x'"],
  [ann, "episode_link", "effectiveness = 'helped'"],
  [ann, "working_memory", "current_task = 'x'"],
  [ann, "working_item", "relevance = 0.1"],
  [cat, "memory_signal", "utility = 1"],
  [definer, "memory_signal", "escalated_at = now()"],
  [bob, "capsule_access", "access_count = 5"],
  [cat, "capsule_access", "access_count = 5"],
  [definer, "artifact", "is_latest = false"],
  [definer, "audit_head", "seq = 5"],
  [definer, "memory", "text = 'x'"],
  [definer, "memory_term", "len = 5"],
  [definer, "memory_vector", "reader_key = 0"],
  [definer, "lexicon_stat", "words = 5"],
  [definer, "fact_count", "facts = 5"],
  [definer, "capsule_audience", "expires_at = now()"],
  [definer, "api_key", "last_used_at = now()"],
  [definer, "job", "status = 'DONE'"],
  [definer, "session", "last_interaction = now()"],
  [definer, "idempotency", "answer = '{}'"],
  [definer, "tenant", "lexical_version = 'x'"],
];

const updates: Attempt[] = [
  ...changes.map(([by, table, set]) => ({
    table,
    by,
    expect: inReach(table, by),
    what: "all in reach are changed",
    sql: `update palimpsest.${table} set ${set}`,
  })),
  {
    table: "api_key",
    by: ann,
    what: "a writer revokes all in reach",
    sql: "update palimpsest.api_key set revoked_at = now()",
    expect: "0",
  },
  {
    table: "principal",
    by: ann,
    what: "a writer suspends all in reach",
    sql: "update palimpsest.principal set suspended_at = now(), suspended_by = 'ann'",
    expect: "0",
  },
  // Those of other tenants that the definer may see, it may not change.
  {
    table: "capsule",
    by: definer,
    what: "all in reach are changed",
    sql: "update palimpsest.capsule set status = 'expired'",
    expect: String(planted.filter((p) => p.table === "capsule" && p.row.tenant_id === "A").length),
  },
];

const moves = [
  ...["thread", "lexicon_stat", "memory_signal", "plan_state"].map((table) => ({ table, by: ann })),
  ...["lexicon_stat", "fact_count", "memory_term", "memory_vector"].map((table) => ({ table, by: definer })),
].map(({ table, by }) => ({
  table,
  by,
  what: "all in reach are moved to another tenant",
  expect: refused,
  sql: `update palimpsest.${table} set tenant_id = 'B'`,
}));

const deletes: Attempt[] = [
  { table: "idempotency", by: definer },
  { table: "job", by: definer },
  { table: "memory_edit_pending", by: ann },
  ...["plan_state", "plan_correlation", "task_context", "task_subtask", "session"].map((table) => ({
    table,
    by: ann,
  })),
  ...["working_memory", "working_item", "working_thread"].map((table) => ({ table, by: ann })),
  { table: "plan", by: ann },
  { table: "plan", by: reviewer },
  { table: "memory_term", by: definer },
  { table: "memory_vector", by: definer },
  { table: "memory_attribute", by: definer },
  { table: "memory_tag", by: definer },
  { table: "told_time", by: definer },
].map(({ table, by }) => ({
  table,
  by,
  what: "all in reach are deleted",
  expect: inReach(table, by),
  sql: `delete from palimpsest.${table}`,
}));

deletes.push({
  table: "audit_unsealed",
  by: definer,
  what: "those of its tenant are deleted",
  expect: "1",
  sql: "delete from palimpsest.audit_unsealed",
});

deletes.push({
  table: "plan",
  by: cat,
  what: "a writer deletes another's plan",
  expect: "0",
  sql: "delete from palimpsest.plan",
});

export const attempts = [inserts, imports, boundaryAttempts, trespasses, updates, moves, deletes].flat();
