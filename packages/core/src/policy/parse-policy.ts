import { PalimpsestError } from "@palimpsest/contract";
import { z } from "zod";
import { explainIssues } from "../input/validation-error.js";
import { defaultDocument } from "./default-policy.js";
import { type Policy, policySchema } from "./policy.js";
import { readYaml, type YamlText } from "./read-yaml.js";
import { normaliseVersion } from "./version.js";

export interface ParsedPolicy {
  /** As it was written, without what it leaves to the default. */
  document: Record<string, unknown>;
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
  if (parsed.success) return { document, source: canonicalText(yaml), policy: parsed.data };
  throw invalidPolicy(
    explainIssues(parsed.error, whole).map(({ path, message }) => ({
      path,
      message: `${message}${lineOf(text, path)}`,
    })),
  );
}

/** The policy that a stored document means today; undefined if it can no longer be read. */
export const resolvePolicy = (document: unknown): Policy | undefined =>
  isMapping(document) ? policySchema.safeParse(overlay(defaultDocument, document)).data : undefined;

export const invalidPolicy = (details: { path: string; message: string }[]) =>
  new PalimpsestError("INVALID_POLICY", `${details[0]?.message ?? "The policy is not valid"}.`, {
    details,
  });

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

/** Mappings are merged key by key; anything else, lists too, replaces what was there. */
function overlay(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(base, key) ? base[key] : undefined;
    merged[key] = isMapping(below) && isMapping(value) ? overlay(below, value) : value;
  }
  return merged;
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
