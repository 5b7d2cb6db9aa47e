import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parsePolicy } from "../text/parse-policy.js";
import { holds, type RuleFacts } from "./evaluate-rule.js";
import { brokenInvariant } from "./invariants.js";
import { parseRule } from "./parse-rule.js";

const facts: RuleFacts = {
  ...{
    operation: "boundary.validate",
    scope: "project",
    boundary_class: "pii",
    actor_type: "agent",
    actor_id: "bot",
  },
  ...{ allow: ["tool:mail"], detected: ["email", "phone"], tokens: 120 },
};
const evaluate = (source: string) => {
  const rule = parseRule(source);
  if ("refused" in rule) throw new Error(rule.refused);
  return holds(rule, facts);
};

test.each([
  ["scope == 'project'", true],
  ['scope != "project"', false],
  ["tokens <= 120 && tokens > 1.5", true],
  ["tokens < 120 || tokens >= 1000", false],
  ["'email' in detected", true],
  ["'card' notin detected && 'email' notin detected", false],
  ["actor_type in ['human', 'agent']", true],
  ["boundary_class notin ['secret']", true],
  ["!(scope == 'session') && !!(tokens == 120)", true],
  ["scope == 'session' || scope == 'project' && tokens == 120", true],
  ["(scope == 'session' || scope == 'project') && tokens == 1", false],
  // Nothing is known of the kind: no comparison with it holds, nor does its opposite.
  ["kind == 'fact'", false],
  ["kind != 'fact'", false],
  ["kind notin ['fact']", false],
  ["!(kind == 'fact')", false],
  ["!(kind in ['fact']) && tokens == 120", false],
  ["!(tokens == 1 || kind == 'fact')", false],
  ["!(tokens == 120 && !(kind == 'fact'))", false],
  // What is known decides where it alone can.
  ["kind == 'fact' || tokens == 120", true],
  ["!(kind == 'fact' && tokens == 1)", true],
  ["'x' in []", false],
  // Of what was asked for, tool:* stands for all that begins so, as it does in a class.
  ["'tool:mail' in allow", true],
  ["'tool:fax' in allow", false],
  ["'tool:*' in allow", true],
  ["'*' notin allow", false],
  ["'answer:*' in allow", false],
  ["actor_id in allow", false],
  ["'tool:mail' in ['tool:*']", false],
])("%s is %s", (source, expected) => {
  expect(evaluate(source)).toBe(expected);
});

test.each([
  [["tool:*"], true],
  [["*"], true],
  [["tool:m*"], true],
  [["tool:*", "tool:mail"], true],
  [["tool:mailbox"], false],
  [["answer:*"], false],
  [["*:mail"], false],
  [[], false],
])("%j asks for tool:mail: %s", (allow, asks) => {
  for (const [source, expected] of [
    ["'tool:mail' in allow", asks],
    ["'tool:mail' notin allow", !asks],
    ["!('tool:mail' in allow)", !asks],
  ] as const) {
    const rule = parseRule(source);
    if ("refused" in rule) throw new Error(rule.refused);
    expect(holds(rule, { allow }), source).toBe(expected);
  }
});

test.each([
  ["", "its end where a name or a value should be"],
  ["tokens", "its end where one of"],
  ["true", "names true, which is not known"],
  ["constructor == 'x'", "names constructor, which is not known"],
  ["tokens / 0 == 1", "cannot be read"],
  ["tokens + 1 == 2", "cannot be read"],
  ["tokens == '5'", "compares a text with a number"],
  ["scope > 'a'", "compares texts by >"],
  ["detected == ['email']", "compares a list by =="],
  ["detected in ['email']", "has in without a value before it"],
  ["scope in 'project'", "has in without a value before it"],
  ["(tokens == 1", "has a ( without a )"],
  ["tokens == 1 tokens == 2", 'has "tokens" where && or || should be'],
  ["'a' in ['a'", "has a [ without a ]"],
  ["'a' in [[1]]", "something else than values"],
  ["scope == 'unfinished", "cannot be read"],
  [`${"(".repeat(60)}tokens == 1${")".repeat(60)}`, "nested more than 40"],
])("refuses %j", (source, reason) => {
  expect(parseRule(source)).toEqual({ refused: expect.stringContaining(reason) });
});

test("any text is a rule or refused", () => {
  const piece = fc.constantFrom(
    "scope",
    "tokens",
    "==",
    "in",
    "[",
    "]",
    "(",
    ")",
    "!",
    "&&",
    "||",
    "'a'",
    "1",
    ",",
    " ",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 12 }), (pieces) => {
      const rule = parseRule(pieces.join(" "));
      if (!("refused" in rule)) expect(typeof holds(rule, facts)).toBe("boolean");
    }),
    { numRuns: 500 },
  );
});

describe("invariants", () => {
  const { policy } = parsePolicy(`
version: 1
invariants:
  - { name: short, applies_to: [principle], rule: "tokens <= 100" }
  - { name: no cards, applies_to: [project], rule: "'card' notin detected" }
`);
  const broken = (layer: "session" | "project" | "principle", given: RuleFacts) =>
    brokenInvariant(policy, "send", layer, given);

  it("bind the layers below theirs too", () => {
    const long = { tokens: 500, detected: [] };
    expect(["session", "project", "principle"].map((layer) => broken(layer as "session", long))).toEqual([
      ...["short", "short", "short"],
    ]);
    const card = { tokens: 5, detected: ["card"] };
    expect(["session", "project", "principle"].map((layer) => broken(layer as "session", card))).toEqual([
      ...["no cards", "no cards", undefined],
    ]);
  });

  it("are refused where they name what is not known", () => {
    const apply = (rule: string) =>
      parsePolicy(`version: 1\ninvariants: [{ name: a, applies_to: [project], rule: "${rule}" }]`);
    expect(() => apply("mood == 'good'")).toThrow("invariants.0.rule names mood, which is not known");
    expect(() => apply("tokens / 0 > 1")).toThrow("cannot be read");
  });
});
