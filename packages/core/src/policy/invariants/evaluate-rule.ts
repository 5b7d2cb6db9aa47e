import { admits } from "../boundary/tags.js";
import type { Operand, Rule, RuleName } from "./rule.js";

/** What is known of a call; what is not is undefined. */
export type RuleFacts = Partial<Record<RuleName, string | number | readonly string[]>>;

/** Whether a rule is known to hold. */
export const holds = (rule: Rule, facts: RuleFacts): boolean => evaluate(rule, facts) === true;

/**
 * Undefined if what is not known could decide it: a comparison with something that is not known is neither true nor
 * false, and neither is its opposite.
 */
function evaluate(rule: Rule, facts: RuleFacts): boolean | undefined {
  switch (rule.kind) {
    case "and":
      return decided(rule.parts, facts, false);
    case "or":
      return decided(rule.parts, facts, true);
    case "not":
      return opposite(evaluate(rule.part, facts));
    case "compare":
      return compare(rule, facts);
  }
}

/** One part that is `by` decides; without one, all must be known. */
function decided(parts: readonly Rule[], facts: RuleFacts, by: boolean): boolean | undefined {
  let isKnown = true;
  for (const part of parts) {
    const value = evaluate(part, facts);
    if (value === by) return by;
    if (value === undefined) isKnown = false;
  }
  return isKnown ? !by : undefined;
}

const opposite = (value: boolean | undefined) => (value === undefined ? undefined : !value);

function compare(rule: Rule & { kind: "compare" }, facts: RuleFacts): boolean | undefined {
  const [left, right] = [knownValue(rule.left, facts), knownValue(rule.right, facts)];
  if (left === undefined || right === undefined) return undefined;
  switch (rule.by) {
    case "==":
      return left === right;
    case "!=":
      return left !== right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case "in":
      return isListed(rule, left, right);
    case "notin":
      return !isListed(rule, left, right);
  }
}

/** Tags match as they do in the classes of a policy: `tool:*` stands for each tag that begins so, on either side. */
function isListed(rule: Rule & { kind: "compare" }, left: unknown, right: unknown): boolean {
  const list = right as readonly unknown[];
  if (rule.right.kind !== "name" || rule.right.name !== "allow") return list.includes(left);
  const tag = String(left);
  const isPattern = rule.left.kind === "text";
  return (list as readonly string[]).some((asked) => admits(asked, tag) || (isPattern && admits(tag, asked)));
}

function knownValue(operand: Operand, facts: RuleFacts) {
  if (operand.kind === "unknown") return undefined;
  return operand.kind === "name" ? facts[operand.name] : operand.value;
}
