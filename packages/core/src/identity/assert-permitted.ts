import { PalimpsestError, type Permission } from "@palimpsest/contract";
import type { Principal } from "../principal.js";

export function assertPermitted(who: Principal, needed: Permission): void {
  if (who.permissions.has(needed)) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    `This needs the permission ${needed}; role ${who.role} does not have it.`,
  );
}
