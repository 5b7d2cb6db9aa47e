import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";

describe.each(engines)("capture on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const record = async (text: string, given: Parameters<typeof message>[1] = {}, who = human()) =>
    memory.call(who, "recordEvent", message(text, given));
  const find = async (query: string, given: object = {}, who = human()) =>
    (await memory.call(who, "searchChunks", { query, ...given })).chunks;

  it("finds a message by its words, by an inflection and by a misspelling", async () => {
    const { chunk_id } = await record("The heron waded through the marsh at dawn", { session_id: "birds" });
    for (const query of ["heron marsh", "wading herons", "herron mrsh"]) {
      expect((await find(query))[0]?.chunk_id, query).toBe(chunk_id);
    }
  });

  it("takes scope, subject and project from the content and hands them to the chunk", async () => {
    const { chunk_id } = await record("Jack prefers window seats", {
      session_id: "travel",
      content: { scope: "user", subject_type: "user", subject_id: "jack", project_id: "trips" },
    });
    const filters = { scope: "user", subject_type: "user", subject_id: "jack", project_id: "trips" };
    expect((await find("window seats", filters)).map((c) => c.chunk_id)).toEqual([chunk_id]);
    for (const [field, other] of Object.entries({
      scope: "project",
      subject_type: "team",
      subject_id: "jill",
      project_id: "x",
    })) {
      expect(await find("window seats", { ...filters, [field]: other }), field).toEqual([]);
    }
  });

  it("sets the importance by the kind of event", async () => {
    const cases: [number, Parameters<typeof message>[1]][] = [
      [0, {}],
      [0.9, { tags: ["pinned"] }],
      [
        1,
        {
          kind: "decision",
          content: { decision: "We ship on Fridays", rationale: ["people are calm then"] },
        },
      ],
      [0.8, { kind: "task_update", content: { title: "Write the changelog", details: "for version two" } }],
      [
        0.7,
        {
          kind: "tool_result",
          actor_type: "tool",
          content: { excerpt_text: "name palimpsest", path: "app/package.json" },
        },
      ],
      [
        0,
        {
          kind: "tool_result",
          actor_type: "tool",
          content: { excerpt_text: "notes", path: "app/other.json" },
        },
      ],
    ];
    for (const [importance, given] of cases) {
      const { chunk_id } = await record(`importance case ${importance}`, { session_id: "imp", ...given });
      const { chunks } = await memory.call(human(), "getChunks", { chunk_ids: [chunk_id!] });
      expect(chunks[0]?.importance).toBeCloseTo(importance, 5);
    }
  });

  it("records a tool call without making a memory of it", async () => {
    const { chunk_id, status } = await record("ls -la", {
      kind: "tool_call",
      actor_type: "agent",
      content: { tool: "shell" },
    });
    expect({ chunk_id, status }).toEqual({ chunk_id: null, status: "recorded" });
  });

  it("lists the chunks around another, nearest first, with signed distances", async () => {
    const at = (minute: number) => `2024-05-01T10:${String(minute).padStart(2, "0")}:00Z`;
    const ids: string[] = [];
    for (const minute of [0, 10, 12, 55]) {
      const { chunk_id } = await record(`standup minute ${minute}`, {
        session_id: "t",
        occurred_at: at(minute),
      });
      ids.push(chunk_id!);
    }
    const timeline = await memory.call(human(), "chunkTimeline", {
      chunk_id: ids[1]!,
      window_seconds: 1_000,
    });
    expect(timeline.center_ts).toBe("2024-05-01T10:10:00.000Z");
    expect(timeline.chunks.map((c) => [c.chunk_id, c.distance_seconds])).toEqual([
      [ids[1], 0],
      [ids[2], 120],
      [ids[0], -600],
    ]);
  });

  it("cuts the excerpt of a long output between characters, and after its secrets are masked", async () => {
    const excerptOf = async (output: string) => {
      const { chunk_id } = await record("", {
        session_id: "excerpts",
        kind: "tool_result",
        actor_type: "tool",
        content: { text: undefined, tool: "shell", output },
      });
      return (await memory.call(human(), "getChunks", { chunk_ids: [chunk_id!] })).chunks[0]!.text;
    };
    const before = "x ".repeat(1_995);
    expect(await excerptOf(`${before}123456789😀 more`)).toBe(`${before}123456789`);
    const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD";
    expect(await excerptOf(`${before} ${secret} more`)).not.toContain("sk-proj");
  });

  it("masks secrets before anything is stored", async () => {
    const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD";
    const { chunk_id, masked } = await record(`the deploy key is ${secret} please rotate`, {
      session_id: "sec",
    });
    expect(masked).toBeGreaterThan(0);
    const { chunks } = await memory.call(human(), "getChunks", { chunk_ids: [chunk_id!] });
    expect(chunks[0]?.text).toContain("[SECRET_REDACTED]");
    const dump = await memory.database.ownerQuery<{ n: string }>(
      `select (select count(*) from palimpsest.record where content::text like '%' || $1 || '%')
            + (select count(*) from palimpsest.memory_original where text like '%' || $1 || '%') as n`,
      [secret],
    );
    expect(Number(dump[0]?.n)).toBe(0);
  });

  it("stores large tool output as an artifact and refers to it", async () => {
    const output = "line of output\n".repeat(6_000);
    const { chunk_id } = await record("", {
      kind: "tool_result",
      actor_type: "tool",
      content: { text: undefined, excerpt_text: "build passed", output, tool: "make" },
    });
    const [row] = await memory.database.ownerQuery<{ bytes: number; content: Record<string, unknown> }>(
      `select octet_length(a.bytes) as bytes, r.content from palimpsest.artifact a
       join palimpsest.record r on r.content->>'artifact_id' = a.artifact_id where a.memory_id = $1`,
      [chunk_id],
    );
    expect(row?.bytes).toBe(Buffer.byteLength(output));
    expect(row?.content.output).toBeUndefined();
  });

  it("shows a channel what it is cleared for, and secret memories to none", async () => {
    for (const sensitivity of ["none", "low", "high", "secret"] as const) {
      await record(`clearance zebra ${sensitivity}`, { session_id: "cl", channel: "public", sensitivity });
    }
    const seen = async (channel?: string) =>
      (await find("clearance zebra", channel ? { channel } : {})).map((c) => c.text.split(" ").at(-1)).sort();
    expect(await seen("private")).toEqual(["high", "low", "none"]);
    expect(await seen("team")).toEqual(["low", "none"]);
    expect(await seen("agent")).toEqual(["low", "none"]);
    expect(await seen("public")).toEqual(["none"]);
    expect(await seen()).toEqual(["none"]);
  });

  it("takes any string as a query", async () => {
    const queries = [
      "",
      " ",
      "the and of",
      "a & | ('",
      "!!!",
      ":*",
      "(".repeat(10_000),
      '"unbalanced',
      "🦊🦊",
      "東京の天気",
      "مرحبا",
      "'; drop table memory;--",
      "x".repeat(10_000),
      "\\",
      "%",
      "_",
      "$1",
      "ﷺ",
    ];
    for (const query of queries) expect(Array.isArray(await find(query)), query.slice(0, 20)).toBe(true);
  });

  it("finds text in unspaced scripts", async () => {
    const { chunk_id } = await record("明日は東京で会議があります", { session_id: "ja" });
    expect((await find("東京 会議"))[0]?.chunk_id).toBe(chunk_id);
  });

  it("does not show one tenant what another recorded", async () => {
    const { chunk_id } = await record("canary of tenant a", { session_id: "iso" });
    const stranger = human("ann", tenantB);
    expect(await find("canary of tenant a", {}, stranger)).toEqual([]);
    expect((await memory.call(stranger, "getChunks", { chunk_ids: [chunk_id!] })).chunks).toEqual([]);
    const missing = memory.call(stranger, "chunkTimeline", { chunk_id: "chk_00000000000000000000000000" });
    const foreign = memory.call(stranger, "chunkTimeline", { chunk_id: chunk_id! });
    const [a, b] = await Promise.all([missing.catch((e) => e), foreign.catch((e) => e)]);
    expect([a.code, a.message]).toEqual([b.code, b.message]);
    expect(a.code).toBe("NOT_FOUND");
  });

  it("keeps an agent's private note from everyone else", async () => {
    const { memory_id } = await memory.call(agent("diary"), "remember", {
      text: "The lighthouse definer hides the spare key",
      visibility: "private",
    });
    const seenBy = async (who = agent("diary")) =>
      (await memory.call(who, "recall", { query: "lighthouse spare key" })).memories.map((m) => m.memory_id);
    expect(await seenBy()).toContain(memory_id);
    expect(await seenBy(agent("other"))).not.toContain(memory_id);
    expect(await seenBy(human())).not.toContain(memory_id);
  });

  it("returns the existing memory when the same text is remembered twice", async () => {
    const first = await memory.call(agent(), "remember", { text: "Ann likes her tea without milk" });
    const again = await memory.call(agent(), "remember", { text: "ann likes  her tea without milk" });
    expect([first.status, again.status, again.memory_id]).toEqual(["created", "exists", first.memory_id]);
  });

  it("continues in a session that has used up its range of positions", async () => {
    const session_id = "endless";
    await record("the first word of many", { session_id });
    await memory.database.ownerQuery(
      "update palimpsest.thread set next_turn = 1048558 where session_id = $1",
      [session_id],
    );
    const made: unknown[] = [];
    for (const word of ["kingfisher", "goosander", "dotterel"]) {
      made.push((await record(`a ${word} at last`, { session_id })).chunk_id);
      expect((await find(word, { session_id }))[0]?.chunk_id).toBe(made.at(-1));
    }
    expect(new Set(made).size).toBe(3);
  });

  it("gives the time of recording so exactly that a read as of that time finds it", async () => {
    const made = await memory.call(human(), "remember", { text: "The curlew nests by the old mill" });
    const seen = await memory.call(human(), "recall", { query: "curlew mill", as_of: made.recorded_at });
    expect(seen.memories[0]?.memory_id).toBe(made.memory_id);
  });
});
