import { describe, expect, it } from "vitest";
import { atOnce } from "../../async/index.js";
import { parsePolicy } from "../text/parse-policy.js";
import { maskOf } from "./inspect.js";
import { judge } from "./judge.js";
import { tagsOf } from "./tags.js";

const { policy } = parsePolicy("version: 1");
const key = `ghp_${"aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4"}`;

describe("the default policy", () => {
  it.each([
    ["Write to ann@example.org", ["answer:task"], "pii", "review", "Write to [REDACTED:email]"],
    ["Write to ann@example.org", ["tool:contact-lookup"], "pii", "redacted", "Write to [REDACTED:email]"],
    ["Write to ann@example.org", ["tool:*"], "pii", "review", "Write to [REDACTED:email]"],
    ["Write to ann@example.org", "every", "pii", "redacted", "Write to [REDACTED:email]"],
    ["Deploy on Friday", [], "public", "allowed", undefined],
    ["From 203.0.113.9", [], "internal", "denied", "From [REDACTED:ip]"],
    ["From 203.0.113.9", ["tool:search"], "internal", "allowed", undefined],
    [
      `ann@example.org has ${key}`,
      ["tool:contact-lookup"],
      "secret",
      "denied",
      "[REDACTED:email] has [REDACTED:secret]",
    ],
    [`It is ${key}`, "every", "secret", "denied", "It is [REDACTED:secret]"],
  ] as const)("says of %j for %j: %s, %s", (text, tags, strictest, decision, redacted) => {
    const judged = atOnce(judge(policy, text, tags));
    expect(judged).toMatchObject({ class: strictest, decision });
    expect(decision === "allowed" || decision === "redacted" ? judged.redacted : judged.masked).toBe(
      redacted,
    );
  });
});

it("finds what its own rules name, and masks it as they say", () => {
  const { policy: own } = parsePolicy(`
version: 1
boundary_classes:
  internal: { redact: [codename] }
redact_policies:
  default:
    rules:
      - { name: codename, find: "(?i)project \\\\w+", replace: "[CODENAME]", class: internal }
      - { name: badge, find: "EMP-\\\\d{4}", replace: "[BADGE]" }
`);
  expect(atOnce(judge(own, "project Heron ships", ["answer:task"]))).toMatchObject({
    ...{ class: "internal", decision: "redacted", redacted: "[CODENAME] ships" },
  });
  expect(atOnce(judge(own, "EMP-1234 on Project Heron", ["answer:task"]))).toMatchObject({
    ...{ class: "pii", decision: "review", masked: "[BADGE] on [CODENAME]", found: ["codename", "badge"] },
  });
});

describe("a text with things of several classes", () => {
  const { policy: own } = parsePolicy(`
version: 1
boundary_classes:
  internal: { allow: ['answer:task'], redact: [badge, ip] }
redact_policies:
  default:
    rules:
      - { name: badge, find: "EMP-\\\\d{4}", replace: "[BADGE]", class: internal }
`);
  const text = "badge EMP-1234 at 8.8.8.8";
  it("goes only where each of them may go", () => {
    const denied = { decision: "denied", stoppedBy: "internal" };
    expect(atOnce(judge(own, text, ["tool:contact-lookup"]))).toMatchObject(denied);
    expect(atOnce(judge(own, `${text} ann@example.org`, ["tool:contact-lookup"]))).toMatchObject({
      ...{ ...denied, class: "pii" },
    });
    expect(atOnce(judge(own, `${text} ann@example.org`, ["answer:task"]))).toMatchObject({
      ...{ decision: "review", stoppedBy: "pii" },
    });
  });
  it("is masked as each of its classes says", () => {
    const masked = "badge [BADGE] at [REDACTED:ip] [REDACTED:email]";
    expect(
      atOnce(judge(own, `${text} ann@example.org`, ["answer:task", "tool:contact-lookup"])),
    ).toMatchObject({
      ...{ decision: "redacted", redacted: masked },
    });
    expect(maskOf(own, `${text} ann@example.org`, "pii")).toBe(masked);
    expect(maskOf(own, text, "pii")).toBe("badge [BADGE] at [REDACTED:ip]");
    expect(maskOf(own, text, "public")).toBe(text);
  });
});

