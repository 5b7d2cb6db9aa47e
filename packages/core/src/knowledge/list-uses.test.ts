import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";

const [ann, bot] = [human("ann"), agent("bot")];
const day = (n: number) => `2026-03-0${n}T12:00:00.000000Z`;

describe.each(engines)("what memories name, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    let n = 0;
    const keep = (who: typeof ann, input: object) =>
      memory.call(who, "remember", { text: `number ${n}`, occurred_at: day(++n), ...input });
    await keep(ann, { session_id: "s1", subject_type: "user", subject_id: "ada", tags: ["a", "b", "a"] });
    await keep(ann, { session_id: "s2", subject_type: "pet", subject_id: "ada", tags: ["b"] });
    await keep(bot, { session_id: "s1", project_id: "apollo", subject_id: "ada" });
    await keep(bot, { session_id: "s9", visibility: "private", project_id: "apollo", tags: ["own", "b"] });
    await keep(human("eve", tenantB), { session_id: "elsewhere", tags: ["b"] });
  });
  afterAll(() => memory.close());

  const used = (memory_count: number, n: number) => ({ memory_count, last_occurred_at: day(n) });

  it("is listed with counts and last use, the latest first", async () => {
    expect(await memory.call(ann, "listMemorySessions", { total: true })).toEqual({
      sessions: [
        { session_id: "s1", ...used(2, 3) },
        { session_id: "s2", ...used(1, 2) },
      ],
      total_count: 2,
    });
    expect((await memory.call(ann, "listSubjects", {})).subjects).toEqual([
      { subject_type: null, subject_id: "ada", ...used(1, 3) },
      { subject_type: "pet", subject_id: "ada", ...used(1, 2) },
      { subject_type: "user", subject_id: "ada", ...used(1, 1) },
    ]);
    expect((await memory.call(ann, "listWriters", {})).writers).toEqual([
      { writer: "agent:bot", ...used(1, 3) },
      { writer: "human:ann", ...used(2, 2) },
    ]);
    expect((await memory.call(ann, "listTags", {})).tags).toEqual([
      { tag: "b", ...used(2, 2) },
      { tag: "a", ...used(1, 1) },
    ]);
    expect((await memory.call(ann, "listProjects", {})).projects).toEqual([
      { project_id: "apollo", ...used(1, 3) },
    ]);
  });

  it("counts only what the caller may read, and in which channel", async () => {
    const { sessions } = await memory.call(bot, "listMemorySessions", {});
    expect(sessions.map(({ session_id }) => session_id)).toEqual(["s9", "s1", "s2"]);
    const { projects } = await memory.call(bot, "listProjects", {});
    expect(projects).toEqual([{ project_id: "apollo", ...used(2, 4) }]);
    expect(await memory.call(bot, "listTags", { channel: "public", total: true })).toEqual({
      tags: [],
      total_count: 0,
    });
  });

  it("goes on page by page, by cursors of this list alone", async () => {
    const { subjects: all } = await memory.call(ann, "listSubjects", {});
    const seen: object[] = [];
    let cursor: string | undefined;
    do {
      const page = await memory.call(ann, "listSubjects", { limit: 1, cursor });
      seen.push(...page.subjects);
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    const { next_cursor } = await memory.call(ann, "listTags", { limit: 1 });
    expect((await memory.call(ann, "listTags", { cursor: next_cursor })).tags).toHaveLength(1);
    const other = memory.call(ann, "listMemorySessions", { cursor: next_cursor });
    await expect(other).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });
});
