import type { Sliced } from "../../async/index.js";
import { compilePattern, type Masking, type Pattern, presentIn, readingsOf } from "../../text/index.js";
import type { BoundaryClass } from "../boundary-class.js";
import type { Policy } from "../policy.js";

/** Something in a text that a detector or a rule of the policy found. */
export interface Detected extends Masking {
  /** The detector or the rule. */
  name: string;
  class: BoundaryClass;
}

/** So much work is done before others get a turn: about ten milliseconds. */
const SLICE = 2_000_000;

/** What the rules of a policy find in a text: as it is written, and in what it says without disguise. */
export function* foundByRules(
  { redact_policies }: Pick<Policy, "redact_policies">,
  text: string,
): Sliced<Detected[]> {
  const { rules } = redact_policies.default;
  const detected: Detected[] = [];
  if (rules.length === 0) return detected;
  const readings = readingsOf(text);
  if (readings[0].text !== text) readings.push({ text, original: (start, end) => [start, end] });
  const present = readings.map((reading) => presentIn(reading.text));
  let left = SLICE;
  for (const { name, find, replace: mark, class: ofRule } of rules) {
    const pattern = patternOf(find);
    for (const [at, reading] of readings.entries()) {
      if (!pattern.canMatch(present[at]!)) continue;
      const search = pattern.search(reading.text);
      for (left = search.advance(left); left <= 0; left = search.advance(SLICE)) yield;
      for (const match of search.matches) {
        const [start, end] = reading.original(match.start, match.end);
        detected.push({ start, end, name, class: ofRule, mark });
      }
    }
  }
  return detected;
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
