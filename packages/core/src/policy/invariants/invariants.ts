import { z } from "zod";
import { holds, type RuleFacts } from "./evaluate-rule.js";
import { parseRule } from "./parse-rule.js";
import { type Operand, type Rule, withoutKnowing } from "./rule.js";

export const layers = ["session", "project", "principle"] as const;
export type Layer = (typeof layers)[number];
const moments = ["write", "read", "send"] as const;
type Moment = (typeof moments)[number];

/** The layer of a memory's scope, also of one without. */
export const layerOf = (scope: string | null | undefined): Layer =>
  scope === "session" ? "session" : scope === "policy" || scope === "global" ? "principle" : "project";

const rule = z
  .string()
  .min(1)
  .max(1_000)
  .superRefine((source, { addIssue }) => {
    const parsed = parseRule(source);
    if ("refused" in parsed) addIssue({ code: "custom", message: parsed.refused });
  });

/** What must always be true of what is written, read and sent, or of some of these. */
export const invariant = z.strictObject({
  name: z.string().min(1).max(100),
  applies_to: z.array(z.enum(layers)).min(1).max(3),
  on: z
    .array(z.enum(moments))
    .min(1)
    .default([...moments]),
  rule,
});

interface Invariants {
  invariants: readonly z.output<typeof invariant>[];
}

/** How far up it binds. One for `principle` binds project and session too, one for `project` binds session. */
const reachOf = ({ applies_to }: Pick<z.output<typeof invariant>, "applies_to">): number =>
  Math.max(...applies_to.map((layer) => layers.indexOf(layer)));

/** The first invariant that a call breaks, by name. A rule that cannot be evaluated counts as broken. */
export function brokenInvariant(
  { invariants }: Invariants,
  on: Moment,
  layer: Layer,
  facts: RuleFacts,
): string | undefined {
  return invariants.find((one) => {
    if (!one.on.includes(on) || reachOf(one) < layers.indexOf(layer)) return false;
    const parsed = parseRule(one.rule);
    return "refused" in parsed || !holds(parsed, { scope: layer, ...facts });
  })?.name;
}

/** What must be true of a memory that is read, and the highest layer that this binds. */
export interface ReadRule {
  /** Undefined if it cannot be evaluated: then nothing is read. */
  rule: Rule | undefined;
  reach: number;
}

interface Rules extends Invariants {
  redact_policies: { default: { rules: readonly { name: string; class: string }[] } };
}

/** The parsed rules of a policy, as long as it is in force: each search asks for them. */
const parsedOnce = new WeakMap<Rules["invariants"], ReadRule[]>();

/**
 * Undefined if there is none. With a reader they are about this one, whoever reads in its name. What a rule of class
 * public finds leaves no trace in a memory's class, so it is not known.
 */
export function readRulesOf(
  policy: Rules,
  reader?: { type: string; id: string },
): readonly ReadRule[] | undefined {
  const { invariants } = policy;
  const rules = parsedOnce.get(invariants) ?? parsedRules(policy);
  parsedOnce.set(invariants, rules);
  if (rules.length === 0) return undefined;
  return reader ? rules.map((one) => ({ ...one, rule: one.rule && readBy(reader, one.rule) })) : rules;
}

function parsedRules({ invariants, redact_policies }: Rules): ReadRule[] {
  const untold = new Set(
    redact_policies.default.rules.filter((one) => one.class === "public").map(({ name }) => name),
  );
  return invariants
    .filter(({ on }) => on.includes("read"))
    .map((one) => {
      const parsed = parseRule(one.rule);
      const rule = "refused" in parsed ? undefined : withoutKnowing(untold, parsed);
      return { rule, reach: reachOf(one) };
    });
}

/** A rule with the names of the actor replaced by a reader's type and id. */
function readBy(reader: { type: string; id: string }, rule: Rule): Rule {
  if (rule.kind === "not") return { ...rule, part: readBy(reader, rule.part) };
  if (rule.kind !== "compare") return { ...rule, parts: rule.parts.map((part) => readBy(reader, part)) };
  const known = (operand: Operand): Operand => {
    if (operand.kind !== "name") return operand;
    if (operand.name === "actor_type") return { kind: "text", value: reader.type };
    return operand.name === "actor_id" ? { kind: "text", value: reader.id } : operand;
  };
  return { ...rule, left: known(rule.left), right: known(rule.right) };
}
