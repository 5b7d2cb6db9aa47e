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
  | { kind: "name"; name: RuleName };

/** A rule as a tree. */
export type Rule =
  | { kind: "and"; parts: Rule[] }
  | { kind: "or"; parts: Rule[] }
  | { kind: "not"; part: Rule }
  | { kind: "compare"; left: Operand; by: Comparison; right: Operand };

export const typeOf = (operand: Operand): ValueType =>
  operand.kind === "name" ? ruleNames[operand.name] : operand.kind;
