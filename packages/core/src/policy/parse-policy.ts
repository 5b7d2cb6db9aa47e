import { PalimpsestError } from "@palimpsest/contract";
import { explainIssues } from "../input/validation-error.js";
import { type Policy, policySchema } from "./policy.js";
import { readYaml, type YamlText } from "./read-yaml.js";

export interface ParsedPolicy {
  /** As it was written, without what it leaves to the default. */
  document: Record<string, unknown>;
  policy: Policy;
}

/** Reads a policy; what it leaves out is taken from `base`. */
export function parsePolicy(yaml: string, base: Record<string, unknown> = {}): ParsedPolicy {
  const text = readYaml(yaml);
  if (!isMapping(text.value)) {
    throw new PalimpsestError("INVALID_POLICY", "A policy is a mapping that begins with its version.", {
      details: [{ path: "yaml", message: "must be a mapping" }],
    });
  }
  const document = text.value;
  const version = text.sources.get("version");
  if (version !== undefined) document.version = version;
  const merged = overlay(base, document);
  const parsed = policySchema.safeParse(merged);
  if (parsed.success) return { document, policy: parsed.data };
  throw refusal(
    explainIssues(parsed.error, merged).map(({ path, message }) => ({
      path,
      message: `${message}${lineOf(text, path)}`,
    })),
  );
}

/** The policy that a stored document means today. */
export const resolvePolicy = (document: unknown, base: Record<string, unknown>): Policy | undefined =>
  isMapping(document) ? policySchema.safeParse(overlay(base, document)).data : undefined;

export const refusal = (details: { path: string; message: string }[]) =>
  new PalimpsestError("INVALID_POLICY", `The policy is not valid: ${details[0]?.message ?? ""}.`, {
    details,
  });

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