it.each([
  ["EMP-1\u200b234 is in", "[BADGE] is in"],
  ["ＥＭＰ-1234 is in", "[BADGE] is in"],
  ["EMP&#45;1234 is in", "[BADGE] is in"],
  ["EMP%2D1234 is in", "[BADGE] is in"],
  ["RU1QLTEyMzQgaXMgaW4= is encoded", "[BADGE] is encoded"],
  ["Рrojekt Falke with a Cyrillic Р", "[CODENAME] with a Cyrillic Р"],
  ["Проект Сокол", "[CODENAME]"],
  ["TEMPO-1234 is in", undefined],
])("finds what its own rules name in disguise: %j", (text, masked) => {
  const { policy: own } = parsePolicy(`
version: 1
redact_policies:
  default:
    rules:
      - { name: badge, find: "EMP-\\\\d{4}", replace: "[BADGE]" }
      - { name: codename, find: "Projekt Falke|Проект Сокол", replace: "[CODENAME]" }
`);
  expect(atOnce(judge(own, text, [])).masked).toBe(masked);
});

it("matches in linear time what would make others backtrack", () => {
  const { policy: own } = parsePolicy(
    "version: 1\nredact_policies: { default: { rules: [{ name: slow, find: '(a+)+!', replace: '-' }] } }",
  );
  expect(atOnce(judge(own, "a".repeat(20_000), ["answer:task"])).found).toEqual([]);
  expect(atOnce(judge(own, `${"a".repeat(20_000)}!`, ["answer:task"])).masked).toBe("-");
});

it("lets others have a turn while a long text is matched", () => {
  const { policy: own } = parsePolicy(
    "version: 1\nredact_policies: { default: { rules: [{ name: slow, find: 'a[ab]{200}', replace: '-' }] } }",
  );
  const turns = (text: string) => [...judge(own, text, ["answer:task"])].length;
  expect(turns("ab".repeat(100))).toBe(0);
  expect(turns("ab".repeat(50_000))).toBeGreaterThan(turns("cd".repeat(50_000)));
});

it("counts only tags that were granted", () => {
  expect(tagsOf(undefined, ["tool:*"])).toEqual(["tool:*"]);
  expect(tagsOf(["tool:search", "answer:task"], ["tool:*"])).toEqual(["tool:search"]);
  expect(tagsOf(["answer:task"], ["tool:*"])).toBeUndefined();
  expect(tagsOf([], ["tool:*"])).toEqual([]);
  expect(tagsOf(["tool:*"], ["tool:search"])).toBeUndefined();
  expect(tagsOf(undefined, "every")).toBe("every");
  expect(tagsOf(undefined, ["answer:task", "*"])).toBe("every");
  expect(tagsOf(["tool:search"], ["*"])).toEqual(["tool:search"]);
});

it.each([
  ["boundary_classes: { secret: { allow: ['*'] } }", "boundary_classes.secret.allow must"],
  [
    "boundary_classes: { pii: { redact: [emails] } }",
    "boundary_classes.pii.redact.0 must be one of card, email",
  ],
  ["boundary_classes: { top: { allow: [] } }", "boundary_classes.top is not a field here"],
  ["boundary_classes: { pii: { escalation: ask } }", "boundary_classes.pii.escalation must be one of"],
  [
    "redact_policies: { default: { rules: [{ name: a, find: '(?=x)', replace: y }] } }",
    "redact_policies.default.rules.0.find has look-around",
  ],
  [
    "redact_policies: { default: { rules: [{ name: a, find: 'x*', replace: y }] } }",
    "redact_policies.default.rules.0.find matches an empty text",
  ],
  [
    "redact_policies: { default: { rules: [{ name: email, find: x, replace: y }] } }",
    "redact_policies.default.rules.0.name is the name of a detector",
  ],
  [
    "redact_policies: { default: { rules: [{ name: a, find: x, replace: y }, { name: a, find: z, replace: y }] } }",
    "redact_policies.default.rules.1.name is there twice",
  ],
  [
    `redact_policies: { default: { rules: [${Array.from({ length: 20 }, (_, n) => `{ name: a${n}, find: '[a-z]{1,200}7x[0-9]{1,200}', replace: y }`)}] } }`,
    "redact_policies.default.rules take too long to match together",
  ],
])("is refused: %s", (yaml, message) => {
  expect(() => parsePolicy(`version: 1\n${yaml}`)).toThrow(
    expect.objectContaining({ code: "INVALID_POLICY", message: expect.stringContaining(message) }),
  );
});
