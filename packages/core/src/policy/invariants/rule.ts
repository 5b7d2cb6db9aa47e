/** What rules can speak of, and the type of each. */
export const ruleNames = {
  operation: "text",
  scope: "text",
  kind: "text",
  boundary_class: "text",
  actor_type: "text",
  actor_id: "text",
  allow: "list",
  detected: "list",
  tokens: "number",
} as const;
export type RuleName = keyof typeof ruleNames;
export type ValueType = (typeof ruleNames)[RuleName];

export const comparisons = ["==", "!=", ">=", "<=", ">", "<", "in", "notin"] as const;
export type Comparison = (typeof comparisons)[number];

export type Operand =
  | { kind: "text"; value: string }
  | { kind: "number"; value: number }
  | { kind: "list"; value: (string | number)[] }
  | { kind: "name"; name: RuleName }
  /** A list of which nothing is known. */
  | { kind: "unknown" };

/** A rule as a tree. */
export type Rule =
  | { kind: "and"; parts: Rule[] }
  | { kind: "or"; parts: Rule[] }
  | { kind: "not"; part: Rule }
  | { kind: "compare"; left: Operand; by: Comparison; right: Operand };

export const typeOf = (operand: Operand): ValueType => {
  if (operand.kind === "unknown") return "list";
  return operand.kind === "name" ? ruleNames[operand.name] : operand.kind;
};

/** The same rule where nobody knows whether these were found. */
export function withoutKnowing(names: ReadonlySet<string>, rule: Rule): Rule {
  if (names.size === 0) return rule;
  if (rule.kind === "not") return { ...rule, part: withoutKnowing(names, rule.part) };
  if (rule.kind !== "compare") {
    return { ...rule, parts: rule.parts.map((part) => withoutKnowing(names, part)) };
  }
  const { left, right } = rule;
  const asks = right.kind === "name" && right.name === "detected";
  const isKnown = left.kind === "text" ? !names.has(left.value) : left.kind !== "name";
  return asks && !isKnown ? { ...rule, right: { kind: "unknown" } } : rule;
}
