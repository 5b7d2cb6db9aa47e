import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";

const [ann, bot, cog] = [human("ann"), agent("bot"), agent("cog")];
const day = (n: number) => `2026-03-0${n}T12:00:00Z`;

describe.each(engines)("a list of memories on $name", (engine) => {
  let memory: TestMemory;
  const ids: Record<string, string> = {};
  const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? id;
  const list = (input: object = {}, who: Principal = ann) => memory.call(who, "listMemories", input);
  const names = async (input: object = {}, who: Principal = ann) =>
    (await list(input, who)).memories.map(({ memory_id }) => nameOf(memory_id));
  const keep = async (name: string, who: Principal, input: object) => {
    const said = { text: `about ${name}`, ...input };
    ids[name] = (await memory.call(who, "remember", said)).memory_id;
  };

  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await keep("oldest", ann, { occurred_at: day(1), tags: ["a", "b"], project_id: "apollo" });
    const turn = message("about turn", {
      session_id: "s1",
      actor_id: "maria",
      channel: "team",
      occurred_at: day(2),
    });
    ids.turn = (await memory.call(bot, "recordEvent", turn)).chunk_id!;
    const about = { subject_type: "user", subject_id: "ada", scope: "user", tags: ["a"] };
    await keep("decision", bot, { kind: "decision", occurred_at: day(3), ...about });
    await keep("task", ann, { kind: "task", occurred_at: day(4), scope: "global" });
    await keep("own", bot, { visibility: "private", occurred_at: day(5), tags: ["hidden"] });
    await keep("newest", ann, { occurred_at: day(6), subject_type: "pet", subject_id: "ada" });
    await memory.call(cog, "remember", { text: "of another", visibility: "private" });
    await memory.call(human("eve", tenantB), "remember", { text: "of another tenant" });
  });
  afterAll(() => memory.close());

  it("holds every kind, the newest first, and only what the caller may see", async () => {
    expect(await names()).toEqual(["newest", "task", "decision", "turn", "oldest"]);
    expect(await names({ order: "oldest" }, bot)).toEqual([
      ...["oldest", "turn", "decision", "task", "own", "newest"],
    ]);
    const { memories } = await list({ speaker: "maria" });
    expect(memories[0]).toMatchObject({
      memory_id: ids.turn,
      kind: "chunk",
      text: "about turn",
      occurred_at: "2026-03-02T12:00:00.000Z",
      session_id: "s1",
      said_in: "team",
      speaker: "maria",
      writer: "agent:bot",
      speaker_is_claim: true,
      trust: "untrusted",
    });
  });

  it.each([
    [{ kinds: ["decision", "task"] }, ["task", "decision"]],
    [{ kinds: ["task"] }, ["task"]],
    [{ scope: "global" }, ["task"]],
    [{ subject_id: "ada" }, ["newest", "decision"]],
    [{ subject_type: "user", subject_id: "ada" }, ["decision"]],
    [{ project_id: "apollo" }, ["oldest"]],
    [{ session_id: "s1" }, ["turn"]],
    [{ speaker: "nobody" }, []],
    [{ writer: "agent:bot" }, ["decision", "turn"]],
    [{ tags: ["a"] }, ["decision", "oldest"]],
    [{ tags: ["b", "a"] }, ["oldest"]],
    [{ tags: ["hidden"] }, []],
    [{ said_in: "team" }, ["turn"]],
    [{ status: "open" }, ["task"]],
    [{ status: "active" }, ["newest", "decision", "turn", "oldest"]],
    [{ from: day(2), to: day(4) }, ["decision", "turn"]],
    [{ since: "2200-01-01T00:00:00Z" }, []],
    [{ until: "2020-01-01T00:00:00Z" }, []],
    [{ since: "2020-01-01T00:00:00Z", order: "oldest", limit: 2 }, ["oldest", "turn"]],
    [{ pending: true }, []],
  ])("is narrowed by %j", async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
    if (!("limit" in filter)) {
      const { total_count } = await list({ ...filter, total: true, limit: 1 });
      expect(total_count).toBe(expected.length);
    }
  });

  it("tells its total only when asked, and counts nothing that is hidden", async () => {
    expect(await list()).not.toHaveProperty("total_count");
    expect((await list({ total: true })).total_count).toBe(5);
    expect((await list({ total: true }, bot)).total_count).toBe(6);
    expect((await list({ total: true, channel: "public" })).total_count).toBe(0);
  });

  it.each(["newest", "oldest"])("goes on page by page, %s first, while others write", async (order) => {
    const all = await names({ order }, bot);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ order, limit: 2, cursor }, bot);
      seen.push(...page.memories.map(({ memory_id }) => nameOf(memory_id)));
      const at = order === "newest" ? day(9) : day(1).replace("12:", "00:");
      await memory.call(bot, "remember", { text: `${order} ${seen.length}`, occurred_at: at });
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
  });

  it("shows memories of one moment once each", async () => {
    const who = human("gus");
    const at = "2026-04-01T00:00:00.123456Z";
    for (let n = 0; n < 5; n++) {
      await memory.call(who, "remember", { text: `moment ${n}`, occurred_at: at, session_id: "moment" });
    }
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await list({ session_id: "moment", limit: 2, cursor }, who);
      for (const { memory_id } of page.memories) seen.add(memory_id);
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen.size).toBe(5);
  });

  it("refuses a cursor of another caller or filter, and pages of no size", async () => {
    const { next_cursor: cursor } = await list({ limit: 1 });
    expect((await list({ limit: 1, cursor })).memories).toHaveLength(1);
    for (const [input, who] of [
      [{ cursor, scope: "user" }, ann],
      [{ cursor, order: "oldest" }, ann],
      [{ cursor }, bot],
      [{ cursor }, human("ann", tenantB)],
      [{ cursor: "x" }, ann],
    ] as const) {
      await expect(list(input, who)).rejects.toMatchObject({ code: "INVALID_CURSOR" });
    }
    for (const limit of [0, -1, 1e9, 1.5]) {
      await expect(list({ limit })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    for (const input of [{ from: day(2), to: day(2) }, { since: day(2), until: day(1) }, { status: "odd" }]) {
      await expect(list(input)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });

  it("shows what is quarantined or retracted to people and reviewers, and never a retracted text", async () => {
    await keep("doubted", ann, { occurred_at: day(7) });
    await keep("gone", ann, { occurred_at: day(8), tags: ["gone-tag"] });
    const target = (name: string) => ({ target_type: "chunk" as const, target_id: ids[name]!, reason: "r" });
    await memory.call(ann, "applyEdit", { ...target("doubted"), op: "quarantine" });
    await memory.call(ann, "applyEdit", { ...target("gone"), op: "retract" });
    expect(await names()).not.toContain("doubted");
    expect(await names()).not.toContain("gone");
    expect(await names({ state: "quarantined" })).toEqual(["doubted"]);
    const { memories, total_count } = await list({ state: "retracted", total: true });
    expect(memories).toMatchObject([{ memory_id: ids.gone, text: null, tags: [] }]);
    expect(total_count).toBe(1);
    for (const state of ["quarantined", "retracted"]) {
      await expect(list({ state }, bot)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });

  it("finds memories with edits that wait: the proposer's own, and for people all", async () => {
    await memory.call(bot, "correct", { memory_id: ids.oldest!, text: "otherwise", reason: "r" });
    for (const who of [ann, bot]) {
      const { memories, total_count } = await list({ pending: true, total: true }, who);
      expect(memories).toMatchObject([{ memory_id: ids.oldest, pending_edits: [{ op: "amend" }] }]);
      expect(total_count).toBe(1);
    }
    expect(await names({ pending: true }, cog)).toEqual([]);
  });
});

it.each([
  ...[
    "kind",
    "scope",
    "subject_type",
    "subject_id",
    "project_id",
    "session_id",
    "speaker",
    "writer",
    "channel",
  ],
])("has an index that gives the memories of one %s in the order of a list", (column) => {
  const schema = readFileSync(new URL("../../../../sql/schema.sql", import.meta.url), "utf8");
  expect(schema).toContain(`ON palimpsest.memory USING btree (tenant_id, ${column}, occurred_at DESC)`);
});
