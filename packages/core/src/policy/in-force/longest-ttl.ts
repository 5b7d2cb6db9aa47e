import type { Tx } from "../../db/index.js";
import { defaultPolicy } from "../default-policy.js";
import type { Ttl } from "../scopes.js";
import { documentsSince } from "./policy.sql.js";
import { resolvePolicy } from "./resolve-policy.js";

/**
 * How long memories were read at most by the policies of the last so many seconds, so that what is erased has been hidden
 * for all that time. One that can no longer be read may have shown everything.
 */
export async function longestTtl(tx: Tx, tenantId: string, seconds: number): Promise<Ttl> {
  const { documents, isDefaultFirst } = await documentsSince(tx, tenantId, seconds);
  const read = documents.map(resolvePolicy);
  const policies = isDefaultFirst ? [defaultPolicy, ...read] : read;
  const scopes = policies.map((policy) => policy?.scopes);
  const longest = (of: "session" | "project" | "principle") => {
    const all = scopes.map((each) => each?.[of].ttl ?? Number.POSITIVE_INFINITY);
    const most = Math.max(...all);
    return Number.isFinite(most) ? most : null;
  };
  return {
    session: longest("session"),
    project: longest("project"),
    principle: longest("principle"),
    exempt: [...new Set(policies.flatMap((policy) => policy?.retention.exempt_kinds ?? []))],
  };
}
