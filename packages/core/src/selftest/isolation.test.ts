import { contract, notFound, type OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { rowCounts } from "../security-tests/testing/catalogue/row-counts.js";
import { admin, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { isolationSelftest } from "./isolation.js";
import { ownCalls } from "./own-calls.js";

describe.each(engines)("the self-test of isolation on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await memory.call(human(), "remember", { text: "Herons stand still" });
  });
  afterAll(() => memory.close());

  it("finds nothing with every operation, and leaves nothing behind", { timeout: 600_000 }, async () => {
    await memory.call(admin(), "status", {});
    const before = await rowCounts(memory.database);
    const report = await memory.call(admin(), "selftestIsolation", {});
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ leaks: 0, differences: 0 });
    expect(report.operations).toBe(Object.keys(contract).length);
    expect(report.calls).toBeGreaterThan(report.operations * 5);
    expect(await rowCounts(memory.database)).toEqual(before);
  });

  it("finds an answer that shows too much, and one that tells a foreign id from a missing one", async () => {
    const { call, ...rest } = ownCalls(memory.services);
    let word = "";
    const leaky = async (...[who, operation, input]: Parameters<typeof call>) => {
      if (operation === "getFact") {
        const { fact_id } = input as { fact_id: string };
        if (who.permissions.size > 0 && !fact_id.endsWith("9".repeat(27)))
          throw notFound("fact of this tenant");
      }
      const text = JSON.stringify(input);
      word = /kestrel[0-9a-f]{8}/.exec(text)?.[0] ?? word;
      const output = (await call(who, operation, input)) as object;
      return operation === "listRules" ? { ...output, note: word } : output;
    };
    const only: OperationName[] = ["getFact", "listRules"];
    const { findings } = await isolationSelftest({ ...rest, call: leaky }, only);
    expect(findings).toContainEqual({
      ...{ operation: "getFact", kind: "difference", what: "fact_id of another tenant" },
    });
    expect(findings.filter(({ operation }) => operation === "listRules")).toContainEqual({
      ...{ operation: "listRules", kind: "leak", what: "as agent of another tenant" },
    });
  });

  it("is for admins, about operations that there are, one at a time", async () => {
    const run = (only: string[], who = admin()) => memory.call(who, "selftestIsolation", { only });
    await expect(run(["getFact"], human())).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(run(["constructor"])).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const [one, other] = await Promise.allSettled([run(["getPolicy"]), run(["getPolicy"])]);
    expect([one.status, other.status]).toEqual(["fulfilled", "rejected"]);
  });
});
