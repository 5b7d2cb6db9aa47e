import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const [ann, bot] = [human("ann"), agent("bot")];

describe.each(engines)("guidance in contexts on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("shows absolute censors, then those that fit the question, own and trusted ones only, in 300 tokens", async () => {
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
    const { acb_id, omissions } = await build("May I deploy now?");
    expect(omissions).toMatchObject([{ section: "warnings", reason: "section_limit" }]);
    expect(await memory.call(bot, "replayAcb", { acb_id })).toMatchObject({ identical: true });
  });

  it("shows procedures as skills, unless another agent wrote them or they are kept for somebody else", async () => {
    const sailor = agent("sailor");
    const skill = (content: string, more: object = {}, who = sailor) =>
      memory.call(who, "storeSkill", { procedure_type: "system_prompt", content, ...more });
    await skill("Reef early in gales.");
    await skill("Never reef in gales.", { user_id: "sailor" }, agent("eve"));
    await skill("Ask Ben about gales.", { user_id: "ben" });
    await skill("Sing in gales.", { agent_id: "bot", user_id: "sailor" }, ann);
    const drill = await memory.call(ann, "storeProcedure", {
      ...{ name: "Gale drill", description: "Heave to", visibility: "tenant" },
    });
    const build = async (query?: string, more: object = {}) => {
      const { acb } = await memory.call(sailor, "buildAcb", {
        ...{ session_id: "sea", channel: "private", query, ...more },
      } as never);
      return { ...acb, skills: acb.sections.find(({ name }) => name === "skills")! };
    };
    for (const query of ["gales", undefined]) {
      const { skills, prompt } = await build(query);
      expect(skills.items.map(({ text }) => text).sort()).toEqual([
        "Gale drill\nHeave to",
        "Reef early in gales.",
      ]);
      expect(skills.cap).toBe(1_500);
      expect(prompt).toContain("## How to do it\n- [skill] Gale drill\n  Heave to");
      expect(prompt).not.toMatch(/Never reef|Ask Ben|Sing/);
    }
    const { acb_id } = await build("gales");
    expect(await memory.call(sailor, "replayAcb", { acb_id })).toMatchObject({ identical: true });
    await memory.call(ann, "retireProcedure", { procedure_id: drill.id });
    expect((await build("gales")).skills.items.map(({ text }) => text)).toEqual(["Reef early in gales."]);
  });

  it("tells a fact right after the evidence that it was learned from", async () => {
    const start = (summary: string) => memory.call(bot, "startEpisode", { summary });
    const { id: source_episode_id } = await start("The lighthouse keeper changed the lamp");
    for (const summary of ["The lighthouse got new stairs", "The lighthouse was closed in June"])
      await start(summary);
    await memory.call(bot, "learnFact", {
      content: "The lighthouse lamp is electric now",
      source_episode_id,
    });
    const { acb } = await memory.call(bot, "buildAcb", {
      ...{ session_id: "coast", channel: "private", query: "lighthouse" },
    });
    const lines = acb.prompt.split("\n").map((line) => line.replace(/^.*: /, ""));
    const at = lines.indexOf("The lighthouse keeper changed the lamp");
    expect(lines[at + 1]).toBe("The lighthouse lamp is electric now");
    expect(await memory.call(bot, "replayAcb", { acb_id: acb.acb_id })).toMatchObject({ identical: true });
  });
});
