import {
  chosenIdProblem,
  PalimpsestError,
  type Permission,
  type PrincipalType,
  principalTypes,
  type Role,
  rolePermissions,
  roles,
} from "@palimpsest/contract";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type { Principal } from "../../principal.js";
import type { Settings } from "../../services.js";
import { isReservedName } from "../names/reserved-name.js";
import { principal } from "./local.js";
import { unauthenticated } from "./unauthenticated.js";

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/**
 * Claims: `tenant_id` (or `tenant`), `sub`, `type` (human unless said), `role` (reader unless said), `teams`,
 * `scopes` (which narrow the role: without the claim all of it holds, with an empty claim nothing does), `grants`.
 * A token without an expiry is refused.
 */
export async function jwtPrincipal(settings: Settings, token: string): Promise<Principal> {
  const claims = await verify(settings, token);
  const tenantId = claims.tenant_id ?? claims.tenant;
  const type = claims.type ?? "human";
  const role = claims.role ?? "reader";
  if (
    !isName(tenantId) ||
    !isName(claims.sub) ||
    isReservedName(claims.sub) ||
    !principalTypes.includes(type as PrincipalType) ||
    !roles.includes(role as Role)
  ) {
    throw unauthenticated();
  }
  return principal(tenantId, claims.sub, type as PrincipalType, role as Role, "jwt", {
    permissions: narrowed(role as Role, strings(claims.scopes)),
    teams: names(claims.teams),
    grants: names(claims.grants),
    expiresAt: new Date(claims.exp! * 1_000),
  });
}

/** A token never gives more than its role: whoever asks for one may have chosen its scopes. */
const narrowed = (role: Role, scopes: string[] | undefined): Permission[] =>
  rolePermissions[role].filter((permission) => scopes === undefined || scopes.includes(permission));

async function verify(settings: Settings, token: string): Promise<JWTPayload> {
  const options = {
    requiredClaims: ["exp", "sub"],
    clockTolerance: 5,
    ...(settings.jwtAudience ? { audience: settings.jwtAudience } : {}),
    ...(settings.jwtIssuer ? { issuer: settings.jwtIssuer } : {}),
  };
  try {
    if (settings.jwtSecret) {
      const key = new TextEncoder().encode(settings.jwtSecret);
      return (await jwtVerify(token, key, { ...options, algorithms: ["HS256", "HS384", "HS512"] })).payload;
    }
    if (settings.jwksUrl) {
      const keys = keySets.get(settings.jwksUrl) ?? createRemoteJWKSet(new URL(settings.jwksUrl));
      keySets.set(settings.jwksUrl, keys);
      const algorithms = [
        "RS256",
        "RS384",
        "RS512",
        "PS256",
        "PS384",
        "PS512",
        "ES256",
        "ES384",
        "ES512",
        "EdDSA",
      ];
      return (await jwtVerify(token, keys, { ...options, algorithms })).payload;
    }
  } catch (error) {
    if (settings.jwksUrl && isKeyServerTrouble(error)) {
      throw new PalimpsestError("UNAVAILABLE", "The key server that vouches for tokens does not answer.", {
        cause: error,
        retryAfter: 5,
      });
    }
    throw unauthenticated();
  }
  throw unauthenticated();
}

/** The key server did not answer, could not be reached, or did not send keys. */
const isKeyServerTrouble = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC");

const isName = (value: unknown): value is string =>
  typeof value === "string" && chosenIdProblem(value) === undefined;

/** A list, or words separated by spaces. Any other claim might be meant to narrow the role, so the token is refused. */
function strings(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  const list: unknown[] | undefined =
    typeof value === "string" ? value.split(" ").filter(Boolean) : Array.isArray(value) ? value : undefined;
  if (list === undefined || list.length > 256 || !list.every((item) => typeof item === "string")) {
    throw unauthenticated();
  }
  return list as string[];
}

/** Teams and grants reach the database, which takes no NUL and no half of a character. */
function names(value: unknown): string[] | undefined {
  const list = strings(value);
  if (list?.every(isName) === false) throw unauthenticated();
  return list;
}
