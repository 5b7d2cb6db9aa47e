import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { surgery } from "../../governance/testing/surgery.js";
import { message } from "../../testing/samples.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

const words = "amber basil cedar delta ember fable glade haven ivory jolly".split(" ");
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
  .map((list) => list.join(" "));
const nth = fc.nat(1_000);
const change = fc.oneof(
  fc.constant({ op: "retract" }),
  fc.constant({ op: "quarantine" }),
  fc.constant({ op: "block", patch: { channel: "private" } }),
  fc.constant({ op: "restore" }),
  text.map((to) => ({ op: "amend", patch: { text: to } })),
  fc.nat(100).map((percent) => ({ op: "attenuate", patch: { importance: percent / 100 } })),
);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("say" as const), text, session: fc.constantFrom("a", "b") }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("task", "decision", "rule"), text }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("edit" as const), nth, change }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("finish" as const), nth }) },
);
const question = fc.record({
  session_id: fc.constantFrom("a", "b"),
  query: fc.option(text, { nil: undefined }),
  intent: fc.constantFrom(undefined, "debug", "learn"),
  max_tokens: fc.constantFrom(120, 400, 4_000, 65_000),
});

describe.each(engines)("contexts of the past on $name", (engine) => {
  let memory: TestMemory;
  const ids: string[] = [];
  const tasks: string[] = [];
  const built: { acb_id: string; prompt: string }[] = [];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);
  const unlessRefused = (work: Promise<unknown>) =>
    work.catch((error: { code?: string }) => {
      if (!["CONFLICT", "TOMBSTONED", "NOT_FOUND"].includes(error.code ?? "")) throw error;
    });

  async function run(given: typeof step extends fc.Arbitrary<infer S> ? S : never) {
    if ("session" in given) {
      const said = memory.call(human(), "recordEvent", message(given.text, { session_id: given.session }));
      return unlessRefused(said.then(({ chunk_id }) => ids.push(chunk_id!)));
    }
    if ("change" in given) {
      return ids.length > 0
        ? unlessRefused(edit(human(), ids[given.nth % ids.length]!, given.change))
        : undefined;
    }
    if (!("text" in given)) {
      const task_id = tasks[given.nth % Math.max(tasks.length, 1)];
      return task_id
        ? unlessRefused(memory.call(human(), "setTaskStatus", { memory_id: task_id, status: "done" }))
        : undefined;
    }
    if (given.do === "rule") {
      return unlessRefused(
        memory
          .call(human(), "createRule", { content: given.text })
          .then(({ memory_id }) => ids.push(memory_id)),
      );
    }
    if (given.do === "decision") {
      const made = memory.call(human(), "createDecision", { decision: given.text });
      return unlessRefused(made.then(({ memory_id }) => ids.push(memory_id)));
    }
    const made = memory.call(human(), "createTask", { title: given.text });
    return unlessRefused(made.then(({ memory_id }) => ids.push(memory_id) && tasks.push(memory_id)));
  }

  it("are rebuilt exactly, whatever was written and edited since", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), question, async (steps, asked) => {
        for (const one of steps) await run(one);
        const { acb } = await memory.call(human(), "buildAcb", { channel: "private", ...asked });
        built.push(acb);
      }),
      { numRuns: 25, endOnFailure: true },
    );
    for (const { acb_id, prompt } of built) {
      const again = await memory.call(human(), "replayAcb", { acb_id, see_withheld: true });
      expect(again.acb.prompt).toBe(prompt);
      expect(again.verified).toBe(true);
      const plain = await memory.call(human(), "replayAcb", { acb_id });
      expect(plain.items.every(({ verified }) => verified)).toBe(true);
      expect(plain.identical).toBe(plain.causes.length === 0);
      expect(plain.identical).toBe(plain.acb.prompt === prompt);
    }
    expect(new Set(built.map(({ prompt }) => prompt)).size).toBeGreaterThan(15);
  }, 300_000);
});
