import { invalidField, notFound, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../principal.js";
import { findPrincipal, markResumed, markSuspended, type SuspendedRow } from "./suspend.sql.js";

/** From the end of this transaction on, the principal writes and edits nothing, whatever its credential. */
export async function suspend(tx: Tx, who: Principal, id: string, reason: string): Promise<SuspendedRow> {
  await governable(tx, who, id);
  await markSuspended(tx, who, id, reason);
  return (await findPrincipal(tx, who, id))!;
}

export async function resume(tx: Tx, who: Principal, id: string): Promise<SuspendedRow> {
  await governable(tx, who, id);
  await markResumed(tx, who, id);
  return (await findPrincipal(tx, who, id))!;
}

/** A reviewer governs agents and services, an admin people too, and nobody itself. */
async function governable(tx: Tx, who: Principal, id: string): Promise<void> {
  if (id === who.id) throw invalidField("principal_id", "is your own; nobody can suspend or resume itself");
  const row = await findPrincipal(tx, who, id);
  if (row === undefined) throw notFound("principal");
  if (row.type === "human" && !who.permissions.has("admin")) {
    throw new PalimpsestError("FORBIDDEN", "Only an admin may suspend or resume a person.");
  }
}
