import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../default-policy.js";
import { foundIn, foundInLong } from "./found-in.js";

const badge = { name: "badge", find: "EMP-\\d{4}", replace: "[BADGE]", class: "secret" as const };
const rules = { redact_policies: { default: { rules: [badge] } } };

describe("the class of what is found", () => {
  it.each([
    ["The demo is on Friday", "public"],
    ["Write to ann@example.org", "pii"],
    ["Write to ann at example dot org", "pii"],
    ["The gateway is 8.8.8.8", "internal"],
    [{ metadata: { contact: ["nobody", "ann@example.org"] } }, "pii"],
    [{ "ann@example.org": { is: "a key" } }, "pii"],
    [{ "ann@example.org": true }, "pii"],
    [{ "ann@example.org": 0.5, ordinary: null }, "pii"],
    [{ phone: 4155550123 }, "pii"],
    [{ ssn: "078051120" }, "pii"],
    [{ order: 4155550123, count: 3, none: null, yes: true }, "public"],
    [[], "public"],
  ])("%j is %s", (value, expected) => {
    expect(foundIn(defaultPolicy, value).class).toBe(expected);
  });

  it("counts the rules of the policy, also for a text that was looked at under another", () => {
    expect(foundIn(defaultPolicy, "The badge EMP-1234").class).toBe("public");
    expect(foundIn(rules, "The badge EMP-1234").class).toBe("secret");
    expect(foundIn(defaultPolicy, "The badge EMP-1234").class).toBe("public");
  });

  it("finds what stands anywhere in a long text", async () => {
    const filler = "Nothing of interest is said here. ".repeat(6_000);
    expect((await foundInLong(defaultPolicy, filler)).class).toBe("public");
    expect(await foundInLong(defaultPolicy, `${filler} ann@example.org ${filler}`)).toEqual({
      ...{ class: "pii", names: ["email"] },
    });
  });
});
