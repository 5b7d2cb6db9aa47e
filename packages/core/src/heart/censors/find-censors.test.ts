import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../../testing/test-memory.js";
import { censorCalls } from "../testing/censor-calls.js";
import { chosenEmbedder } from "../testing/chosen-embedder.js";

const ann = human("ann");

describe.each(engines)("the way to censors on $name", (engine) => {
  let memory: TestMemory;
  const embedder = chosenEmbedder();
  beforeAll(async () => {
    memory = await openTestMemory(engine, { embedder });
  });
  afterAll(() => memory.close());

  const { check, get } = censorCalls(() => memory);

  it("are remembered where a text forbids something, unless another kind is named", async () => {
    const remember = (text: string, more: object = {}) => memory.call(ann, "remember", { text, ...more });
    const { memory_id, kind } = await remember("Never lend the pump.\nIt leaks.");
    expect(kind).toBe("censor");
    expect(await get(memory_id)).toMatchObject({
      ...{
        trigger_pattern: "lend the pump",
        reason: "Never lend the pump.\nIt leaks.",
        visibility: "tenant",
      },
    });
    expect(await remember("Never lend the pump.\nIt leaks.")).toMatchObject({ memory_id, status: "exists" });
    expect((await check("I lend the pump")).matches).toMatchObject([{ id: memory_id }]);
    expect((await remember("do not feed the heron")).kind).toBe("censor");
    for (const [text, more, expected] of [
      ["Neverland is a park.", {}, "chunk"],
      ["Never feed the owl.", { kind: "note" }, "chunk"],
      [
        "Feeding costs a fine.",
        { kind: "censor", attributes: { trigger_pattern: "feed", action: "block" } },
        "censor",
      ],
    ] as const) {
      expect((await remember(text, more)).kind).toBe(expected);
    }
    const foreign = { kind: "censor", attributes: { learned_from_decision: "dec_x" } };
    await expect(remember("x", foreign)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("are listed page by page and searched, of a domain or of none", async () => {
    const who = agent("reader", tenantB);
    const mine = (trigger_pattern: string, domain?: string) =>
      memory.call(who, "addCensor", { trigger_pattern, reason: "Of owls.", domain });
    for (const [pattern, domain] of [
      ["grey owl", "birds"],
      ["white owl"],
      ["owl of brass", "metal"],
    ] as const) {
      await mine(pattern, domain);
    }
    const list = (input: object) => memory.call(who, "listCensors", input);
    const first = await list({ limit: 2 });
    expect(first.censors.map(({ trigger_pattern }) => trigger_pattern)).toEqual([
      "owl of brass",
      "white owl",
    ]);
    const second = await list({ limit: 2, cursor: first.next_cursor });
    expect(second).toMatchObject({ censors: [{ trigger_pattern: "grey owl" }], next_cursor: null });
    expect((await list({ domain: "birds" })).censors).toHaveLength(2);
    const found = await memory.call(who, "searchCensors", { query: "owl", domain: "birds", explain: true });
    expect(found.censors.map(({ domain }) => domain).sort()).toEqual(["birds", null]);
    expect(found.censors[0]).toMatchObject({ action: "warn", trust: "own", parts: { trust: 1 } });
  });
});
