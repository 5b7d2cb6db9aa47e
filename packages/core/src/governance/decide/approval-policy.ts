import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";

/** What the policy looks at in a memory. */
interface Edited {
  kind: string;
  visibility: string;
  owner_id: string;
}

/**
 * The policy that is shipped: a person's edit applies at once, an agent's or a service's waits for a person. An edit of
 * what is its own alone does not wait, for nobody else could see it to decide.
 */
export const appliesAtOnce = (who: Principal, op: string, target: Edited): boolean =>
  who.type === "human" || (target.owner_id === who.id && isOwnAlone(op, target));

/**
 * A private memory; or a capsule, which its author may revoke and make anew in any case. What a person of its audience
 * did to a capsule is not undone so.
 */
const isOwnAlone = (op: string, { kind, visibility }: Edited): boolean =>
  visibility === "private" || (kind === "capsule" && op !== "restore");

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
