import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { surgery } from "../testing/surgery.js";

describe.each(engines)("superseded decisions on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit, approve } = surgery(() => memory);
  const ann = human("ann");
  const line = (project_id: string) => ({
    first: async (decision: string) =>
      (await memory.call(ann, "createDecision", { decision, project_id })).memory_id,
    next: async (decision_id: string, decision: string) =>
      (await memory.call(ann, "supersedeDecision", { memory_id: decision_id, decision, project_id }))
        .memory_id,
    inForce: async (as_of?: string) =>
      (await memory.call(ann, "listDecisions", { project_id, as_of })).decisions.map((d) => d.decision),
  });

  it("become active again when the one that replaced them is retracted, until it is restored", async () => {
    const { first, next, inForce } = line("tea");
    const second = await next(await first("Tea at three"), "Tea at four");
    const { edit_id } = await edit(agent("bot"), second, { op: "retract" });
    expect(await inForce()).toEqual(["Tea at four"]);
    const { applied_at } = await approve(edit_id);
    expect(await inForce()).toEqual(["Tea at three"]);
    await edit(ann, second, { op: "restore" });
    expect(await inForce()).toEqual(["Tea at four"]);
    expect(await inForce(new Date(Date.parse(applied_at!) - 1).toISOString())).toEqual(["Tea at four"]);
  });

  it("stay superseded while any later one is not retracted", async () => {
    const { first, next, inForce } = line("soup");
    const second = await next(await first("Soup is red"), "Soup is green");
    const third = await next(second, "Soup is blue");
    await edit(ann, second, { op: "retract" });
    expect(await inForce()).toEqual(["Soup is blue"]);
    await edit(ann, third, { op: "retract" });
    expect(await inForce()).toEqual(["Soup is red"]);
    await edit(ann, second, { op: "restore" });
    expect((await inForce()).sort()).toEqual(["Soup is green"]);
  });
});
