import { layers, type Operand, type ReadRule, type Rule } from "../../../policy/index.js";

type Value = (value: unknown) => string;

const layer = `case when m.scope = 'session' then 0 when m.scope in ('policy', 'global') then 2 else 1 end`;

/** What the names in a rule mean of memory `m`, read by the caller. Those that are missing have no value. */
const columns: Readonly<Record<string, string>> = {
  operation: "'read'",
  scope: `(array['${layers.join("', '")}'])[1 + ${layer}]`,
  kind: "m.kind",
  boundary_class: "m.boundary_class",
  actor_type: "palimpsest.principal_type()",
  actor_id: "palimpsest.principal()",
  tokens: "m.token_count::float8",
};

/** Memory `m` is as the invariants of a policy say. */
export const keepsRules = (rules: readonly ReadRule[], value: Value): string =>
  `(${rules.map(({ rule, reach }) => `(${layer} > ${Math.trunc(reach)} or ${rule ? sqlOf(rule, value) : "false"})`).join(" and ")})`;

/** As `holds` evaluates a rule: a comparison with something that has no value is false. */
function sqlOf(rule: Rule, value: Value): string {
  if (rule.kind === "not") return `not ${sqlOf(rule.part, value)}`;
  if (rule.kind !== "compare") {
    return `(${rule.parts.map((part) => sqlOf(part, value)).join(rule.kind === "and" ? " and " : " or ")})`;
  }
  const { left, by, right } = rule;
  if (by === "in" || by === "notin") return listed(left, by, right, value);
  const [a, b] = [operand(left, value), operand(right, value)];
  return a === undefined || b === undefined
    ? "false"
    : `coalesce(${a} ${by === "!=" ? "<>" : by} ${b}, false)`;
}

function listed(left: Operand, by: "in" | "notin", right: Operand, value: Value): string {
  const one = operand(left, value);
  if (one === undefined) return "false";
  if (right.kind === "name") {
    // What was found in a memory is not kept. Nothing was if it is public.
    if (right.name !== "detected" || by === "in") return "false";
    return "m.boundary_class = 'public'";
  }
  const isNumber = left.kind === "number" || (left.kind === "name" && left.name === "tokens");
  const items = (right.kind === "list" ? right.value : []).filter(
    (item) => (typeof item === "number") === isNumber,
  );
  const among = `coalesce(${one} = any (${value(items)}::${isNumber ? "float8" : "text"}[]), false)`;
  return by === "in" ? among : `not ${among}`;
}

function operand(given: Operand, value: Value): string | undefined {
  if (given.kind === "name") return columns[given.name];
  if (given.kind === "list") return undefined;
  return `${value(given.value)}::${given.kind === "number" ? "float8" : "text"}`;
}
