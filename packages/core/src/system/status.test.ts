import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("the status on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("counts the pending edits of memories that the caller may see", async () => {
    const bot = agent("bot");
    const propose = async (given: object) => {
      const { memory_id } = await memory.call(bot, "remember", { text: "a pending thing", ...given });
      const edit = {
        target_type: "memory",
        target_id: memory_id,
        op: "quarantine",
        reason: "doubt",
      } as const;
      return (await memory.call(bot, "applyEdit", edit)).edit_id;
    };
    const pending = async (who = bot) => (await memory.call(who, "status", {})).pending_edits;
    const shared = await propose({});
    await propose({ visibility: "custom", audience: ["zoe"] });
    expect([await pending(), await pending(human())]).toEqual([2, 1]);
    await memory.call(human(), "approveEdit", { edit_id: shared });
    expect([await pending(), await pending(human())]).toEqual([1, 0]);
  });
});
