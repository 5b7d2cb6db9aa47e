import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { surgery } from "../governance/testing/surgery.js";
import type { Principal } from "../identity/index.js";
import { wholePolicy } from "../policy/testing/whole-policy.js";
import { message } from "../testing/samples.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("who said it on $name", (engine) => {
  let memory: TestMemory;
  const [app, ann] = [agent("app"), human("ann")];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    const yaml = wholePolicy("version: 1.0.0\nretrieval: { trust: { writers: ['agent:app'] } }");
    await memory.call(admin(), "applyPolicy", { yaml });
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);

  const ids = new Map<string, string>();
  const say = async (session_id: string, actor_id: string, text: string, more: object = {}) => {
    const given = { session_id, actor_id, content: { project_id: "desk" }, ...more };
    const { chunk_id } = await memory.call(app, "recordEvent", message(text, given));
    ids.set(text, chunk_id!);
    return chunk_id!;
  };
  const build = async (given: object = {}, who: Principal = app) =>
    (
      await memory.call(who, "buildAcb", {
        ...{ session_id: "elsewhere", channel: "private", project_id: "desk", ...given },
      } as never)
    ).acb;
  const lines = (prompt: string) => prompt.split("\n").filter((line) => line.startsWith("- "));

  it("is told by recall, search, timeline and contexts: speaker, session and the turn's place in it", async () => {
    await say("ticket-4711", "maria", "The walrus invoice names two seats.");
    const id = await say("ticket-4711", "bot", "How many walrus seats should it name?");
    const said = { speaker: "bot", session_id: "ticket-4711", turn: 2 };
    const asked = { query: "walrus seats", channel: "private" as const };
    const { memories } = await memory.call(ann, "recall", asked);
    expect(memories.find(({ memory_id }) => memory_id === id)).toMatchObject(said);
    const { chunks } = await memory.call(ann, "searchChunks", asked);
    expect(chunks.find(({ chunk_id }) => chunk_id === id)).toMatchObject(said);
    const around = { chunk_id: id, channel: "private" as const };
    expect((await memory.call(ann, "chunkTimeline", around)).chunks[0]).toMatchObject(said);
    const acb = await build({ query: "walrus seats" });
    const items = acb.sections.flatMap((section) => section.items);
    expect(items.find(({ memory_id }) => memory_id === id)).toMatchObject(said);
    const noted = await memory.call(ann, "remember", { text: "A walrus note of its own" });
    const { memories: found } = await memory.call(ann, "recall", { query: "walrus note of its own" });
    expect(found.find(({ memory_id }) => memory_id === noted.memory_id)).toMatchObject({
      session_id: null,
      turn: null,
    });
  });

  it("shows turns of one session together and in their order, and the writer where it is another", async () => {
    await say("first", "maria", "The heron invoice is wrong again.");
    await say("second", "paul", "A heron invoice arrived for Paul.");
    await say("first", "bot", "Shall I correct the heron invoice for maria?");
    const { prompt } = await build({ query: "heron invoice" });
    const told = lines(prompt).filter((line) => line.includes("heron"));
    const start = told.findIndex((line) => line.includes("(first, "));
    expect(told[start]).toMatch(/^- maria, per agent:app \(first, \d+ \w+\): The heron invoice is wrong/);
    expect(told[start + 1]).toBe("- bot, per agent:app: Shall I correct the heron invoice for maria?");
  });

  it("never shows a short answer without what it answers", async () => {
    await say("short", "bot", "Do you want the penguin delivered on Thursday?");
    await say("short", "maria", "Correct.");
    const correct = ids.get("Correct.")!;
    const { prompt } = await build({ query: "Correct" });
    const told = lines(prompt);
    const at = told.findIndex((line) => line.endsWith("Correct."));
    expect(told[at]).toBe("- maria, per agent:app: Correct.");
    expect(told[at - 1]).toContain("Do you want the penguin delivered");
    const here = await build({ session_id: "short", max_tokens: 100 });
    for (const acb of [here, await build({ query: "Correct", max_tokens: 90 })]) {
      expect(acb.prompt.includes("Correct.")).toBe(acb.prompt.includes("penguin"));
    }
    await edit(human(), ids.get("Do you want the penguin delivered on Thursday?")!, { op: "retract" });
    for (const acb of [await build({ query: "Correct" }), await build({ session_id: "short" })]) {
      expect(acb.prompt).not.toContain("Correct.");
      const left = acb.omissions.find(({ reason }) => reason === "answer_alone");
      expect(left?.candidates).toContain(correct);
    }
  });

  it("tells a short answer right after what it answers, however the two came into the budget", async () => {
    const long = (n: number) =>
      `Part ${n} of the puffin census counts ${"burrow after burrow ".repeat(1 + (n % 3) * 6)}`;
    for (let n = 0; n < 12; n++) {
      const [text, who] = n % 3 === 2 ? [`Correct, ${n}.`, "maria"] : [long(n), n % 2 ? "bot" : "maria"];
      await say("census", n % 3 === 1 ? "bot" : who!, text!);
    }
    for (const intent of ["explain", "implement", undefined])
      for (const max_tokens of [250, 330, 420, 520, 640, 780, 950]) {
        const { prompt } = await build({
          session_id: "census",
          query: "puffin census burrow",
          intent,
          max_tokens,
        });
        const told = lines(prompt);
        for (const [at, line] of told.entries()) {
          const n = /: Correct, (\d+)\.$/.exec(line)?.[1];
          if (n !== undefined)
            expect(told[at - 1], `${intent} ${max_tokens}`).toContain(`Part ${Number(n) - 1} of`);
        }
      }
  });

  it("uses the budget while there is something to show, and says why it leaves the rest out", async () => {
    for (let n = 0; n < 40; n++) {
      const text = `Otter report ${n}: the river stood at ${n * 7} centimetres near the old mill bridge.`;
      await memory.call(ann, "remember", { text, project_id: "river", scope: "project" });
    }
    for (const [intent, query] of [
      ["explain", "otter river"],
      [undefined, "otter river"],
      [undefined, undefined],
    ]) {
      const acb = await build({ project_id: "river", query, intent, max_tokens: 1_000 });
      expect(acb.total_tokens).toBeGreaterThan(900);
      expect(new Set(acb.omissions.map(({ reason }) => reason))).toEqual(new Set(["over_budget"]));
      const replayed = await memory.call(app, "replayAcb", { acb_id: acb.acb_id });
      expect(replayed).toMatchObject({ identical: true });
    }
  });
});
