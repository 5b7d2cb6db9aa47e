import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { runJobs } from "../../testing/run-jobs.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { sentences } from "../testing/texts.js";

describe.each(engines)("the difference of revisions on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, ben] = [human("ann"), human("ben")];
  const ingest = (content: string, source_id: string, more: object = {}) =>
    memory.call(ann, "ingestArtifact", {
      ...{ artifact_type: "note", source_system: "test", content, source_id, ...more },
    });
  const diff = (artifact_uid: string, from: string, more: object = {}, who: Principal = ann) =>
    memory.call(who, "artifactDiff", { artifact_uid, from_revision_id: from, ...more });

  it("is told from an earlier revision to the latest, or between any two", async () => {
    const first = await ingest("Decision: Use MySQL.", "db");
    const second = await ingest("Decision: Use Postgres.", "db");
    const third = await ingest("Decision: Use Postgres. Now.", "db");
    expect(await diff(first.artifact_uid, first.revision_id)).toMatchObject({
      ...{ artifact_uid: first.artifact_uid, from_revision_id: first.revision_id },
      to_revision_id: third.revision_id,
      text: [{ op: "delete" }, { op: "insert", text: expect.stringContaining("Postgres") }],
    });
    const { text } = await diff(first.artifact_uid, second.revision_id, {
      to_revision_id: first.revision_id,
    });
    expect(text).toEqual([
      { op: "delete", start_char: 14, end_char: 22, text: "Postgres" },
      { op: "insert", start_char: 14, end_char: 19, text: "MySQL" },
    ]);
    expect(await diff(second.artifact_id, first.revision_id)).toMatchObject({
      to_revision_id: second.revision_id,
    });
    const missing = "rev_0000000000000000";
    await expect(diff(first.artifact_uid, missing)).rejects.toMatchObject({
      ...{ code: "NOT_FOUND", message: `Revision ${missing} not found` },
    });
    await expect(diff(first.artifact_uid, first.revision_id, {}, ben)).rejects.toMatchObject({
      ...{ code: "NOT_FOUND", message: `Artifact ${first.artifact_uid} not found` },
    });
  });

  it("tells events that were added and removed", async () => {
    const first = await ingest("Decision: we use MySQL. Ann will write the guide.", "choice");
    await ingest("Decision: we use Postgres. Ann will write the guide.", "choice");
    await runJobs(memory.services);
    const { events } = await diff(first.artifact_uid, first.revision_id);
    expect(events).toMatchObject({
      ...{ added: [{ category: "Decision" }], removed: [{ category: "Decision" }], unchanged: 1 },
    });
    expect(events.removed[0]!.narrative).toContain("MySQL");
  });

  it("shows no word of a passage that was taken out of either revision", async () => {
    const body = `${sentences(200)} The vault is under the stairs.`;
    const first = await ingest(body, "vault");
    const second = await ingest(`${body} Really.`, "vault");
    for (const { artifact_id } of [first, second]) {
      const { chunks } = await memory.call(ann, "getArtifact", { artifact_id, include_chunks: true });
      const memory_id = chunks!.at(-1)!.chunk_id;
      await memory.call(ann, "forget", { memory_id, reason: "nobody's business", twins: "leave" });
    }
    const answer = JSON.stringify(await diff(first.artifact_uid, first.revision_id));
    expect(answer).toContain("█");
    expect(answer).not.toContain("vault is under");
    expect(answer).not.toContain("Really");
  });
});
