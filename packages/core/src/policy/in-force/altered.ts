import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { parsePolicyText } from "../text/parse-policy-text.js";
import type { StoredPolicy } from "./policy.sql.js";
import { resolvePolicy } from "./resolve-policy.js";

/** Anybody who has the text can compare it with what the audit log says was applied. */
export const policyDigest = (source: string): string =>
  `sha256:${createHash("sha256").update(source).digest("hex")}`;

/** Whether what is carried out is what the text says. A text that this release refuses is compared by its digest alone. */
export async function saysItsText({ source, document }: StoredPolicy): Promise<boolean> {
  const said = await parsePolicyText(source).then(
    (parsed) => resolvePolicy(parsed.document),
    () => undefined,
  );
  return said === undefined || canonicalize(said) === canonicalize(resolvePolicy(document) ?? null);
}
