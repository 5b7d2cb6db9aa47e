import { type Attempt, add, refused } from "./add-attempt.js";
import { admin, agentReviewer, ann, cat, reviewer } from "./viewers.js";

const table = "boundary_escalation";

const decisions = [
  [reviewer, "human:cat", "1", "another person decides"],
  [ann, "human:ann", "0", "a writer decides"],
  [admin, "human:ann", "0", "somebody decides on what they want to send"],
  [agentReviewer, "agent:cat", "0", "an agent decides"],
  [reviewer, "human:bob", refused, "one is decided in another's name"],
] as const;

/** Texts that were stopped, who may ask and who may decide; and what belongs to claims and entities. */
export const boundaryAttempts: Attempt[] = [
  add("one is stopped in another's name", ann, table, { requested_by: "human:bob" }),
  add("one is approved by who wants it", ann, table, { status: "approved" }),
  add("one is born with an end", ann, table, { expires_at: "2199-01-01T00:00:00Z" }),
  add("one is activated in another's name", ann, "active_context", { principal: "human:bob" }),
  add("one is added in another's name", ann, "claim_evidence", { writer: "human:bob" }),
  add("one is added to a hidden memory", cat, "claim_evidence", {
    writer: "human:cat",
    memory_id: "private",
  }),
  add("a writer adds one", ann, "entity_mention", {}),
  add("one is said in another's name", ann, "claim_feedback", { principal: "human:bob" }),
  add("one is given in another's name", ann, "signal_entry", { writer: "human:bob" }),
  add("one is given as rolled back", ann, "signal_entry", { rollback_id: "rbk_1" }),
  add("one is given to a hidden memory", cat, "signal_entry", { writer: "human:cat", memory_id: "private" }),
  ...decisions.map(([by, name, expect, what]) => ({
    ...{ table, by, what, expect },
    sql: `update palimpsest.${table} set status = 'approved', decided_by = '${name}'`,
  })),
];
