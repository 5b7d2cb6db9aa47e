import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { ageMemories } from "../policy/testing/age-memories.js";
import { newTenant } from "../policy/testing/tenants.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";
import { emitEvent, emitEvents } from "./index.js";

const [ann, bot, other] = [human("ann"), agent("bot"), agent("other")];

describe.each(engines)("the outbox on $name", (engine) => {
  let memory: TestMemory;
  let note: string;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    note = await write("The ferry sails at nine");
  });
  afterAll(() => memory.close());

  const write = async (text: string, visibility: "tenant" | "private" = "tenant", who = ann) =>
    (await memory.call(who, "remember", { text, visibility })).memory_id;
  const list = (input: object = {}, who = ann) => memory.call(who, "listDomainEvents", input);
  const latest = async (who = ann) => (await list({ start: "latest" }, who)).next_cursor;
  const confirmed = (memoryId: string, count: number) =>
    ({ type: "fact_confirmed", memoryId, kind: "chunk", data: { count } }) as const;

  it("tells of every approved edit, once it is approved", async () => {
    const cursor = await latest();
    const edit = async (memory_id: string, op: "amend" | "quarantine" | "retract", patch: object = {}) =>
      memory.call(bot, "applyEdit", { target_type: "memory", target_id: memory_id, op, patch, reason: "r" });
    const { edit_id } = await edit(note, "amend", { text: "The ferry sails at ten" });
    expect((await list({ cursor })).events).toEqual([]);
    await memory.call(human("rev"), "approveEdit", { edit_id });
    const { memory_id: decision } = await memory.call(ann, "createDecision", { decision: "We sail" });
    const { edit_id: second } = await memory.call(ann, "forget", { memory_id: decision, reason: "r" });
    const { events } = await list({ cursor });
    expect(events).toMatchObject([
      {
        type: "memory_edited",
        agent_id: "rev",
        memory_id: note,
        kind: "chunk",
        data: { op: "amend", edit_id },
      },
      { memory_id: decision, kind: "decision", data: { op: "retract", edit_id: second } },
    ]);
    expect(events[0]).toMatchObject({ event_id: expect.stringMatching(/^oev_\d{27}$/) });
    await edit(note, "quarantine");
    expect((await list({ cursor })).events).toHaveLength(2);
  });

  it("gives every event once along a chain of cursors, in commit order, while 50 write", async () => {
    let cursor = await latest();
    const writers = Array.from({ length: 50 }, (_, n) => agent(`w${n}`));
    let writing = true;
    const written = Promise.all(
      writers.map(async (who, n) => {
        for (const part of [0, 1]) {
          await memory.services.db.transaction(who, async (tx) => {
            await emitEvents(tx, [confirmed(note, n * 4 + part * 2), confirmed(note, n * 4 + part * 2 + 1)]);
            await tx.query("select 1");
          });
        }
      }),
    ).finally(() => {
      writing = false;
    });
    const seen: number[] = [];
    for (let more = true; writing || more; ) {
      const page = await list({ cursor, limit: 7 });
      seen.push(...page.events.map(({ data }) => data.count as number));
      cursor = page.next_cursor;
      more = page.has_more;
    }
    await written;
    seen.push(...(await list({ cursor, limit: 500 })).events.map(({ data }) => data.count as number));
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    // Each transaction's events stand together and in the order in which they were emitted.
    for (const [at, count] of seen.entries()) if (count % 2 === 0) expect(seen[at + 1]).toBe(count + 1);
  });

  it("does not skip a transaction that commits late", async () => {
    const cursor = await latest();
    if (engine.name === "embedded") {
      // One connection: no transaction can overtake another.
      await memory.services.db.transaction(bot, (tx) => emitEvent(tx, confirmed(note, 1)));
    } else {
      await memory.services.db.transaction(bot, async (tx) => {
        await emitEvent(tx, confirmed(note, 1));
        await memory.services.db.transaction(other, (inner) => emitEvent(inner, confirmed(note, 2)));
        expect((await list({ cursor })).events).toMatchObject([{ data: { count: 2 } }]);
      });
      const after = (await list({ cursor, limit: 1 })).next_cursor;
      expect((await list({ cursor: after })).events).toMatchObject([{ data: { count: 1 } }]);
    }
  });

  it("tells nothing of what was rolled back", async () => {
    const cursor = await latest();
    const failing = memory.services.db.transaction(bot, async (tx) => {
      await emitEvent(tx, confirmed(note, 1));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await list({ cursor })).toMatchObject({ events: [], has_more: false });
  });

  it("shows an event to whoever may see its memory, also after an edit has hidden it", async () => {
    const cursors = new Map(
      await Promise.all([ann, bot, human("rev")].map(async (who) => [who.id, await latest(who)] as const)),
    );
    const shown = async (who: typeof ann) =>
      (await list({ cursor: cursors.get(who.id) }, who)).events.map(({ memory_id }) => memory_id);
    const hidden = await write("Ann's own", "private");
    const open = await write("Everybody's");
    await memory.call(ann, "correct", { memory_id: hidden, text: "Ann's very own", reason: "r" });
    await memory.call(ann, "forget", { memory_id: open, reason: "r" });
    expect(await shown(ann)).toEqual([hidden, open]);
    expect(await shown(bot)).toEqual([open]);
    expect(await shown(human("rev"))).toEqual([open]);
  });

  it("tells of a memory only those who may read it, and nothing of what it is about once it is hidden", async () => {
    const tenant = newTenant(memory);
    const learned = async (content: string) =>
      (
        await memory.call(tenant.ann, "learnFact", {
          ...{ content, subject: "Amadeus", category: "person", visibility: "tenant" },
        })
      ).id;
    const [plain, personal] = [await learned("He likes fish"), await learned("He is at ann@example.org")];
    const told = async () =>
      (await list({ type: "fact_learned" }, tenant.bot)).events.map(({ memory_id, data }) => [
        memory_id,
        data.subject,
      ]);
    expect(await told()).toEqual([
      [plain, "Amadeus"],
      [personal, "Amadeus"],
    ]);
    await tenant.set("channels: { private: { clearance: internal } }");
    expect(await told()).toEqual([[plain, "Amadeus"]]);
    await tenant.set(
      `invariants: [{ name: n, applies_to: [principle], on: [read], rule: "kind != 'fact'" }]`,
    );
    expect(await told()).toEqual([]);
    await tenant.set("scopes: { project: { ttl: 1h } }");
    await ageMemories(memory, [plain]);
    expect(await told()).toEqual([[personal, "Amadeus"]]);
    await memory.call(tenant.boss, "applyEdit", {
      ...{ target_type: "memory", target_id: personal, op: "quarantine", reason: "r" },
    });
    expect(await told()).toEqual([[personal, null]]);
  });

  it("shows the text that was checked to whoever checked it, masked and cut", async () => {
    const cursors = [await latest(bot), await latest(other)];
    const text = `token ghp_${"a1B2".repeat(9)} ${"x".repeat(400)}`;
    const event = { type: "censor_triggered", memoryId: note, kind: "chunk" } as const;
    await memory.services.db.transaction(bot, (tx) =>
      emitEvent(tx, { ...event, data: { matched_text: text } }),
    );
    const [own] = (await list({ cursor: cursors[0] }, bot)).events;
    expect(own?.data.matched_text).toMatch(/^token \[SECRET_REDACTED\] x+$/);
    expect(own?.data.matched_text).toHaveLength(200);
    const [theirs] = (await list({ cursor: cursors[1] }, other)).events;
    expect(theirs?.data).toEqual({ matched_text: null });
  });

  it("narrows by type, begins where it is told, and takes a cursor of its own only", async () => {
    await memory.services.db.transaction(bot, async (tx) => {
      await emitEvent(tx, { type: "episode_started", memoryId: note, kind: "chunk", data: {} });
    });
    const started = await list({ type: "episode_started" });
    expect(started.events.map(({ type }) => type)).toEqual(["episode_started"]);
    expect(await list({ cursor: started.next_cursor })).toMatchObject({ events: [] });
    expect(await list({ start: "latest" })).toMatchObject({ events: [], has_more: false });
    const { next_cursor, has_more } = await list({ limit: 1 });
    expect(has_more).toBe(true);
    const theirs = agent("bot", tenantB);
    expect(await list({}, theirs)).toMatchObject({ events: [], has_more: false });
    for (const [cursor, who] of [
      [next_cursor, bot],
      [next_cursor, theirs],
      [`${next_cursor}x`, ann],
      ["forged", ann],
    ] as const) {
      await expect(list({ cursor }, who)).rejects.toMatchObject({ code: "INVALID_CURSOR" });
    }
    await expect(list({ type: "nothing" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});
