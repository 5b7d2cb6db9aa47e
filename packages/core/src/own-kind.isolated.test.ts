import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "./db/testing/index.js";
import "./substrate/testing/recipe.js";
import { agent, human, openTestMemory, type TestMemory } from "./testing/test-memory.js";

/** The proof that a kind is declared once: `recipe` stands in one file of a test folder, and everything knows it. */
describe.each(engines)("a kind declared in a test folder, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const [ann, bot] = [human(), agent()];
  const given = { title: "Leek soup", steps: ["Wash the leeks", "Simmer in stock"], minutes: 40 };
  const write = async (attributes: Record<string, unknown> = given, text = "Soup") => {
    const answer = await memory.call(ann, "remember", { kind: "recipe", text, attributes } as never);
    return answer.memory_id;
  };
  const recalled = async (query: string, more: object = {}, who = bot) =>
    (await memory.call(who, "recall", { query, kinds: ["recipe"], ...more })).memories.map(
      ({ memory_id }) => memory_id,
    );
  const amend = (id: string, attributes: Record<string, unknown>, who = ann) =>
    memory.call(who, "applyEdit", {
      target_type: "recipe",
      target_id: id,
      op: "amend",
      patch: { attributes } as never,
      reason: "tasted it",
    });
  const textOf = async (id: string, more: object = {}, who = bot) =>
    (await memory.call(who, "getChunks", { chunk_ids: [id], ...more })).chunks[0]?.text;

  it("is written with its attributes, under its prefix and in its first state", async () => {
    const id = await write();
    expect(id).toMatch(/^rcp_/);
    expect(await textOf(id)).toBe("Leek soup (40 minutes)\nStep: Wash the leeks\nStep: Simmer in stock");
    const { memories } = await memory.call(bot, "recall", { query: "leeks stock" });
    expect(memories.find(({ memory_id }) => memory_id === id)).toMatchObject({
      kind: "recipe",
      status: "draft",
      importance: 0.5,
    });
    expect((await memory.call(ann, "status", {})).memories.recipe).toBeGreaterThan(0);
  });

  it("is found by the words of an amended attribute, and no longer by those it had", async () => {
    const id = await write({ title: "Bread", steps: ["Knead the rye dough"] }, "Bread");
    const before = new Date().toISOString();
    await amend(id, { steps: ["Knead the spelt dough"], minutes: 90 });
    expect((await recalled("spelt"))[0]).toBe(id);
    expect(await recalled("rye")).not.toContain(id);
    expect(await textOf(id)).toBe("Bread (90 minutes)\nStep: Knead the spelt dough");
    expect(await textOf(id, { as_of: before, see_withheld: true }, ann)).toBe(
      "Bread\nStep: Knead the rye dough",
    );
    expect((await recalled("rye", { as_of: before, see_withheld: true }, ann))[0]).toBe(id);
  });

  it("keeps its other attributes when its text is corrected", async () => {
    const id = await write({ title: "Aplle cake", steps: ["Bake it slowly"] }, "Cake");
    await memory.call(ann, "correct", { memory_id: id, text: "Apple cake", reason: "misspelt" });
    expect(await textOf(id)).toBe("Apple cake\nStep: Bake it slowly");
  });

  it("shows in previews and in its history what changed from what to what, and comes back by a restore", async () => {
    const id = await write({ title: "Pesto", minutes: 10 }, "Pesto");
    const patch = { attributes: { minutes: 15 } } as never;
    const request = { target_type: "recipe", target_id: id, op: "amend" as const, patch };
    const change = { field: "attributes.minutes", from: 10, to: 15 };
    expect((await memory.call(ann, "previewEdit", request)).changes).toEqual([change]);
    await amend(id, { minutes: 15 });
    const history = await memory.call(ann, "memoryHistory", { memory_id: id, include_original: true });
    expect(history.edits.map(({ changes }) => changes)).toEqual([[change]]);
    expect(history.original).toMatchObject({ text: "Pesto (10 minutes)", attributes: { minutes: 10 } });
    await memory.call(ann, "applyEdit", { ...request, op: "restore", patch: {}, reason: "ten was right" });
    expect(await textOf(id)).toBe("Pesto (10 minutes)");
    await amend(id, { minutes: null });
    expect(await textOf(id)).toBe("Pesto");
  });

  it("waits for approval of an agent's amendment, and then takes the attributes as they are by then", async () => {
    const id = await write({ title: "Rice", minutes: 20 }, "Rice");
    const { edit_id, status } = await amend(id, { steps: ["Rinse it"] }, bot);
    expect(status).toBe("pending");
    await amend(id, { minutes: 18 });
    await memory.call(ann, "approveEdit", { edit_id });
    expect(await textOf(id)).toBe("Rice (18 minutes)\nStep: Rinse it");
  });

  it.each([
    ["an unknown attribute", { colour: "green" }, "patch.attributes.colour"],
    ["an attribute of another kind", { rationale: ["why not"] }, "patch.attributes.rationale"],
    ["a value of the wrong type", { minutes: "many" }, "patch.attributes.minutes"],
    ["a value out of range", { minutes: 0 }, "patch.attributes.minutes"],
    ["an attribute that edits may not change", { inventor: "Ada" }, "patch.attributes.inventor"],
    ["the removal of what it needs", { title: null }, "patch.attributes.title"],
    ["the prototype", JSON.parse('{"__proto__": {"polluted": true}}'), "patch.attributes"],
  ])("refuses %s and changes nothing", async (_, attributes, path) => {
    const id = await write({ title: "Toast" }, "Toast");
    await expect(amend(id, attributes)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: expect.stringContaining(path) }],
    });
    expect(await textOf(id)).toBe("Toast");
  });

  it("refuses attributes that its schema does not take when it is written", async () => {
    const bad = { title: "Tea", minutes: -1 };
    await expect(write(bad, "Tea")).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "attributes.minutes" }],
    });
    await expect(
      memory.call(ann, "remember", { kind: "sonnet", text: "Shall I compare" } as never),
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "kind" }] });
  });

  it("moves through its states as declared", async () => {
    const id = await write({ title: "Jam" }, "Jam");
    const move = (status: string) => memory.call(ann, "setMemoryStatus", { memory_id: id, status });
    await expect(move("retired")).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("tried"),
    });
    expect(await move("tried")).toMatchObject({ kind: "recipe", status: "tried" });
    expect(await move("retired")).toMatchObject({ status: "retired" });
    await expect(move("draft")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("stands in its section of a context in the states it declares, and in no other", async () => {
    const context = async () => {
      const input = { session_id: "kitchen", channel: "private" as const, query: "what do we cook" };
      const { acb } = await memory.call(bot, "buildAcb", input);
      return acb.sections.find(({ name }) => name === "task_state")!.items;
    };
    const id = await write({ title: "Dumplings" }, "Dumplings");
    const shown = async () => (await context()).find(({ memory_id }) => memory_id === id);
    expect(await shown()).toBeUndefined();
    await memory.call(ann, "setMemoryStatus", { memory_id: id, status: "tried" });
    expect(await shown()).toMatchObject({ type: "recipe", text: "Dumplings" });
    await memory.call(ann, "setMemoryStatus", { memory_id: id, status: "retired" });
    expect(await shown()).toBeUndefined();
  });

  it("can be handed over in a capsule, as it stands when that is opened", async () => {
    const id = await write({ title: "Ramen" }, "Ramen");
    const { capsule_id } = await memory.call(ann, "createCapsule", {
      subject_type: "dish",
      subject_id: "ramen",
      scope: "project",
      audience_agent_ids: ["bot"],
      items: { chunks: [id] },
    });
    await amend(id, { minutes: 30 });
    const { items } = await memory.call(bot, "getCapsule", { capsule_id });
    expect(items).toMatchObject([{ memory_id: id, kind: "recipe", text: "Ramen (30 minutes)" }]);
  });

  it("is retracted, refused when it comes back, and restored with its attributes", async () => {
    const attributes = { title: "Fugu", steps: ["Leave it"] };
    const id = await write(attributes, "Fugu");
    const edit = (op: "retract" | "restore") =>
      memory.call(ann, "applyEdit", { target_type: "recipe", target_id: id, op, reason: "dangerous" });
    await edit("retract");
    expect(await textOf(id)).toBeUndefined();
    await expect(write(attributes, "Fugu")).rejects.toMatchObject({ code: "TOMBSTONED" });
    await edit("restore");
    expect(await textOf(id)).toBe("Fugu\nStep: Leave it");
  });
});
