import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { sentences } from "../../documents/testing/texts.js";
import { message } from "../../testing/samples.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { exportAll, importAll } from "../../transfer/testing/copy.js";

const secret = "ghp_0123456789abcdefghij0123456789abcdef";

/** More than 100,000 characters that no other text repeats, with a bird in the middle that stands nowhere else. */
function about(bird: string, place: string): string {
  const half = sentences(1_100).replaceAll("harbour", place);
  return `  Begin. ${half}\n\nThe ${bird} nests here. 🦭\n${half} `;
}

describe.each(engines)("events with a long text on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, bot] = [human("ann"), agent("bot")];
  const reason = "because";
  const record = (text: string, given: object = {}) => memory.call(ann, "recordEvent", message(text, given));
  const read = (artifact_id: string, more: object = {}) =>
    memory.call(ann, "getArtifact", { artifact_id, include_content: true, include_chunks: true, ...more });
  const recalled = async (query: string, more: object = {}) =>
    (await memory.call(ann, "recall", { query, ...more })).memories;
  const edit = (op: string, target_id: string, patch?: object) =>
    memory.call(ann, "applyEdit", { op, target_id, target_type: "memory", reason, patch } as never);

  it("are kept whole, and found by the part that matches", async () => {
    const text = about("bittern", "harbour");
    const made = await record(text, { session_id: "birds", tags: ["bird"] });
    const { chunks, content, ...artifact } = await read(made.artifact_id!);
    expect(content).toBe(text);
    expect(made.chunk_ids).toEqual(chunks!.map(({ chunk_id }) => chunk_id));
    expect(made.chunk_id).toBe(made.chunk_ids[0]);
    expect(made.chunk_ids.length).toBeGreaterThan(20);
    for (const { start_char, end_char, content: words } of chunks!) {
      expect(text.slice(start_char, end_char)).toBe(words);
    }
    expect(artifact).toMatchObject({ artifact_type: "chat", source_system: "events", is_chunked: true });
    expect(artifact).toMatchObject({ source_id: made.event_id, author: "ann" });
    const job = memory.call(ann, "getExtractionJob", { artifact_uid: artifact.artifact_uid });
    await expect(job).rejects.toMatchObject({ code: "NOT_FOUND" });

    const [first] = await recalled("Where does the bittern nest?");
    const at = made.chunk_ids.indexOf(first!.memory_id);
    expect(text.slice(chunks![at]!.start_char, chunks![at]!.end_char)).toContain("bittern");
    expect(first!.text.length).toBeLessThan(6_000);
    const where = { session_id: "birds", tags: ["bird"], channel: "private" as const };
    const found = await memory.call(ann, "searchChunks", { query: "bittern", ...where });
    expect(found.chunks[0]!.chunk_id).toBe(first!.memory_id);
    const hits = await memory.call(ann, "searchArtifacts", { query: "bittern", artifact_type: "chat" });
    expect(hits.results).toMatchObject([{ artifact_id: made.artifact_id, chunk_id: first!.memory_id }]);
    const both = await memory.call(ann, "hybridSearch", { query: "bittern", include_memory: true });
    expect(both.primary_results).toMatchObject([{ type: "artifact", id: made.artifact_id }]);
    const asked = { session_id: "birds", query: "Where does the bittern nest?" };
    const { prompt } = await memory.call(ann, "context", asked);
    expect(prompt).toContain("The bittern nests here.");
    expect(prompt).toContain("Begin. Item 0");
  });

  it("are governed part by part, and deleted as a whole", async () => {
    const text = about("ruff", "lighthouse");
    const made = await record(text, { session_id: "ruffs" });
    const [hit] = await recalled("ruff");
    await edit("retract", hit!.memory_id);
    expect(await recalled("ruff")).toEqual([]);
    const hidden = await read(made.artifact_id!);
    expect(hidden.content).toHaveLength(text.length);
    expect(hidden.content).not.toContain("ruff");
    expect(hidden.content).toContain("█");
    await edit("restore", hit!.memory_id);
    await edit("amend", hit!.memory_id, { text: "The avocet nests here." });
    expect((await recalled("avocet"))[0]!.memory_id).toBe(hit!.memory_id);
    expect((await read(made.artifact_id!)).content).toContain("The avocet nests here.");

    const removed = await memory.call(ann, "deleteArtifact", { artifact_id: made.artifact_id!, reason });
    expect(removed).toMatchObject({ status: "deleted", deleted: { chunks: made.chunk_ids.length } });
    expect(await recalled("avocet")).toEqual([]);
    await expect(record(text)).rejects.toMatchObject({ code: "TOMBSTONED" });
  });

  it("stay in their channel and class, and are handed on in capsules", async () => {
    const made = await record(about("dunlin", "windmill"), { session_id: "dunlins", sensitivity: "low" });
    const ask = async (channel: string) => (await recalled("dunlin", { channel })).length;
    expect([await ask("private"), await ask("team"), await ask("public")]).toEqual([1, 0, 0]);
    await expect(read(made.artifact_id!, { channel: "public" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { capsule_id } = await memory.call(ann, "createCapsule", {
      ...{ subject_type: "user", subject_id: "ada", scope: "user", audience_agent_ids: ["bot"] },
      items: { artifacts: [made.artifact_id!], chunks: [made.chunk_ids[1]!] },
    });
    const { items } = await memory.call(bot, "getCapsule", { capsule_id, channel: "private" } as never);
    expect(JSON.stringify(items)).toContain("Begin. Item 0");
  });

  it("are recorded in batches among others, with their secrets masked", async () => {
    const long = about(`whimbrel ${secret}`, "boatyard");
    const { results } = await memory.call(ann, "recordEvents", {
      events: ["before", long, "after"].map((text) => message(text, { session_id: "batch" })),
    });
    expect(results).toMatchObject([{ status: "recorded" }, { masked: 1 }, { status: "recorded" }]);
    expect(results.map(({ chunk_ids }) => (chunk_ids ?? []).length > 20)).toEqual([false, true, false]);
    const { content } = await read(results[1]!.artifact_id!);
    expect(content).toBe(long.replace(secret, "[SECRET_REDACTED]"));
    const ids = [results[0]!.memory_id!, ...results[1]!.chunk_ids!, results[2]!.memory_id!];
    const { chunks } = await memory.call(ann, "getChunks", { chunk_ids: ids, channel: "private" });
    expect(chunks.map(({ turn }) => turn)).toEqual(ids.map((_, at) => at + 1));
    for (const table of ["record", "memory_original"]) {
      const rows = await memory.database.ownerQuery(`select to_jsonb(t) as row from palimpsest.${table} t`);
      expect(JSON.stringify(rows), table).not.toContain(secret);
    }
  });

  it("travel with an export, in the same order of turns", async () => {
    const other = await openTestMemory(engine);
    const results = await importAll(other, admin(), await exportAll(memory, admin(), true, 200));
    expect(results.filter(({ status }) => status === "refused")).toEqual([]);
    const { artifacts } = await memory.call(ann, "listArtifacts", { artifact_type: "chat" });
    for (const { artifact_id } of artifacts) {
      const whole = { artifact_id, include_content: true };
      const moved = await other.call(ann, "getArtifact", whole);
      expect(moved.content).toBe((await memory.call(ann, "getArtifact", whole)).content);
    }
    const given = { query: "whimbrel", session_id: "batch", channel: "private" } as const;
    const found = async (at: TestMemory) =>
      (await at.call(ann, "searchChunks", given)).chunks.map(({ chunk_id, turn }) => [chunk_id, turn]);
    expect(await found(other)).toEqual(await found(memory));
    await other.close();
  });

  it("are refused past a million characters, and where something else than a text is long", async () => {
    const long = sentences(2_200);
    const tooLong = [{ path: "content.text", message: expect.stringContaining("1,000,000") }];
    await expect(record("x".repeat(1_000_001))).rejects.toMatchObject({ details: tooLong });
    await expect(record(long, { kind: "decision" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const output = "line\n".repeat(20_000);
    await expect(record(long, { content: { output } })).rejects.toMatchObject({
      message: expect.stringContaining("two events"),
    });
    await expect(record(`${long}\0`)).rejects.toMatchObject({ code: "INVALID_UNICODE" });
  });
});
