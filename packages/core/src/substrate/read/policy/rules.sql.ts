import { layers, type Operand, type ReadRule, type Rule } from "../../../policy/index.js";

type Value = (value: unknown) => string;

const layer = `case when m.scope = 'session' then 0 when m.scope in ('policy', 'global') then 2 else 1 end`;

/** What the names in a rule mean of memory `m`, read by the caller. Those that are missing have no value. */
const columns: Readonly<Record<string, string>> = {
  operation: "'read'::text",
  scope: `(array['${layers.join("', '")}'])[1 + ${layer}]`,
  kind: "m.kind",
  boundary_class: "m.boundary_class",
  actor_type: "palimpsest.principal_type()",
  actor_id: "palimpsest.principal()",
  tokens: "m.token_count::float8",
};

/** Columns that always have a value. */
const filled = new Set(["operation", "scope", "kind", "boundary_class", "tokens"]);

/** SQL with its values, which stand between its parts. */
interface Compiled {
  parts: readonly string[];
  values: readonly unknown[];
  /** Which of the values stands after each part but the last. */
  between: readonly number[];
}

/** A search asks several times for the rules of one policy. */
const compiledOnce = new WeakMap<readonly ReadRule[], Compiled>();

/**
 * Memory `m` is as the invariants of a policy say. It is asked of every row that a search looks at, so what several of
 * them say is asked once, and where each binds is asked once for all that bind so far.
 */
export function keepsRules(rules: readonly ReadRule[], value: Value): string {
  const compiled = compiledOnce.get(rules) ?? compile(rules);
  compiledOnce.set(rules, compiled);
  const places = compiled.values.map((each) => value(each));
  return compiled.parts.reduce((sql, part, n) => `${sql}${places[compiled.between[n - 1]!]}${part}`);
}

/** Stands around the number of a value. No rule can bring it into the SQL: what rules contain becomes values. */
const mark = "\u0000";

function compile(rules: readonly ReadRule[]): Compiled {
  const values: unknown[] = [];
  const pieces = sqlOfAll(rules, (each) => `${mark}${values.push(each) - 1}${mark}`).split(mark);
  return {
    values,
    parts: pieces.filter((_, n) => n % 2 === 0),
    between: pieces.filter((_, n) => n % 2 === 1).map(Number),
  };
}

function sqlOfAll(rules: readonly ReadRule[], value: Value): string {
  const valueOnce = once(value);
  const byReach = new Map<number, Set<string>>();
  for (const { rule, reach } of rules) {
    const said = byReach.get(reach) ?? new Set<string>();
    byReach.set(reach, said);
    for (const part of partsOf(rule)) said.add(part ? known(part, sqlOf(part, valueOnce)) : "false");
  }
  const bound = Array.from(byReach, ([reach, said]) => {
    const all = [...said].join(" and ");
    return reach >= layers.length - 1 ? `(${all})` : `(${layer} > ${Math.trunc(reach)} or (${all}))`;
  });
  return `(${bound.join(" and ")})`;
}

/** All that must be true together. */
const partsOf = (rule: Rule | undefined): (Rule | undefined)[] =>
  rule?.kind === "and" ? rule.parts.flatMap(partsOf) : [rule];

/** The same parameter for the same value. */
function once(value: Value): Value {
  const known = new Map<string, string>();
  return (given) => {
    const key = JSON.stringify(given);
    const made = known.get(key) ?? value(given);
    known.set(key, made);
    return made;
  };
}

/** Comparisons that SQL spells otherwise. */
const operators: Readonly<Record<string, string>> = { "==": "=", "!=": "<>" };

/** As `holds` evaluates a rule: a comparison with something that has no value is null, and so is its opposite. */
function sqlOf(rule: Rule, value: Value): string {
  if (rule.kind === "not") return `not ${sqlOf(rule.part, value)}`;
  if (rule.kind !== "compare") {
    return `(${rule.parts.map((part) => sqlOf(part, value)).join(rule.kind === "and" ? " and " : " or ")})`;
  }
  const { left, by, right } = rule;
  if (by === "in" || by === "notin") return listed(left, by, right, value);
  const [a, b] = [operand(left, value), operand(right, value)];
  if (a === undefined || b === undefined) return unknown;
  return `(${a} ${operators[by] ?? by} ${b})`;
}

const unknown = "null::boolean";

function listed(left: Operand, by: "in" | "notin", right: Operand, value: Value): string {
  const hasValue = left.kind === "name" ? columns[left.name] !== undefined : left.kind !== "unknown";
  if (!hasValue || right.kind === "unknown") return unknown;
  const turned = by === "in" ? "" : "not ";
  if (right.kind === "name") {
    // What was found in a memory is not kept. Nothing that has a class was if it is public.
    return right.name === "detected" ? `${turned}nullif(m.boundary_class <> 'public', true)` : unknown;
  }
  const isNumber = left.kind === "number" || (left.kind === "name" && left.name === "tokens");
  const items = (right.kind === "list" ? right.value : []).filter(
    (item) => (typeof item === "number") === isNumber,
  );
  return `${turned}(${operand(left, value)} = any (${value(items)}::${isNumber ? "float8" : "text"}[]))`;
}

/** False instead of null. */
const known = (rule: Rule, sql: string): string => (isFilled(rule) ? sql : `coalesce(${sql}, false)`);

/** Whether all that a rule speaks of always has a value. */
function isFilled(rule: Rule): boolean {
  if (rule.kind === "not") return isFilled(rule.part);
  if (rule.kind !== "compare") return rule.parts.every(isFilled);
  return [rule.left, rule.right].every(
    (one) => one.kind !== "unknown" && (one.kind !== "name" || filled.has(one.name)),
  );
}

function operand(given: Operand, value: Value): string | undefined {
  if (given.kind === "name") return columns[given.name];
  if (given.kind === "list" || given.kind === "unknown") return undefined;
  return `${value(given.value)}::${given.kind === "number" ? "float8" : "text"}`;
}
