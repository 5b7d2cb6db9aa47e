import { add, policy } from "./add-attempt.js";
import { admin, ann, definer } from "./viewers.js";

/** What an admin's import writes, by functions. */
const imported =
  "artifact capsule capsule_access capsule_audience capsule_item memory_edit memory_edit_event memory_edit_pending " +
  "claim_evidence entity_mention episode_link memory_link memory_signal memory_state plan plan_correlation plan_state receipt receipt_item record session signal_entry task_context task_subtask";
const byBob = { imported: "exp_1", owner_id: "bob", writer: "human:bob" };
export const imports = [
  ...imported
    .split(" ")
    .flatMap((table) => [
      add("the definer imports one", definer, table, {}, "1"),
      add("the definer imports one into another tenant", definer, table, { tenant_id: "B" }),
    ]),
  add("the definer imports one", definer, "policy", policy, "1"),
  add("the definer imports one into another tenant", definer, "policy", { ...policy, tenant_id: "B" }),
  add("an admin imports another's", admin, "memory", byBob, "1"),
  add("an admin imports into another tenant", admin, "memory", { ...byBob, tenant_id: "B" }),
  add("an admin writes in another's name without an import", admin, "memory", { ...byBob, imported: null }),
  add("a writer imports another's", ann, "memory", byBob),
  add("an imported one is born amended", admin, "memory", { ...byBob, amended: true }),
];
