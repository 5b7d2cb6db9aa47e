import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../identity/index.js";

/** People and services that review govern every capsule of their tenant. An agent does not, whatever its role. */
export const governsCapsules = (who: Principal): boolean =>
  who.type !== "agent" &&
  (who.role === "reviewer" || who.role === "admin") &&
  who.permissions.has("edit:approve");

export function assertGoverns(who: Principal): void {
  if (governsCapsules(who)) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "Everybody's capsules are for people and services with the role reviewer or admin; leave out all.",
  );
}
