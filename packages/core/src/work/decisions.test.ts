import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("decisions on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const ann = human("ann");

  it("lets one of many that supersede a decision at once win, and tells the others", async () => {
    const { decision_id } = await memory.call(ann, "createDecision", { decision: "Tea is at three" });
    const tries = await Promise.allSettled(
      [4, 5, 6, 7, 8, 9].map((hour) =>
        memory.call(ann, "supersedeDecision", { decision_id, decision: `Tea is at ${hour}` }),
      ),
    );
    const lost = tries.filter((tried) => tried.status === "rejected");
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(5).fill("CONFLICT"));
    expect((await memory.call(ann, "listDecisions", {})).decisions).toHaveLength(1);
  });
});
