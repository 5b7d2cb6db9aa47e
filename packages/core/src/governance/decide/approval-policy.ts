import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import type { EditRule, Policy } from "../../policy/index.js";

/** What the policy looks at in a memory. */
interface Edited {
  kind: string;
  visibility: string;
  owner_id: string;
}

/** Whether an edit applies at once or waits for approval. One that the policy denies is an error. */
export function appliesAtOnce(policy: Policy, who: Principal, op: string, target: Edited): boolean {
  const outcome = policy.approval.edits.find((rule) => fits(rule, who, op, target))?.then ?? "wait";
  if (outcome === "deny") {
    throw new PalimpsestError(
      "FORBIDDEN",
      `The policy in force (${policy.version}) denies this edit; an admin may change it.`,
    );
  }
  return outcome === "apply";
}

/** A rule fits if each condition that it names holds. */
function fits(rule: EditRule, who: Principal, op: string, target: Edited): boolean {
  const allows = (values: readonly string[] | undefined, value: string) => values?.includes(value) ?? true;
  return (
    allows(rule.principal, who.type) &&
    allows(rule.role, who.role) &&
    allows(rule.kind, target.kind) &&
    allows(rule.op, op) &&
    allows(rule.visibility, target.visibility) &&
    (rule.own === undefined || rule.own === (target.owner_id === who.id))
  );
}

/** Who is asked when an edit waits, in words for the one who proposed it. */
export const approvers = "a person or reviewer with the permission edit:approve, other than its proposer";

/** Deciding on an edit takes the permission, a credential to review with, and that the edit is somebody else's. */
export function assertMayDecide(who: Principal, proposerId: string): void {
  const reviews = who.type === "human" || who.role === "reviewer" || who.role === "admin";
  if (!who.permissions.has("edit:approve") || !reviews) {
    throw new PalimpsestError("FORBIDDEN", "Deciding on edits needs a reviewer's or an admin's credential.");
  }
  if (who.id === proposerId) {
    throw new PalimpsestError("FORBIDDEN", "Nobody decides on an edit of their own; ask another reviewer.");
  }
}
