import { keyPermissions, PalimpsestError, type Permission, type Role } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { isOperator, keyBounds, type Principal } from "../../identity/index.js";

interface WantedKey {
  principal: string;
  role: Role;
  scopes: Permission[];
  teams: string[];
  grants: string[];
  expires_in_days?: number;
}

const more = (what: string, instead: string) =>
  new PalimpsestError("FORBIDDEN", `A key cannot hold more than its maker${what}. ${instead}`);

/** Whose key it is and what it may do lie within the credential that makes it. Only the operator has no bounds. */
export function assertWithinMaker(who: Principal, wanted: WantedKey): void {
  const permissions = keyPermissions(wanted.role, wanted.scopes);
  if (permissions.length === 0) {
    const message = `scopes: role ${wanted.role} has none of these permissions, so the key could do nothing; name one that it has.`;
    throw new PalimpsestError("VALIDATION_ERROR", message);
  }
  if (wanted.principal !== who.id && !who.permissions.has("identity:impersonate")) {
    throw new PalimpsestError(
      "FORBIDDEN",
      "Making a key for another principal needs the permission identity:impersonate, which no role has. Make one for yourself, or ask the operator of the server.",
    );
  }
  const lacking = permissions.filter((permission) => !who.permissions.has(permission));
  if (lacking.length > 0) {
    throw more(`, who lacks ${lacking.join(", ")}`, "Narrow it with scopes, or ask an admin who has them.");
  }
  if (isOperator(who)) return;
  if (wanted.teams.some((team) => !who.teams.includes(team))) {
    throw more(" and reads only its maker's teams", "Leave out the teams that you are not in.");
  }
  if (wanted.grants.some((tag) => !who.grants.includes(tag))) {
    throw more(" and has only its maker's grants", "Leave out the grants that you do not have.");
  }
}

/**
 * What is stored of the wanted key. It expires with the credential that makes it, or before. Its scopes are named one by
 * one if its maker's are, since empty scopes mean the whole role.
 */
export async function withinMaker(
  tx: Tx,
  who: Principal,
  { role, scopes, expires_in_days }: WantedKey,
): Promise<{ scopes: Permission[]; expires_at: Date | null }> {
  const maker = await keyBounds(tx, who, expires_in_days);
  const last = maker.expires_at ?? who.expiresAt ?? null;
  if (maker.wanted !== null && last !== null && maker.wanted > last) {
    throw more("", `Yours expires at ${last.toISOString()}; leave out expires_in_days to let both end then.`);
  }
  const named = scopes.length > 0 || (maker.scopes ?? []).length > 0;
  return { scopes: named ? keyPermissions(role, scopes) : [], expires_at: maker.wanted ?? last };
}
