import {
  keyPermissions,
  PalimpsestError,
  type Permission,
  type PrincipalType,
  type Role,
  roles,
} from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { Principal } from "../principal.js";
import { findStanding, type Standing } from "./names/standing.sql.js";

/** What a principal held when it asked for work that is done later. */
export interface HeldRights {
  role: Role;
  permissions: Permission[];
  teams: string[];
  grants: string[];
  via: Principal["via"];
  key_id?: string;
}

/** A principal by name, with the rights it held once. */
export interface StoredPrincipal {
  tenantId: string;
  id: string;
  type: PrincipalType;
  rights: HeldRights;
}

export const heldRights = ({ role, permissions, teams, grants, via, keyId }: Principal): HeldRights => ({
  role,
  permissions: [...permissions],
  teams: [...teams],
  grants: [...grants],
  via,
  ...(keyId === undefined ? {} : { key_id: keyId }),
});

/**
 * The principal with what it held then and still holds: it must still exist, and if it came by an API key, that key
 * must still be good and bounds what is left.
 */
export async function restorePrincipal(tx: Tx, stored: StoredPrincipal): Promise<Principal> {
  const { tenantId, id, type, rights } = stored;
  const name = `${type} ${id}`;
  const standing = await findStanding(tx, tenantId, id, rights.key_id);
  if (standing?.type !== type) throw lost(`The ${name}, for whom this runs, no longer exists.`);
  if (rights.key_id === undefined) return principalOf(stored, rights);
  if (standing.key === undefined)
    throw lost(`The API key of the ${name} was revoked, has expired or is gone.`);
  return principalOf(stored, intersection(rights, standing.key));
}

const lost = (message: string) => new PalimpsestError("FORBIDDEN", message);

function principalOf({ tenantId, id, type }: StoredPrincipal, rights: HeldRights): Principal {
  const { key_id: keyId, permissions, ...rest } = rights;
  return { tenantId, id, type, ...rest, permissions: new Set(permissions), ...(keyId ? { keyId } : {}) };
}

function intersection(held: HeldRights, key: NonNullable<Standing["key"]>): HeldRights {
  const now = keyPermissions(key.role, key.scopes);
  const both = <T>(one: readonly T[], other: readonly T[]) => one.filter((item) => other.includes(item));
  return {
    ...held,
    role: roles[Math.min(roles.indexOf(held.role), roles.indexOf(key.role))]!,
    permissions: both(held.permissions, now),
    teams: both(held.teams, key.teams),
    grants: both(held.grants, key.grants),
  };
}
