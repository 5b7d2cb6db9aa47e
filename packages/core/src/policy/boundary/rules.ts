import { compilePattern, type Masking, type Pattern, readingsOf } from "../../text/index.js";
import type { BoundaryClass } from "../boundary-class.js";
import type { Policy } from "../policy.js";

/** Something in a text that a detector or a rule of the policy found. */
export interface Detected extends Masking {
  /** The detector or the rule. */
  name: string;
  class: BoundaryClass;
}

/**
 * What the rules of a policy find in a text, rule by rule: in the text as it is written, and in what it says without
 * disguise.
 */
export function* foundByRules(
  { redact_policies }: Pick<Policy, "redact_policies">,
  text: string,
): Generator<Detected[]> {
  const { rules } = redact_policies.default;
  if (rules.length === 0) return;
  const readings = readingsOf(text);
  const isPlain = readings[0].text === text;
  for (const { name, find, replace: mark, class: ofRule } of rules) {
    const pattern = patternOf(find);
    const placed = (start: number, end: number): Detected => ({ start, end, name, class: ofRule, mark });
    if (!isPlain) yield pattern.find(text).map(({ start, end }) => placed(start, end));
    for (const reading of readings) {
      yield pattern.find(reading.text).map(({ start, end }) => placed(...reading.original(start, end)));
    }
  }
}

/** Compiled once for all calls of this process. Policies are few, and each has at most 100 rules. */
const patterns = new Map<string, Pattern>();
const MAX_PATTERNS = 2_000;

function patternOf(find: string): Pattern {
  let pattern = patterns.get(find);
  if (pattern === undefined) {
    const compiled = compilePattern(find);
    if ("refused" in compiled) throw new Error(`A rule that was accepted ${compiled.refused}.`);
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    pattern = compiled;
    patterns.set(find, pattern);
  }
  return pattern;
}
