import type { ErrorDetail } from "@palimpsest/contract";
import { z } from "zod";
import { explainIssues } from "../../input/validation-error.js";
import { boundaryFaults } from "../boundary/schema.js";
import { defaultDocument } from "../default-policy.js";
import { invalidPolicy } from "../invalid-policy.js";
import { isMapping, type Mapping, overlay } from "../overlay.js";
import { type Policy, policySchema } from "../policy.js";
import { missingSections } from "./missing-sections.js";
import { readYaml, type YamlText } from "./read-yaml.js";
import { normaliseVersion } from "./version.js";

export interface ParsedPolicy {
  /** Which sections it should say and does not. */
  missing: ErrorDetail[];
  /** As it was written, without what it leaves to the default. */
  document: Mapping;
  /** The text as it is kept and compared. */
  source: string;
  policy: Policy;
}

const applied = policySchema.extend({
  version: z
    .string()
    .refine((version) => normaliseVersion(version) !== undefined, "must be 1 to 3 numbers, as in 1.2.0"),
});

/** Reads a tenant's policy; what it leaves out is as in the default. */
export function parsePolicy(yaml: string): ParsedPolicy {
  const text = readYaml(yaml);
  if (!isMapping(text.value)) {
    throw invalidPolicy([{ path: "yaml", message: "The policy must be a mapping, such as version: 1.0.0" }]);
  }
  const document = text.value;
  const version = text.sources.get("version");
  // Not the number that was read: 0.10 comes after 0.9.
  if (version !== undefined) document.version = normaliseVersion(version) ?? version;
  const whole = overlay(defaultDocument, { version: undefined, ...document });
  const parsed = applied.safeParse(whole);
  const faults = parsed.success ? boundaryFaults(parsed.data) : explainIssues(parsed.error, whole);
  if (parsed.success && faults.length === 0) {
    return { missing: missingSections(document), document, source: canonicalText(yaml), policy: parsed.data };
  }
  throw invalidPolicy(
    faults.map(({ path, message }) => ({
      path,
      message: `${message}${lineOf(text, path)}`,
    })),
  );
}

const canonicalText = (yaml: string): string => `${yaml.replaceAll("\r\n", "\n").replace(/\n+$/, "")}\n`;

/** The line of the path, or of what holds it. */
function lineOf({ lines }: YamlText, path: string): string {
  const parts = path.split(".");
  for (; parts.length > 0; parts.pop()) {
    const line = lines.get(parts.join("."));
    if (line !== undefined) return ` (line ${line})`;
  }
  return "";
}
