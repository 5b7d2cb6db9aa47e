import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

const [ada, bot, other] = [human("ada"), agent("bot"), agent("other")];

describe.each(engines)("skills on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const store = (content: string, more: object = {}, who = bot) =>
    memory.call(who, "storeSkill", { procedure_type: "system_prompt", content, ...more });
  const relevant = async (q: string, more: object = {}, who = bot) =>
    (await memory.call(who, "getRelevantSkills", { q, ...more })).results;

  it("are found by what calls for them, and stored once", async () => {
    const trigger_condition = "The user asks about billing";
    const made = await store("Check the payment provider first.", { trigger_condition });
    expect(made).toMatchObject({ status: "created", masked: 0 });
    expect(await store("Check the payment provider first.", { trigger_condition })).toMatchObject({
      ...{ id: made.id, status: "updated", created_at: made.created_at },
    });
    const example = { trigger_condition, procedure_type: "few_shot_example" };
    expect((await store("Check the payment provider first.", example)).id).not.toBe(made.id);
    const [first] = await relevant("Why did my billing fail?", { limit: 1 });
    expect(first).toMatchObject({
      ...{ user_id: "bot", agent_id: "bot", trigger_condition, content: "Check the payment provider first." },
      ...{ writer: "agent:bot", trust: "own", edits_applied: 0 },
    });
    const { id } = await store("Greet in Dutch.\nThen in French.");
    expect((await relevant("greet Dutch"))[0]).toMatchObject({ id, trigger_condition: null });
    expect(await memory.call(bot, "getProcedure", { procedure_id: made.id })).toMatchObject({
      ...{ name: trigger_condition, description: "Check the payment provider first." },
    });
    expect(await memory.call(bot, "getProcedure", { procedure_id: id })).toMatchObject({
      name: "Greet in Dutch.",
    });
  });

  it("are kept for one user at a time", async () => {
    await store("Ada likes tables of tides.", { user_id: "ada" });
    await store("Ben likes charts of tides.", { user_id: "ben" });
    const shown = async (more: object, who = bot) =>
      (await relevant("tides", more, who)).map(({ content }) => content).filter((text) => /tides/.test(text));
    expect(await shown({ user_id: "ada" })).toEqual(["Ada likes tables of tides."]);
    expect(await shown({ user_id: "ben" })).toEqual(["Ben likes charts of tides."]);
    expect(await shown({})).toEqual([]);
    const id = (await relevant("tides", { user_id: "ada" }))[0]!.id;
    expect(await memory.call(ada, "getProcedure", { procedure_id: id })).toMatchObject({ id });
    const ben = memory.call(human("ben"), "getProcedure", { procedure_id: id });
    await expect(ben).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("of another agent never drive the caller, those of a person do", async () => {
    await store("Ignore the harbour master.", { user_id: "bot" }, other);
    expect(await relevant("harbour master")).toEqual([]);
    await store("Obey the harbour master.", { agent_id: "bot", user_id: "bot" }, ada);
    expect(await relevant("harbour master")).toMatchObject([
      { content: "Obey the harbour master.", trust: "trusted" },
    ]);
  });

  it("are an agent's own, and a person says whose", async () => {
    await expect(store("x", { agent_id: "other" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(relevant("x", { agent_id: "other" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(store("x", {}, ada)).rejects.toMatchObject({
      ...{ code: "VALIDATION_ERROR", details: [{ path: "agent_id" }] },
    });
    expect(await store("Wave.", { agent_id: "bot" })).toMatchObject({ status: "created" });
  });

  it("are found by what calls for them, however much they say besides", async () => {
    const trigger_condition = "Somebody wants to return a lamp";
    const content = Array.from({ length: 80 }, (_, n) => `Step ${n}: ask for paper ${n * 7}.`).join("\n");
    const { id } = await store(content, { trigger_condition });
    const [found] = await relevant("Somebody wants to return a lamp");
    expect(found).toMatchObject({ id, trigger_condition });
    expect(found!.score).toBeGreaterThan(0.7);
    // Words of what it says find it too, and those of a procedure's name, description and notes.
    expect((await relevant("paper 490")).map((one) => one.id)).toContain(id);
    const { id: made } = await memory.call(bot, "storeProcedure", {
      ...{ name: "Mend a zither", description: "Loosen the pegs", implementation_notes: ["Use beeswax"] },
    });
    for (const word of ["zither", "pegs", "beeswax"]) {
      expect((await relevant(word))[0], word).toMatchObject({ id: made });
    }
    const patch = { attributes: { trigger_condition: "Somebody wants to swap a chair" } };
    await memory.call(ada, "applyEdit", {
      ...{
        target_type: "procedure",
        target_id: (await store("Swap it.", { trigger_condition, user_id: "ada" })).id,
      },
      ...{ op: "amend", patch, reason: "a test" },
    });
    const [amended] = await relevant("Somebody wants to swap a chair", { user_id: "ada" });
    expect(amended!.score).toBeGreaterThan(0.7);
  });

  it("keep no words of what was corrected, neither in their name nor in what calls for them", async () => {
    const correct = (memory_id: string, text: string, who = bot) =>
      memory.call(who, "correct", { memory_id, text, reason: "wrong" });
    const amend = (target_id: string, attributes: object) =>
      memory.call(bot, "applyEdit", {
        ...{ target_type: "procedure", target_id, op: "amend", patch: { attributes }, reason: "wrong" },
      } as never);
    const get = (procedure_id: string) => memory.call(bot, "getProcedure", { procedure_id });
    const textOf = async (id: string) =>
      (await memory.call(bot, "recall", { query: "feed call mention", limit: 50 })).memories.find(
        (found) => found.memory_id === id,
      )?.text;
    const { id } = await store("Feed the ocelot twice.");
    await correct(id, "Feed the tapir twice.");
    expect((await relevant("ocelot")).map((found) => found.id)).not.toContain(id);
    expect(await get(id)).toMatchObject({
      name: "Feed the tapir twice.",
      description: "Feed the tapir twice.",
    });
    expect(await textOf(id)).toBe("Feed the tapir twice.");
    await amend(id, { trigger_condition: "A tapir is hungry" });
    expect(await get(id)).toMatchObject({ name: "A tapir is hungry" });
    await amend(id, { trigger_condition: "A gnu is hungry" });
    expect(await get(id)).toMatchObject({ name: "A gnu is hungry" });
    expect(await textOf(id)).toBe("A gnu is hungry\nFeed the tapir twice.");
    await amend(id, { trigger_condition: null });
    expect(await get(id)).toMatchObject({ name: "Feed the tapir twice." });

    const remember = async (text: string) =>
      (await memory.call(bot, "remember", { text, visibility: "private" })).memory_id;
    const how = await remember("How to reach Ada: call 555-0134 at night");
    await correct(how, "How to reach Ada: call 555-0199 at noon");
    expect(await textOf(how)).toBe("How to reach Ada: call 555-0199 at noon");
    const steps = await remember("How to call Bo\nUse the red phone");
    await correct(steps, "How to call Bea\nUse the blue phone");
    expect(await get(steps)).toMatchObject({ name: "How to call Bea", description: "Use the blue phone" });
    const named = await memory.call(bot, "storeProcedure", {
      name: "Feeding",
      description: "Feed the lemur",
    });
    await correct(named.id, "Feed the loris");
    expect(await get(named.id)).toMatchObject({ name: "Feeding", description: "Feed the loris" });
    const bare = await memory.call(bot, "storeProcedure", { name: "Bathe the lemur" });
    await memory.call(bot, "applyEdit", {
      ...{ target_type: "procedure", target_id: bare.id, op: "amend", reason: "more to say" },
      patch: { text: "Warm the water first.", attributes: { name: "Bathing" } },
    });
    expect(await get(bare.id)).toMatchObject({ name: "Bathing", description: "Warm the water first." });
    await correct(bare.id, "Cool the water first.");
    expect(await get(bare.id)).toMatchObject({ name: "Bathing", description: "Cool the water first." });

    const censor = await remember("Never mention the panther merger");
    await correct(censor, "Never mention the lynx merger");
    expect(await memory.call(bot, "getCensor", { censor_id: censor })).toMatchObject({
      ...{ trigger_pattern: "mention the lynx merger", reason: "Never mention the lynx merger" },
    });
    const chosen = await memory.call(bot, "addCensor", {
      trigger_pattern: "force push",
      reason: "It loses work",
    });
    await correct(chosen.id, "It has lost work");
    expect(await memory.call(bot, "getCensor", { censor_id: chosen.id })).toMatchObject({
      ...{ trigger_pattern: "force push", reason: "It has lost work" },
    });
  });

  it("are for a user, not for a team, and end when the last write says", async () => {
    await expect(store("Wave to all.", { user_id: "team:red" })).rejects.toMatchObject({
      ...{ code: "VALIDATION_ERROR", details: [{ path: "user_id" }] },
    });
    const end = "2199-01-01T00:00:00.000Z";
    const { id } = await store("Curtsey to the count.", { expires_at: end });
    const expiry = async () =>
      (await memory.call(bot, "getProcedure", { procedure_id: id })).expires_at?.slice(0, 10) ?? null;
    expect(await expiry()).toBe("2199-01-01");
    expect(await store("Curtsey to the count.")).toMatchObject({ id, status: "updated" });
    expect(await expiry()).toBeNull();
    await store("Curtsey to the count.", { expires_at: end });
    expect(await expiry()).toBe("2199-01-01");
  });
});
