import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { codeOf, surgery } from "../testing/surgery.js";

describe.each(engines)("correct and forget on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, get, approve } = surgery(() => memory);
  const correct = (who: ReturnType<typeof human>, memory_id: string, text: string) =>
    memory.call(who, "correct", { memory_id, text, reason: "wrong" });
  const forget = (who: ReturnType<typeof human>, memory_id: string) =>
    memory.call(who, "forget", { memory_id, reason: "wrong" });

  it("apply at once for a person and say so", async () => {
    const id = await write("he is Jon");
    expect(await correct(human("ann"), id, "he is John")).toMatchObject({
      memory_id: id,
      status: "approved",
      message: expect.stringContaining("Corrected"),
    });
    expect((await get(id))?.text).toBe("he is John");
    expect(await forget(human("ann"), id)).toMatchObject({
      status: "approved",
      message: expect.stringContaining("Forgotten"),
    });
    expect(await get(id)).toBeUndefined();
  });

  it("wait for approval when an agent calls, and say so", async () => {
    const id = await write("she is Jan");
    const made = await correct(agent("bot"), id, "she is Jane");
    expect(made).toMatchObject({ status: "pending", message: expect.stringMatching(/approved by a person/) });
    expect((await get(id))?.text).toBe("she is Jan");
    await approve(made.edit_id);
    expect((await get(id))?.text).toBe("she is Jane");
    expect(await forget(agent("bot"), id)).toMatchObject({ status: "pending" });
    expect(await codeOf(forget(agent("bot"), "mem_missing"))).toBe("NOT_FOUND");
  });
});
