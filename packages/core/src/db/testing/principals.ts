import { permissions } from "@palimpsest/contract";
import type { Principal } from "../../principal.js";

/** A principal for tests of the seam; what matters is given, the rest is an administrator's. */
export function principal(given: Partial<Principal> = {}): Principal {
  return {
    tenantId: "00000000-0000-0000-0000-00000000000a",
    id: "tester",
    type: "human",
    role: "admin",
    permissions: new Set(permissions),
    teams: [],
    grants: [],
    via: "system",
    ...given,
  };
}
