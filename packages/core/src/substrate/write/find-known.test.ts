import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Tx } from "../../db/index.js";
import { engines } from "../../db/testing/index.js";
import { agent, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("the search for what is known already on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => memory.close());

  it("finds what a memory said before by an index, and does not read them all", async () => {
    const { db } = memory.services;
    const transaction = db.transaction.bind(db);
    const sent: [text: string, values: unknown[] | undefined][] = [];
    vi.spyOn(db, "transaction").mockImplementation((who, run, options) =>
      transaction(
        who,
        (tx) => {
          const prepared: Tx["prepared"] = (text, values) => {
            sent.push([text, values]);
            return tx.prepared(text, values);
          };
          return run({ ...tx, prepared });
        },
        options,
      ),
    );
    const bot = agent("bot");
    await memory.call(bot, "learnFact", { content: "Terns nest on gravel" });
    const [text, values] = sent.find(([one]) => one.includes("is_original"))!;
    const plan = await transaction(bot, async (tx) => {
      await tx.query("set local enable_seqscan = off");
      return tx.query(`explain ${text}`, values);
    });
    expect(JSON.stringify(plan)).toContain("Index Scan using memory_reworded");
  });
});
