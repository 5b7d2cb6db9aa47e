import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { showInContext } from "../testing/show-in-context.js";
import { codeOf, surgery } from "../testing/surgery.js";

describe.each(engines)("who was shown a memory on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit } = surgery(() => memory);

  it("is told to reviewers, from receipts and capsules", async () => {
    const [id, other] = [await write("shown to many"), await write("shown to none")];
    const [a, b] = [
      await showInContext(memory, agent("a"), [id]),
      await showInContext(memory, agent("b"), [id]),
    ];
    const { capsule_id } = await memory.call(human("ann"), "createCapsule", {
      subject_type: "project",
      subject_id: "p",
      scope: "project",
      audience_agent_ids: ["c"],
      items: { chunks: [id], decisions: [], artifacts: [] },
    });
    await memory.call(agent("c"), "getCapsule", { capsule_id });
    const { edit_id } = await edit(human("ann"), id, { op: "retract" });
    const exposure = await memory.call(human("rev"), "editExposure", { edit_id });
    expect(exposure).toMatchObject({
      target_id: id,
      shown: 2,
      sessions: ["session-of-a", "session-of-b"],
      agents: ["a", "b"],
      capsules: [{ capsule_id, audience_agent_ids: ["c"], access_count: 1 }],
    });
    expect(exposure.contexts.map((c) => [c.acb_id, c.agent_id, c.section])).toEqual([
      [b, "b", "retrieved"],
      [a, "a", "retrieved"],
    ]);
    const quiet = await edit(human("ann"), other, { op: "retract" });
    expect(await memory.call(human("rev"), "editExposure", { edit_id: quiet.edit_id })).toMatchObject({
      shown: 0,
      contexts: [],
      sessions: [],
      agents: [],
      capsules: [],
    });
    expect(await codeOf(memory.call(agent("a"), "editExposure", { edit_id }))).toBe("FORBIDDEN");
  });
});
