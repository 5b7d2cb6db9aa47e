import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { sentences } from "../testing/texts.js";

const secret = "ghp_0123456789abcdefghij0123456789abcdef";

describe.each(engines)("ingesting documents on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, ben] = [human("ann"), human("ben")];
  const ingest = (content: string, more: object = {}, who: Principal = ann) =>
    memory.call(who, "ingestArtifact", { artifact_type: "note", source_system: "test", content, ...more });
  const get = (artifact_id: string, more: object = {}, who: Principal = ann) =>
    memory.call(who, "getArtifact", { artifact_id, ...more });
  const recalled = async (query: string, who: Principal = ann) =>
    (await memory.call(who, "recall", { query })).memories.map(({ memory_id }) => memory_id);

  it("keeps a short one whole, as one memory with the id of the artifact", async () => {
    const content = "Decision: we will use a walrus for storage starting Monday.";
    const made = await ingest(content, { title: "Walrus" });
    expect(made).toMatchObject({
      is_chunked: false,
      num_chunks: 0,
      status: "created",
      job_status: "PENDING",
    });
    expect(made.stored_ids).toEqual([made.artifact_id]);
    expect(await recalled("walrus storage")).toContain(made.artifact_id);
    const shown = await get(made.artifact_uid, { include_content: true, include_chunks: true });
    expect(shown).toMatchObject({
      ...{
        title: "Walrus",
        content,
        chunks: [],
        is_latest: true,
        sensitivity: "normal",
        visibility_scope: "me",
      },
      ...{ revision_id: made.revision_id, source_id: null, retention_policy: "forever", expires_at: null },
    });
    const job = await memory.call(ann, "getJob", { job_id: made.job_id! });
    expect(job).toMatchObject({ kind: "extract_events", status: "PENDING", on_behalf_of: "human:ann" });
  });

  it("splits a long one into passages that are slices of its text", async () => {
    const content = `${sentences(300)}\n\n${"🦭 seals and walruses. ".repeat(100)}`;
    const made = await ingest(content);
    expect(made.is_chunked).toBe(true);
    expect(made.stored_ids).toHaveLength(made.num_chunks + 1);
    const shown = await get(made.artifact_id, { include_content: true, include_chunks: true });
    expect(shown.content).toBe(content);
    expect(shown.chunks!.map(({ chunk_id }) => chunk_id)).toEqual(made.stored_ids.slice(1));
    for (const { chunk_id, index, start_char, end_char, token_count, content: words } of shown.chunks!) {
      expect(content.slice(start_char, end_char)).toBe(words);
      expect(chunk_id).toMatch(
        new RegExp(`^${made.artifact_id}::chunk::${String(index).padStart(3, "0")}::`),
      );
      expect(token_count).toBeLessThanOrEqual(900);
    }
    const { results } = await memory.call(ann, "searchArtifacts", {
      query: "Item 150",
      expand_neighbors: true,
    });
    const hit = results.find(({ artifact_id }) => artifact_id === made.artifact_id)!;
    expect(content.slice(hit.start_char, hit.end_char)).toBe(hit.content);
    expect(hit.expanded_content).toContain(`\n[CHUNK BOUNDARY]\n${hit.content}\n[CHUNK BOUNDARY]\n`);
  });

  it("stores the same text of the same source once, and makes an earlier one the latest again", async () => {
    const of = { source_id: "abc" };
    const first = await ingest("We use a llama.", of);
    expect(await ingest("We  use a llama.\r\n", of)).toMatchObject({
      ...{ artifact_id: first.artifact_id, revision_id: first.revision_id, status: "unchanged" },
      ...{ job_id: null, job_status: "N/A" },
    });
    const second = await ingest("We use a camel.", of);
    expect(second).toMatchObject({ artifact_uid: first.artifact_uid, status: "revised" });
    expect(await recalled("llama or camel")).toEqual([second.artifact_id]);
    expect((await get(first.artifact_id, { include_content: true })).content).toBe("We use a llama.");
    const third = await ingest("We use a llama.", of);
    expect(third).toMatchObject({
      artifact_id: first.artifact_id,
      job_id: first.job_id,
      status: "reactivated",
    });
    expect(await recalled("llama or camel")).toEqual([first.artifact_id]);
    expect(await get(first.artifact_uid)).toMatchObject({ artifact_id: first.artifact_id, is_latest: true });
    const { revisions } = await memory.call(ann, "artifactRevisions", { artifact_uid: first.artifact_uid });
    expect(revisions.map(({ artifact_id, is_latest }) => [artifact_id, is_latest])).toEqual([
      [second.artifact_id, false],
      [first.artifact_id, true],
    ]);
    await expect(get(first.artifact_uid, { revision_id: "rev_nothing" })).rejects.toMatchObject({
      ...{ code: "NOT_FOUND", message: "Revision rev_nothing not found" },
    });
  });

  it("makes one revision and one job of equal texts that come at once", async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => ingest("An otter swims.", { source_id: "otter" })));
    expect(new Set(made.map(({ artifact_id }) => artifact_id)).size).toBe(1);
    expect(made.map(({ status }) => status).sort()).toEqual([
      "created",
      "unchanged",
      "unchanged",
      "unchanged",
    ]);
    const many = await Promise.all([1, 2, 3].map((n) => ingest(`Otter ${n}`, { source_id: "otters" })));
    const { revisions, total } = await memory.call(ann, "artifactRevisions", {
      artifact_uid: many[0]!.artifact_uid,
    });
    expect([total, revisions.filter(({ is_latest }) => is_latest).length]).toEqual([3, 1]);
  });

  it("keeps documents of two owners apart, though their source is one", async () => {
    const of = { source_id: "shared" };
    const [hers, his] = [await ingest("Hers is a heron.", of), await ingest("His is a hoopoe.", of, ben)];
    expect(his).toMatchObject({ artifact_uid: hers.artifact_uid, status: "created" });
    expect((await get(hers.artifact_uid, { include_content: true })).content).toBe("Hers is a heron.");
    expect((await get(hers.artifact_uid, { include_content: true }, ben)).content).toBe("His is a hoopoe.");
    await expect(get(hers.artifact_id, {}, ben)).rejects.toMatchObject({
      message: `Artifact ${hers.artifact_id} not found`,
    });
  });

  it("tells sources apart whose names hold a colon", async () => {
    const one = await ingest("One is an eider.", { source_system: "a:b", source_id: "c" });
    const other = await ingest("The other is an egret.", { source_system: "a", source_id: "b:c" });
    expect(other).toMatchObject({ status: "created" });
    expect(other.artifact_uid).not.toBe(one.artifact_uid);
    const again = await ingest("One is an eider.", { source_system: "a:b", source_id: "c" });
    expect(again).toMatchObject({ status: "unchanged", artifact_uid: one.artifact_uid });
  });

  it("masks secrets before anything is made of the text", async () => {
    const made = await ingest(`The token is ${secret}, keep it.`, { title: `About ${secret}` });
    expect(made.masked).toBe(2);
    const shown = await get(made.artifact_id, { include_content: true });
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(made.revision_id).toBe((await ingest(shown.content!)).revision_id);
    for (const table of ["artifact", "memory", "memory_original", "job"]) {
      const rows = await memory.database.ownerQuery(`select to_jsonb(t) as row from palimpsest.${table} t`);
      expect(JSON.stringify(rows), table).not.toContain(secret);
    }
  });

  it("refuses what cannot be kept, and writes nothing", async () => {
    const refused: [object, object][] = [
      [{ retention_policy: "custom" }, { details: [{ path: "retain_until" }] }],
      [{ retain_until: "2199-01-01T00:00:00Z" }, { details: [{ path: "retain_until" }] }],
      [{ retention_policy: "custom", retain_until: "2020-01-01T00:00:00Z" }, { code: "VALIDATION_ERROR" }],
      [{ visibility_scope: "team" }, { details: [{ path: "audience" }] }],
      [{ content: "" }, { code: "VALIDATION_ERROR" }],
      [{ content: " \n " }, { code: "EMPTY_CONTENT" }],
      [{ content: "a\0b" }, { code: "INVALID_UNICODE" }],
      [{ participants: Array.from({ length: 101 }, () => "x") }, { code: "VALIDATION_ERROR" }],
      [{ document_date: "99999-01-01" }, { code: "VALIDATION_ERROR" }],
      [{ source_url: "file:///etc/passwd" }, { code: "VALIDATION_ERROR" }],
      [{ source_id: secret }, { code: "VALIDATION_ERROR" }],
      [{ content: "x".repeat(10_000_001) }, { details: [{ path: "content" }] }],
    ];
    for (const [more, { details, ...error }] of refused as [object, { details?: object[] }][]) {
      const expected = {
        ...error,
        ...(details && { details: details.map((one) => expect.objectContaining(one)) }),
      };
      await expect(ingest("fine", more), JSON.stringify(more).slice(0, 60)).rejects.toMatchObject(expected);
    }
    const { total } = await memory.call(agent("lister"), "listArtifacts", {});
    expect(total).toBe(0);
  });

  it("lists documents by page, and by what they are", async () => {
    const made = [];
    for (const n of [1, 2, 3]) {
      made.push((await ingest(`Page ${n}`, { artifact_type: "email", source_id: `mail-${n}` })).artifact_id);
    }
    const page = await memory.call(ann, "listArtifacts", { artifact_type: "email", limit: 2 });
    expect(page).toMatchObject({ total: 3, artifacts: [{ artifact_id: made[2] }, { artifact_id: made[1] }] });
    const more = { artifact_type: "email", limit: 2, cursor: page.next_cursor } as const;
    expect((await memory.call(ann, "listArtifacts", more)).artifacts).toMatchObject([
      { artifact_id: made[0] },
    ]);
    const one = await memory.call(ann, "listArtifacts", { source_system: "test", source_id: "mail-2" });
    expect(one.artifacts).toMatchObject([{ artifact_id: made[1], source_id: "mail-2" }]);
  });
});
