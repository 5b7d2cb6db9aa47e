import { PalimpsestError } from "@palimpsest/contract";
import { isLoopback } from "../../config/index.js";

export interface OriginRules {
  host: string;
  auth: "none" | "required";
  allowedHosts: string[];
  allowedOrigins: string[];
}

const nameOf = (host: string) => host.toLowerCase().replace(/:\d+$/, "");

/**
 * Against DNS rebinding: a page on a name that an attacker points at this machine sends that name as Host.
 * A server for others, with auth, may be reached by any name unless the allowed ones are listed.
 */
export function checkHost(host: string, rules: OriginRules): void {
  if (!isLoopback(rules.host) && rules.allowedHosts.length === 0) return;
  const name = nameOf(host);
  const allowed = [rules.host, ...rules.allowedHosts].map(nameOf);
  if (isLoopback(name) || allowed.includes(name)) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "This Host is not served here; add it to PALIMPSEST_ALLOWED_HOSTS if it should be.",
  );
}

/** Which cross-origin page may read the answer: the origin if it is listed, undefined if none is involved. */
export function checkOrigin(origin: string | null, host: string, rules: OriginRules): string | undefined {
  if (origin === null) return undefined;
  if (rules.allowedOrigins.includes(origin)) return origin;
  if (origin !== "null" && URL.canParse(origin) && new URL(origin).host === host.toLowerCase())
    return undefined;
  throw new PalimpsestError(
    "FORBIDDEN",
    "Pages of this Origin may not call this server; add it to PALIMPSEST_ALLOWED_ORIGINS if they should.",
  );
}
