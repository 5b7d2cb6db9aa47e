import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../identity/index.js";

/** The policy that is shipped: a person's edit applies at once, an agent's or a service's waits for a person. */
export const appliesAtOnce = (who: Principal): boolean => who.type === "human";

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
