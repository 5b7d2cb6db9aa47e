import { chosenIdProblem, PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../principal.js";
import type { Services } from "../services.js";
import { holdsSecret } from "../text/index.js";
import { keyPrincipal } from "./credentials/api-key.js";
import { type LocalIdentity, localPrincipal } from "./credentials/local.js";
import { unauthenticated } from "./credentials/unauthenticated.js";
import { isReservedName, workerName } from "./names/reserved-name.js";

/** What a surface passes on: a bearer token, the headers of local mode, or a principal made in this process. */
export type Credential =
  | { kind: "bearer"; token: string }
  | ({ kind: "local" } & LocalIdentity)
  | { kind: "principal"; principal: Principal }
  | { kind: "none" };

export function assertPrincipalName(id: string): void {
  if (!isReservedName(id)) return;
  throw new PalimpsestError(
    "VALIDATION_ERROR",
    `Nobody can be called team:… or ${workerName}, which are names of teams and of the worker; use another id.`,
  );
}

/** Ids from headers and command lines have not been checked by a schema. */
function assertIds({ tenantId, id }: Principal): void {
  for (const [whose, value] of [
    ["tenant", tenantId],
    ["caller", id],
  ] as const) {
    const problem = chosenIdProblem(value);
    if (problem) throw new PalimpsestError("VALIDATION_ERROR", `The ${whose}'s id ${problem}.`);
  }
}

/** Whoever names himself may have named his key; the audit log would keep it for good. */
function assertNoSecret(id: string): void {
  if (!holdsSecret(id)) return;
  throw new PalimpsestError(
    "VALIDATION_ERROR",
    "The caller's id looks like a password, key or token, and ids are stored as they are; use another id.",
  );
}

export async function authenticate(services: Services, credential: Credential): Promise<Principal> {
  const who = await identify(services, credential);
  assertIds(who);
  assertPrincipalName(who.id);
  if (credential.kind === "local") assertNoSecret(who.id);
  await services.tenants.ensurePrincipal(who);
  return who;
}

async function identify(services: Services, credential: Credential): Promise<Principal> {
  const { settings } = services;
  switch (credential.kind) {
    case "principal":
      return credential.principal;
    case "local":
      if (settings.auth === "required") throw unauthenticated();
      return localPrincipal(credential);
    case "bearer": {
      if (credential.token.startsWith("pal_")) return keyPrincipal(services.db, credential.token);
      // Most processes are never sent a token, and need not load what verifies one.
      const { jwtPrincipal } = await import("./credentials/jwt.js");
      return jwtPrincipal(settings, credential.token);
    }
    default:
      throw unauthenticated();
  }
}
