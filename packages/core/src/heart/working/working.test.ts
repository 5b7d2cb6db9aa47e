import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../../testing/test-memory.js";

const [ann, bot] = [human("ann"), agent("bot")];
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe.each(engines)("working memory on $name", (engine) => {
  let memory: TestMemory;
  let decisions: string[];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    decisions = [];
    for (const n of times(22, (at) => at)) decisions.push(await decide(`Decision number ${n}`));
  });
  afterAll(() => memory.close());

  const decide = async (decision: string, more: object = {}) =>
    (await memory.call(ann, "createDecision", { decision, ...more })).memory_id;
  const open = (session_id: string, who = bot) => memory.call(who, "openWorkingMemory", { session_id });
  const get = (session_id: string, who = bot) => memory.call(who, "getWorkingMemory", { session_id });
  const load = (session_id: string, ref_id: string, relevance = 0.5, more: object = {}, who = bot) =>
    memory.call(who, "loadWorkingItem", {
      session_id,
      type: "decision",
      ref_id,
      relevance,
      ...more,
    } as never);
  const edit = (target_id: string, op: string, patch?: object) =>
    memory.call(ann, "applyEdit", {
      ...{ target_type: "decision", target_id, op, patch, reason: "a test" },
    } as never);
  const missing = (what: string) => ({
    code: "NOT_FOUND",
    message: `No such ${what}, or it is not yours to see.`,
  });

  it("is opened once, and belongs to the caller and the session alone", async () => {
    const opened = await open("s/1 ü");
    expect(opened).toEqual({
      ...{ agent_id: "bot", session_id: "s/1 ü", current_task: null, current_frame: null },
      ...{ items: [], open_threads: [], max_items: 20, item_count: 0 },
    });
    await memory.call(bot, "focusWorkingMemory", { session_id: "s/1 ü", task: "Feed it", frame: "caring" });
    expect(await open("s/1 ü")).toMatchObject({ current_task: "Feed it", current_frame: "caring" });
    expect(
      await memory.call(bot, "focusWorkingMemory", {
        session_id: "s/1 ü",
        task: "key sk_live_4eC39HqLyjWDarjtT1zdp7dc",
      }),
    ).toMatchObject({ current_task: "key [SECRET_REDACTED]", current_frame: "caring" });
    for (const who of [ann, agent("other"), agent("bot", tenantB)]) {
      await expect(get("s/1 ü", who)).rejects.toMatchObject(missing("working memory"));
      expect(await memory.call(who, "clearWorkingMemory", { session_id: "s/1 ü" })).toMatchObject({
        cleared: false,
      });
    }
    await expect(get("s/1")).rejects.toMatchObject(missing("working memory"));
    await expect(load("s/1", decisions[0]!)).rejects.toMatchObject(missing("working memory"));
    await expect(open("..")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await memory.call(bot, "clearWorkingMemory", { session_id: "s/1 ü" })).toEqual({
      ...{ session_id: "s/1 ü", cleared: true },
    });
    await expect(get("s/1 ü")).rejects.toMatchObject(missing("working memory"));
  });

  it("holds 20 items and evicts the least relevant, of those the earliest", async () => {
    await open("full");
    for (const n of times(20, (at) => at)) {
      expect(await load("full", decisions[n]!, n < 2 ? 0.1 : 0.5)).toMatchObject({ evicted: null });
    }
    expect(await load("full", decisions[1]!, 0.1)).toMatchObject({ evicted: null, item_count: 20 });
    const low = await load("full", decisions[20]!, 0.01);
    expect(low).toMatchObject({ evicted: decisions[0], item_count: 20 });
    expect(low.items.at(-1)).toMatchObject({ ref_id: decisions[20], relevance: 0.01 });
    expect(await load("full", decisions[21]!, 0.9)).toMatchObject({ evicted: decisions[20] });
    const evict = (ref_id?: string) => memory.call(bot, "evictWorkingItem", { session_id: "full", ref_id });
    expect(await evict()).toMatchObject({ evicted: decisions[1], item_count: 19 });
    expect(await evict(decisions[21])).toMatchObject({ evicted: decisions[21], item_count: 18 });
    await expect(evict(decisions[21])).rejects.toMatchObject({
      ...missing("item"),
      details: [{ path: "ref_id" }],
    });
    await open("empty");
    const none = await memory.call(bot, "evictWorkingItem", { session_id: "empty" });
    expect(none).toMatchObject({ evicted: null, item_count: 0 });
  });

  it("shows items as their memories are now", async () => {
    await open("live");
    const [kept, gone, secret] = [
      await decide("We keep it"),
      await decide("We drop it"),
      await decide("We hush"),
    ];
    await load("live", kept, 0.9, { summary: "keep" });
    await load("live", gone, 0.8, { summary: "drop" });
    await load("live", secret, 0.7);
    expect((await get("live")).items.map(({ summary }) => summary)).toEqual(["keep", "drop", "We hush"]);
    await edit(gone, "retract");
    await edit(secret, "quarantine");
    await edit(kept, "amend", { attributes: { decision: `We keep it ${"x".repeat(600)}` } });
    const after = await get("live");
    expect(after).toMatchObject({ item_count: 1, items: [{ ref_id: kept, relevance: 0.9 }] });
    expect(after.items[0]!.summary).toHaveLength(500);
    expect(after.items[0]!.summary).toMatch(/^We keep it x/);
    await edit(secret, "restore");
    expect((await get("live")).items.map(({ ref_id }) => ref_id)).toEqual([kept, secret]);
  });

  it("does not count what the caller cannot read any more", async () => {
    await open("stale");
    const mine = [];
    for (const n of times(20, (at) => at)) mine.push(await decide(`Stale ${n}`));
    for (const id of mine) await load("stale", id);
    await edit(mine[7]!, "retract");
    expect(await load("stale", decisions[0]!)).toMatchObject({ evicted: null, item_count: 20 });
    expect(await load("stale", decisions[1]!)).toMatchObject({ evicted: mine[0], item_count: 20 });
  });

  it("loads only what the caller may read, of the kind that it names", async () => {
    await open("kinds");
    const hidden = (
      await memory.call(ann, "remember", { text: "Mine", kind: "decision", visibility: "private" })
    ).memory_id;
    const { memory_id: task } = await memory.call(ann, "createTask", { title: "To do" });
    for (const id of [hidden, task, "dec_unknown"]) {
      await expect(load("kinds", id)).rejects.toMatchObject({
        ...missing("decision"),
        details: [{ path: "ref_id", message: missing("decision").message }],
      });
    }
    for (const type of ["fact", "procedure", "censor", "episode"]) {
      await expect(load("kinds", decisions[0]!, 0.5, { type })).rejects.toMatchObject(missing(type));
    }
    await expect(load("kinds", decisions[0]!, 0.5, { type: "task" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    const { memory_id: expiring } = await memory.call(ann, "remember", {
      ...{ text: "Soon over", kind: "decision", expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    });
    await load("kinds", expiring);
    await memory.database.ownerQuery(
      `update palimpsest.memory set expires_at = now() - interval '1 second' where id = $1`,
      [expiring],
    );
    expect(await get("kinds")).toMatchObject({ items: [], item_count: 0 });
  });

  it("keeps threads until they are resolved, by id or by words whatever their case", async () => {
    await open("threads");
    const add = (description: string, more: object = {}) =>
      memory.call(bot, "addWorkingThread", { session_id: "threads", description, ...more });
    const resolve = (input: object) =>
      memory.call(bot, "resolveWorkingThread", { session_id: "threads", ...input } as never);
    await add("Ask ÉMILE about 50%", { priority: "high", decision_id: decisions[0] });
    await add("Call Emile");
    const { open_threads } = await add("Write it up_now");
    expect(
      open_threads.map(({ description, priority, decision_id }) => [description, priority, decision_id]),
    ).toEqual([
      ["Ask ÉMILE about 50%", "high", decisions[0]],
      ["Call Emile", "medium", null],
      ["Write it up_now", "medium", null],
    ]);
    await expect(add("x", { decision_id: "dec_unknown" })).rejects.toMatchObject({
      ...missing("decision"),
      details: [{ path: "decision_id" }],
    });
    for (const input of [{}, { thread_id: open_threads[0]!.thread_id, description: "x" }]) {
      await expect(resolve(input)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    for (const input of [{ thread_id: "thr_unknown" }, { description: "p%" }, { description: "p.n" }]) {
      await expect(resolve(input)).rejects.toMatchObject(missing("thread"));
    }
    expect(await resolve({ description: "émile" })).toMatchObject({ resolved: [open_threads[0]!.thread_id] });
    expect(await resolve({ description: "L" })).toMatchObject({ resolved: [open_threads[1]!.thread_id] });
    expect(await resolve({ thread_id: open_threads[2]!.thread_id })).toMatchObject({ open_threads: [] });
    const { open_threads: greek } = await add("Δες το ΟΔΟΣΗΜΑ");
    expect(await resolve({ description: "ΟΔΟΣ" })).toMatchObject({ resolved: [greek[0]!.thread_id] });
    const { open_threads: german } = await add("Die Straße kehren");
    expect(await resolve({ description: "STRASSE" })).toMatchObject({ resolved: [german[0]!.thread_id] });
  });

  it("loses nothing of what is changed at once", async () => {
    await open("busy");
    await Promise.all([
      ...times(15, (n) => load("busy", decisions[n]!)),
      ...times(30, (n) =>
        memory.call(bot, "addWorkingThread", { session_id: "busy", description: `Thread ${n}` }),
      ),
    ]);
    const busy = await get("busy");
    expect(busy.item_count).toBe(15);
    expect(new Set(busy.open_threads.map(({ description }) => description)).size).toBe(30);
    await Promise.all(times(7, (n) => load("busy", decisions[15 + n]!)));
    expect((await get("busy")).item_count).toBe(20);
  });

  it("is changed by nobody who is suspended, and a repeated call changes it once", async () => {
    await open("keyed");
    const add = () =>
      memory.call(
        bot,
        "addWorkingThread",
        { session_id: "keyed", description: "Once" },
        { idempotencyKey: "once" },
      );
    expect(await add()).toEqual(await add());
    expect((await get("keyed")).open_threads).toHaveLength(1);
    const eve = agent("eve");
    await open("keyed", eve);
    await memory.call(human("rev"), "suspendPrincipal", { principal_id: "eve", reason: "a test" });
    await expect(load("keyed", decisions[0]!, 0.5, {}, eve)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await get("keyed", eve)).toMatchObject({ item_count: 0 });
  });
});
