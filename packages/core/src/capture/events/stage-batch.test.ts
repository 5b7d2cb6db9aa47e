import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { dispatch } from "../../dispatch.js";
import { hookedDatabase, type WriteHook } from "../../testing/databases/hooked-database.js";
import { message } from "../../testing/samples.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("a large batch that is all or nothing on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("shows all of it at once, and nothing if it fails", async () => {
    const who = human("ann", "staged");
    const texts = (word: string) => Array.from({ length: 250 }, (_, n) => `${word} number ${n}`);
    const batch = (word: string) =>
      texts(word).map((text, n) => ({
        ...message(text, { session_id: word }),
        idempotency_key: `${word}-${n}`,
      }));
    const seen: number[] = [];
    const call = (events: object[], hook: WriteHook) => {
      const services = { ...memory.services, db: hookedDatabase(memory.services.db, hook) };
      const credential = { kind: "principal", principal: who } as const;
      const input = { events, atomic: true };
      return dispatch(services, { operation: "recordEvents", input, credential, surface: "sdk" });
    };
    const stored = async (status: string) => {
      const count = `select count(*)::integer as n from palimpsest.memory where tenant_id = 'staged' and status = $1`;
      return (await memory.database.ownerQuery<{ n: number }>(count, [status]))[0]!.n;
    };
    const listed = async () => (await memory.call(who, "listMemories", { total: true })).total_count;

    // Some 60 memories to a transaction, and a last one that puts all of them in force.
    let written = 0;
    const { output } = await call(batch("heron"), async (moment, n) => {
      if (moment !== "after") return;
      written = n;
      seen.push((await listed())!);
    });
    expect(written).toBeGreaterThan(4);
    expect(seen).toEqual([...Array.from({ length: written - 1 }, () => 0), 250]);
    expect(output.recorded).toBe(250);
    const rows = await memory.database.ownerQuery<{ text: string }>(
      `select text from palimpsest.memory where tenant_id = 'staged' order by reading_position`,
    );
    expect(rows.map(({ text }) => text)).toEqual(texts("heron"));
    const found = await memory.call(who, "recall", { query: "heron number 249" });
    expect(found.memories[0]?.text).toBe("heron number 249");

    const fails: WriteHook = (moment, n) => {
      if (moment === "commit" && n === written) throw new Error("the power went");
    };
    await expect(call(batch("smew"), fails)).rejects.toThrow("the power went");
    expect([await listed(), await stored("pending")]).toEqual([250, 0]);
    // What was recorded before is neither written nor staged again.
    const again = await call([...batch("heron"), ...batch("smew").slice(0, 3)], () => undefined);
    expect(again.output).toMatchObject({ replayed: 250, recorded: 3 });
    await memory.call(who, "forget", { memory_id: found.memories[0]!.memory_id, reason: "r" });
    const refused = [...batch("teal"), message("heron number 249")];
    await expect(call(refused, () => undefined)).rejects.toMatchObject({ code: "TOMBSTONED" });
    expect([await listed(), await stored("pending")]).toEqual([252, 0]);
  });

  it("keeps a long text in its place between other events, unseen until all of it is there", async () => {
    const who = human("bea", "between");
    const long = Array.from({ length: 4_000 }, (_, n) => `Sentence ${n} tells of herons.`).join(" ");
    const events = ["first", long, "last"].map((text) => message(text, { session_id: "long" }));
    const listed = async () => (await memory.call(who, "listMemories", { total: true, limit: 200 })).memories;
    let writes = 0;
    let seenBefore = 0;
    const run = async (hook: WriteHook) => {
      const services = { ...memory.services, db: hookedDatabase(memory.services.db, hook) };
      const credential = { kind: "principal", principal: who } as const;
      const input = { events, atomic: true };
      return dispatch(services, { operation: "recordEvents", input, credential, surface: "sdk" });
    };
    await run(async (moment, n) => {
      if (moment !== "begin") return;
      writes = n;
      seenBefore = (await listed()).length;
    });
    expect(writes).toBeGreaterThan(4);
    expect(seenBefore).toBe(0);
    const rows = await memory.database.ownerQuery<{ text: string }>(
      `select text from palimpsest.memory where tenant_id = 'between' and kind = 'chunk' order by reading_position`,
    );
    expect(rows.at(0)?.text).toBe("first");
    expect(rows.at(-1)?.text).toBe("last");
    expect(rows.length).toBeGreaterThan(20);
    const fails: WriteHook = (moment, n) => {
      if (moment === "commit" && n === writes) throw new Error("the power went");
    };
    const before = (await listed()).length;
    await expect(run(fails)).rejects.toThrow("the power went");
    expect((await listed()).length).toBe(before);
  });

  it("is refused where its long texts make more than 2,000 memories", async () => {
    const who = human("cid", "many");
    const events = Array.from({ length: 9 }, (_, n) =>
      message(`Long ${n}: ${"Herons stand in ponds. ".repeat(43_000)}`),
    );
    await expect(memory.call(who, "recordEvents", { events, atomic: true })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "events", message: expect.stringContaining("at most 2000 memories") }],
    });
    expect((await memory.call(who, "listMemories", { total: true })).total_count).toBe(0);
  });
});
