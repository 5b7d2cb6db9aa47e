import { type Permission, type PrincipalType, type Role, rolePermissions } from "@palimpsest/contract";
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
  return principal(tenantId, "local", "human", "admin", "local");
}

/** The operator at the command line, who holds the database's own credentials. */
export const systemPrincipal = (tenantId: string): Principal =>
  principal(tenantId, "operator", "human", "admin", "system");

export function principal(
  tenantId: string,
  id: string,
  type: PrincipalType,
  role: Role,
  via: Principal["via"],
  narrowed: {
    permissions?: readonly Permission[];
    teams?: readonly string[];
    grants?: readonly string[];
    keyId?: string;
  } = {},
): Principal {
  const held = rolePermissions[role];
  const wanted = narrowed.permissions;
  const permissions = wanted === undefined ? held : held.filter((p) => wanted.includes(p));
  return {
    tenantId,
    id,
    type,
    role,
    permissions: new Set(permissions),
    teams: narrowed.teams ?? [],
    grants: narrowed.grants ?? [],
    via,
    ...(narrowed.keyId === undefined ? {} : { keyId: narrowed.keyId }),
  };
}
