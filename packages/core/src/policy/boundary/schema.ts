import { z } from "zod";
import { compilePattern, detectors } from "../../text/index.js";

const tag = z.string().min(1).max(200);

/** What a text of this class may be used for, what is masked in it, and who may allow it otherwise. */
const classRules = z.strictObject({
  allow: z.array(tag).max(100),
  redact: z.array(z.string().min(1).max(64)).max(120),
  escalation: z.enum(["human_review", "deny"]),
});

/** What is of class secret leaves for nothing and nobody. */
const secretRules = classRules.extend({
  allow: z.array(tag).max(0, "must be empty: what is secret is sent nowhere"),
  escalation: z.literal("deny", "must be deny: what is secret is sent nowhere"),
});

export const boundaryClassRules = z.strictObject({
  public: classRules,
  internal: classRules,
  pii: classRules,
  secret: secretRules,
});

const find = z
  .string()
  .min(1)
  .max(512)
  .superRefine((source, { addIssue }) => {
    const compiled = compilePattern(source);
    if ("refused" in compiled) addIssue({ code: "custom", message: compiled.refused });
  });

const rule = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,63}$/, "must be small letters, digits, _ and -, and begin with a letter"),
  find,
  replace: z.string().max(200),
  class: z.enum(["public", "internal", "pii", "secret"]).default("pii"),
});

/** Rules of the tenant's own, beside the detectors. */
export const redactPolicies = z.strictObject({
  default: z.strictObject({ rules: z.array(rule).max(100) }),
});

type Sections = {
  boundary_classes: z.output<typeof boundaryClassRules>;
  redact_policies: z.output<typeof redactPolicies>;
};

/** All rules of a policy together: each text is matched with all of them. 32 KB then take some 100 milliseconds at worst. */
const MAX_COST = 1_000;

/**
 * Asked of a policy when it is applied, and not of one that is stored: one that an earlier release has taken must stay
 * readable, for an unreadable one denies everything.
 */
function costFault(rules: readonly { find: string }[]): string | undefined {
  let cost = 0;
  for (const { find: source } of rules) {
    const compiled = compilePattern(source);
    if (!("refused" in compiled)) cost += compiled.cost;
  }
  if (cost <= MAX_COST) return undefined;
  return `take too long to match together: they cost ${Math.ceil(cost)} of at most ${MAX_COST} steps for each character. Use fewer rules or smaller repetitions`;
}

/** What is wrong in and between the two sections when they are applied: rules that cost too much, names that mean nothing or two things. */
export function boundaryFaults({
  boundary_classes,
  redact_policies,
}: Sections): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const tooMuch = costFault(redact_policies.default.rules);
  if (tooMuch !== undefined) {
    const path = "redact_policies.default.rules";
    faults.push({ path, message: `${path} ${tooMuch}` });
  }
  const known = new Set<string>(detectors);
  for (const [at, { name }] of redact_policies.default.rules.entries()) {
    const path = `redact_policies.default.rules.${at}.name`;
    const isDetector = (detectors as readonly string[]).includes(name);
    if (known.has(name))
      faults.push({ path, message: `${path} is ${isDetector ? "the name of a detector" : "there twice"}` });
    known.add(name);
  }
  for (const [name, { redact }] of Object.entries(boundary_classes)) {
    for (const [at, masked] of redact.entries()) {
      const path = `boundary_classes.${name}.redact.${at}`;
      if (!known.has(masked))
        faults.push({ path, message: `${path} must be one of ${[...known].sort().join(", ")}` });
    }
  }
  return faults;
}
