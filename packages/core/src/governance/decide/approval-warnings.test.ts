import { expect, test } from "vitest";
import { defaultPolicy, parsePolicyText } from "../../policy/index.js";
import { approvalWarnings } from "./approval-warnings.js";

const policyOf = async (...rules: string[]) =>
  (
    await parsePolicyText(
      ["version: 1", "approval:", "  edits:", ...rules.map((rule) => `    - { ${rule} }`)].join("\n"),
    )
  ).policy;
const warned = (policy: typeof defaultPolicy, ...approvers: string[]) =>
  approvalWarnings(policy, new Set(approvers)).join(" ");

test("the default needs one reviewer, whose own edits apply at once", () => {
  expect(warned(defaultPolicy)).toContain("no key of this tenant has the permission edit:approve");
  expect(warned(defaultPolicy, "ann")).toBe("");
});

test("a policy by which reviewers wait needs two of them", async () => {
  const policy = await policyOf("principal: agent, then: apply");
  expect(warned(policy, "ann")).toContain("only ann has a key that may approve");
  expect(warned(policy, "ann", "ben")).toBe("");
});

test("a policy by which nothing waits needs nobody", async () => {
  expect(warned(await policyOf("then: apply"))).toBe("");
  expect(warned(await policyOf("op: retract, then: deny", "then: apply"))).toBe("");
});
