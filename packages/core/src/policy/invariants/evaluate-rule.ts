import type { Operand, Rule, RuleName } from "./rule.js";

/** What is known of a call; what is not is undefined. */
export type RuleFacts = Partial<Record<RuleName, string | number | readonly string[]>>;

/** Whether a rule holds. A comparison with something that is not known is false. */
export function holds(rule: Rule, facts: RuleFacts): boolean {
  if (rule.kind === "and") return rule.parts.every((part) => holds(part, facts));
  if (rule.kind === "or") return rule.parts.some((part) => holds(part, facts));
  if (rule.kind === "not") return !holds(rule.part, facts);
  const [left, right] = [knownValue(rule.left, facts), knownValue(rule.right, facts)];
  if (left === undefined || right === undefined) return false;
  const listed = () => (right as readonly unknown[]).includes(left);
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
      return listed();
    case "notin":
      return !listed();
  }
}

const knownValue = (operand: Operand, facts: RuleFacts) =>
  operand.kind === "name" ? facts[operand.name] : operand.value;
