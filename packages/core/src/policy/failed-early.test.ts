import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { policyVersionOf } from "../failed-under.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { newTenant } from "./testing/tenants.js";
import { wholePolicy } from "./testing/whole-policy.js";

describe.each(engines)("a call that fails before it begins, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("names the policy in force in its error and its audit entry", async () => {
    const tenant = newTenant(memory);
    await tenant.set("limits: { capsule_days: 3 }");
    const failures = [
      () => memory.call(tenant.ann, "recall", {} as never),
      () => memory.call(tenant.ann, "recall", { query: "a\ud800" }),
      () => memory.call(tenant.bot, "applyPolicy", { yaml: wholePolicy("version: 2") }),
    ];
    for (const fail of failures) {
      const error = await fail().catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(Error);
      expect(policyVersionOf(error)).toBe("1.0.0");
    }
    await memory.services.audit.flush();
    const { entries } = await memory.call(tenant.boss, "listAudit", {});
    expect(entries.filter(({ decision }) => decision !== "allowed")).toHaveLength(3);
    expect(new Set(entries.map(({ policy_version }) => policy_version))).toEqual(
      new Set(["0.0.0-default", "1.0.0"]),
    );
    for (const { decision, policy_version } of entries) {
      if (decision !== "allowed") expect(policy_version).toBe("1.0.0");
    }
  });
});
