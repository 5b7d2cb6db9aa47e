import {
  type Permission,
  type PrincipalType,
  permissions,
  type Role,
  rolePermissions,
} from "@palimpsest/contract";
import type { Principal } from "../../principal.js";

export const defaultTenant = "00000000-0000-0000-0000-000000000000";

export interface LocalIdentity {
  tenantId?: string;
  userId?: string;
  agentId?: string;
}

/** Without auth, on loopback: an agent if one is named, else the named user, else the person at the machine. */
export function localPrincipal({ tenantId = defaultTenant, userId, agentId }: LocalIdentity = {}): Principal {
  if (agentId !== undefined) return principal(tenantId, agentId, "agent", "writer", "local");
  if (userId !== undefined) return principal(tenantId, userId, "human", "reviewer", "local");
  return principal(tenantId, "local", "human", "admin", "local", { permissions });
}

/** The operator at the command line, who holds the database's own credentials. */
export const systemPrincipal = (tenantId: string): Principal =>
  principal(tenantId, "operator", "human", "admin", "system", { permissions });

/** The operator at the command line as somebody else. What it does is audited under both names. */
export const impersonated = (who: Principal): Principal => {
  const { type, id } = systemPrincipal(who.tenantId);
  return { ...who, via: "system", actedBy: { type, id } };
};

export function principal(
  tenantId: string,
  id: string,
  type: PrincipalType,
  role: Role,
  via: Principal["via"],
  held: Partial<Pick<Principal, "teams" | "grants" | "keyId" | "expiresAt">> & {
    /** Unless said, those of the role. */
    permissions?: readonly Permission[];
  } = {},
): Principal {
  const { permissions: named = rolePermissions[role], teams = [], grants = [], ...rest } = held;
  return { tenantId, id, type, role, permissions: new Set(named), teams, grants, via, ...rest };
}
