import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { wholePolicy } from "../policy/testing/whole-policy.js";
import { message } from "../testing/samples.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("the limit for one writer on $name", (engine) => {
  let memory: TestMemory;
  const [reader, flood] = [agent("reader"), agent("flood")];
  /** One agent writes everything, each time in another name. */
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    for (let n = 0; n < 12; n++) {
      const actor = n % 2 ? { actor_type: "tool" as const } : { actor_type: "human" as const };
      await memory.call(
        flood,
        "recordEvent",
        message(`The heron number ${n} stands by the weir`, {
          ...actor,
          actor_id: `tool${n}`,
          session_id: "x",
        }),
      );
    }
  });
  afterAll(() => memory.close());

  const recall = (who: Principal, limit = 10) =>
    memory.call(who, "recall", { query: "heron weir", channel: "private", limit });
  const build = async (who: Principal, given: object = {}) =>
    (
      await memory.call(who, "buildAcb", {
        session_id: "x",
        channel: "private",
        query: "heron weir",
        ...given,
      })
    ).acb;
  const policy = (yaml: string) => memory.call(admin(), "applyPolicy", { yaml: wholePolicy(yaml) });

  it.each([
    [10, 3],
    [50, 3],
  ])("shows three of the only writer on a page of %i, and says what it left out", async (limit, shown) => {
    const { memories, total_count, left_out } = await recall(reader, limit);
    expect([memories.length, total_count]).toEqual([shown, 12]);
    expect(left_out).toMatch(/9 of agent:flood.*retrieval\.trust\.writers/);
    const { chunks, left_out: told } = await memory.call(reader, "searchChunks", {
      query: "heron weir",
      channel: "private",
      limit,
    });
    expect(chunks).toHaveLength(shown);
    expect(told).toBe(left_out);
  });

  it("leaves room in the evidence beside its huge notes, and shows those where nothing else is", async () => {
    const huge = (n: number) => `Osprey nest report ${n}. ${`Osprey nest osprey nest reed${n} `.repeat(130)}`;
    for (const n of [1, 2, 3]) await memory.call(flood, "remember", { text: huge(n) });
    const given = { session_id: "y", query: "osprey nest", max_tokens: 4_000 };
    expect((await build(reader, given)).prompt).toContain("Osprey nest report");
    await memory.call(agent("warden"), "remember", {
      text: `The osprey, says the warden, has left its nest${" and the reeds stand high".repeat(40)}.`,
    });
    expect((await build(reader, given)).prompt).toContain("says the warden");
  });

  it("does not limit the writer itself", async () => {
    const { memories, left_out } = await recall(flood);
    expect([memories.length, left_out]).toEqual([10, undefined]);
  });

  it("holds in each section of a context, which names the reason", async () => {
    const acb = await build(reader);
    for (const { name, items } of acb.sections) {
      expect(items.filter(({ writer }) => writer === "agent:flood").length, name).toBeLessThanOrEqual(3);
    }
    const reasons = acb.omissions
      .filter(({ reason }) => reason === "writer_cap")
      .map(({ section }) => section);
    expect(reasons).toEqual(expect.arrayContaining(["recent_window", "retrieved_evidence"]));
  });

  it("does not let a flood of turns push the others out of the window", async () => {
    for (const text of ["The first thing I said", "The second thing I said"])
      await memory.call(reader, "recordEvent", message(text, { session_id: "flooded" }));
    for (let n = 0; n < 30; n++)
      await memory.call(flood, "recordEvent", message(`Noise ${n}`, { session_id: "flooded" }));
    const { session } = await build(reader, { session_id: "flooded" });
    expect(session.events.map(({ writer }) => writer)).toEqual([
      ...["agent:reader", "agent:reader"],
      ...["agent:flood", "agent:flood", "agent:flood"],
    ]);
  });

  it("shows who wrote and who is said to have spoken, as the claim that it is", async () => {
    const { memories } = await recall(reader);
    for (const { writer, speaker, speaker_is_claim } of memories) {
      expect([writer, speaker_is_claim]).toEqual(["agent:flood", true]);
      expect(speaker).toMatch(/^tool\d+$/);
    }
    const { chunk_id } = await memory.call(
      flood,
      "recordEvent",
      message("An egret of my own", { actor_type: "agent", actor_id: "flood" }),
    );
    const claimed = { writer: "agent:flood", speaker: "flood", speaker_is_claim: false };
    const got = await memory.call(reader, "getChunks", { chunk_ids: [chunk_id!] });
    expect(got.chunks).toMatchObject([claimed]);
    const around = await memory.call(reader, "chunkTimeline", { chunk_id: chunk_id!, window_seconds: 1 });
    expect(around.chunks[0]).toMatchObject(claimed);
    expect((await build(reader)).prompt).toMatch(/tool\d+, per agent:flood \(x, /);
  });

  it("is lifted for a writer that the policy names trusted, and set by the policy", async () => {
    await policy("version: 1.0.0\nretrieval: { trust: { writers: ['agent:flood'] } }");
    const { memories, left_out } = await recall(reader);
    expect([memories.length, left_out]).toEqual([10, undefined]);
    expect(new Set(memories.map(({ trust }) => trust))).toEqual(new Set(["trusted"]));
    await policy("version: 1.0.1\nretrieval: { trust: { writer_items: 5 } }");
    expect((await recall(reader)).memories).toHaveLength(5);
    await policy("version: 1.0.2\nretrieval: { trust: { writer_items: 3 } }");
    for (const bad of ["human:ann", "flood", "tool:x"]) {
      const refused = policy(`version: 1.0.3\nretrieval: { trust: { writers: ['${bad}'] } }`);
      await expect(refused).rejects.toThrow("agent: or service:");
    }
  });

  it("does not limit what people wrote", async () => {
    for (let n = 0; n < 10; n++)
      await memory.call(human("ann"), "remember", { text: `Ann saw heron ${n} at the weir` });
    const { memories } = await recall(reader);
    expect(memories.filter(({ writer }) => writer === "human:ann")).toHaveLength(10);
  });
});
