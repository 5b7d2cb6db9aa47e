import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const [ann, bot] = [human("ann"), agent("bot")];

describe.each(engines)("warnings in contexts on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("show absolute censors, then those that fit the question, own and trusted ones only, in 300 tokens", async () => {
    const add = async (trigger_pattern: string, more: object = {}, who = ann) =>
      (
        await memory.call(who, "addCensor", {
          ...{ trigger_pattern, reason: "It went wrong in March.", visibility: "tenant", ...more },
        })
      ).id;
    const ids = {
      fits: await add("deploy on Friday"),
      apart: await add("paint the fence"),
      firm: await add("share the vault code", { action: "absolute" }),
      own: await add("deploy without tests", {}, bot),
      others: await add("deploy only through eve", { action: "absolute" }, agent("eve")),
    };
    const build = async (query: string, more: object = {}) => {
      const { acb } = await memory.call(bot, "buildAcb", {
        ...{ session_id: "s", channel: "private", query, ...more },
      } as never);
      return { ...acb, warnings: acb.sections.find(({ name }) => name === "warnings")! };
    };
    const { warnings, prompt } = await build("May I deploy now?");
    const shown = warnings.items.map(({ memory_id }) => memory_id);
    expect(shown[0]).toBe(ids.firm);
    expect(shown.slice(1).sort()).toEqual([ids.fits, ids.own].sort());
    expect(prompt).toContain("- [absolute] share the vault code\n  It went wrong in March.");
    expect(prompt).not.toContain("through eve");
    expect((await build("")).warnings.items.map(({ memory_id }) => memory_id)).toEqual([ids.firm]);
    await memory.call(ann, "forget", { memory_id: ids.firm, reason: "r" });
    for (let n = 0; n < 30; n++)
      await add(`deploy to machine ${n} of the old cellar`, { action: "absolute" });
    const full = (await build("May I deploy now?")).warnings;
    expect(full.token_est).toBeLessThanOrEqual(300);
    expect(full.items.length).toBeGreaterThan(5);
    const { acb_id } = await build("May I deploy now?");
    expect(await memory.call(bot, "replayAcb", { acb_id })).toMatchObject({ identical: true });
  });
});
