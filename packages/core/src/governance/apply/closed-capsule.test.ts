import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { surgery } from "../testing/surgery.js";

describe.each(engines)("a forwarded capsule on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit } = surgery(() => memory);
  const [ann, bot, last] = [human("ann"), agent("bot"), agent("last")];

  it.each(["retract", "quarantine"])("closes for every reader when the first one does: %s", async (op) => {
    await memory.call(last, "status", {});
    const { capsule_id } = await memory.call(ann, "createCapsule", {
      subject_type: "user",
      subject_id: `jack-${op}`,
      scope: "user",
      audience_agent_ids: ["bot"],
      items: { chunks: [await write(`Jack pays late, ${op}`)] },
      risks: [`grumbling ${op}`],
      forward: true,
    });
    const passed = await memory.call(bot, "forwardCapsule", { capsule_id, audience_agent_ids: ["last"] });
    const recalled = async () =>
      (await memory.call(last, "recall", { query: "grumbling", kinds: ["capsule"] })).memories.filter(
        ({ memory_id }) => memory_id === passed.capsule_id,
      );
    const read = async () => (await memory.call(last, "getCapsule", { capsule_id: passed.capsule_id })).items;
    expect([(await recalled()).length, (await read()).length]).toEqual([1, 1]);
    await edit(ann, capsule_id, { op });
    await expect(read()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await recalled()).toEqual([]);
    await edit(ann, capsule_id, { op: "restore", patch: { op } });
    expect([(await recalled()).length, (await read()).length]).toEqual([1, 1]);
  });
});
