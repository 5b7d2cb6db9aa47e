import { createHash, randomBytes } from "node:crypto";
import { keyPermissions } from "@palimpsest/contract";
import type { Database } from "../../db/index.js";
import type { Principal } from "../../principal.js";
import { keyByHash } from "./api-key.sql.js";
import { principal } from "./local.js";
import { unauthenticated } from "./unauthenticated.js";

/** `pal_` and 32 random bytes. Only the hash is stored; 256 random bits need no slow hash. */
export const newKey = (): string => `pal_${randomBytes(32).toString("base64url")}`;
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

const shape = /^pal_[A-Za-z0-9_-]{43}$/;

export async function keyPrincipal(db: Database, key: string): Promise<Principal> {
  if (!shape.test(key)) throw unauthenticated();
  const row = await db.anonymous((tx) => keyByHash(tx, hashKey(key)));
  if (row === undefined) throw unauthenticated();
  return principal(row.tenant_id, row.principal_id, row.type, row.role, "key", {
    // An empty list means that the key was made without scopes: a key with no permission cannot be made.
    permissions: keyPermissions(row.role, row.scopes),
    teams: row.teams,
    grants: row.grants,
    keyId: row.key_id,
  });
}
