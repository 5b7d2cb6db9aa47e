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
    tenantId: idHeader(headers, "X-Tenant-Id"),
    userId: idHeader(headers, "X-User-Id"),
    agentId: idHeader(headers, "X-Agent-Id"),
  };
}

/** An id from a header. It travels as UTF-8, of which Node shows each byte as one character. */
function idHeader(headers: Headers, name: string): string | undefined {
  const bytes = headers.get(name);
  if (bytes === null) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch (cause) {
    throw new PalimpsestError("INVALID_UNICODE", `${name} is not valid UTF-8.`, { cause });
  }
}

const unauthenticated = () =>
  new PalimpsestError("UNAUTHENTICATED", "Send one valid API key or token as Authorization: Bearer …");
