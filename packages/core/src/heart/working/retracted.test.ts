import { type OperationName, PalimpsestError } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

const text = "Zoe keeps the key under the mat";
const [ann, bot] = [human("ann"), agent("bot")];
const inSession = { session_id: "s" };

describe.each(engines)("a retracted text in working memory on $name", (engine) => {
  let memory: TestMemory;
  let item: object;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    const retract = async (words: string) => {
      const { memory_id } = await memory.call(bot, "remember", { text: words });
      await memory.call(ann, "forget", { memory_id, reason: "not true" });
    };
    await retract(`${text}.`);
    await retract("hidden");
    const { memory_id } = await memory.call(bot, "createDecision", { decision: "Change the lock" });
    item = { ...inSession, type: "decision", ref_id: memory_id, relevance: 1 };
    await memory.call(bot, "openWorkingMemory", inSession);
  });
  afterAll(() => memory.close());

  const call = (operation: OperationName, input: object) => memory.call(bot, operation, input as never);
  const writes: [OperationName, () => object][] = [
    ["focusWorkingMemory", () => ({ ...inSession, task: `*${text}*` })],
    ["focusWorkingMemory", () => ({ ...inSession, task: "Find the key", frame: text.toUpperCase() })],
    ["addWorkingThread", () => ({ ...inSession, description: `${text}!` })],
    ["loadWorkingItem", () => ({ ...item, summary: `“${text}”` })],
  ];

  it.each(writes)("is refused by %s, which changes nothing", async (operation, input) => {
    const before = await memory.call(bot, "getWorkingMemory", inSession);
    const refused = await call(operation, input()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PalimpsestError);
    expect(refused).toMatchObject({ code: "TOMBSTONED", status: 409 });
    expect(await memory.call(bot, "getWorkingMemory", inSession)).toEqual(before);
  });

  it("is taken as a single word and within other words, and still found to be resolved", async () => {
    await call("focusWorkingMemory", { ...inSession, task: `Is it so that ${text}?`, frame: "hidden" });
    await call("loadWorkingItem", { ...item, summary: "hidden" });
    await call("addWorkingThread", { ...inSession, description: `Ask whether ${text}` });
    const { open_threads } = await memory.call(bot, "resolveWorkingThread", {
      ...{ ...inSession, description: text },
    });
    expect(open_threads).toEqual([]);
  });
});
