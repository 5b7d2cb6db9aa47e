import { z } from "zod";
import { holds, type RuleFacts } from "./evaluate-rule.js";
import { parseRule } from "./parse-rule.js";
import type { Rule } from "./rule.js";

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

/** Undefined if there is none. */
export function readRulesOf({ invariants }: Invariants): ReadRule[] | undefined {
  const rules = invariants
    .filter(({ on }) => on.includes("read"))
    .map((one) => {
      const parsed = parseRule(one.rule);
      return { rule: "refused" in parsed ? undefined : parsed, reach: reachOf(one) };
    });
  return rules.length === 0 ? undefined : rules;
}
