import { PalimpsestError } from "@palimpsest/contract";
import type { Credential } from "@palimpsest/core";

const longest = 8 * 1_024;
const bearer = /^bearer +([A-Za-z0-9._~+/=-]+) *$/i;

/**
 * Who a request says it is. A bearer token always counts; the X- headers only where auth is off, where
 * they choose among the identities of one's own machine.
 */
export function credentialOf(headers: Headers, auth: "none" | "required"): Credential {
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    // Two headers arrive joined by a comma, which no token holds.
    const token = authorization.length > longest ? undefined : bearer.exec(authorization)?.[1];
    if (token === undefined) throw unauthenticated();
    return { kind: "bearer", token };
  }
  if (auth === "required") return { kind: "none" };
  return {
    kind: "local",
    tenantId: headers.get("x-tenant-id") ?? undefined,
    userId: headers.get("x-user-id") ?? undefined,
    agentId: headers.get("x-agent-id") ?? undefined,
  };
}

const unauthenticated = () =>
  new PalimpsestError("UNAUTHENTICATED", "Send one valid API key or token as Authorization: Bearer …");
