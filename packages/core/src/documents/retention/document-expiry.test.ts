import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { startWorker, type Worker } from "../../jobs/index.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { sentences } from "../testing/texts.js";
import { documentExpiry } from "./document-expiry.js";

describe.each(engines)("the retention of documents on $name", (engine) => {
  let memory: TestMemory;
  let worker: Worker | undefined;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterEach(async () => {
    await worker?.stop();
  });
  afterAll(() => memory.close());
  const ann = human("ann");
  const ingest = (content: string, more: object = {}) =>
    memory.call(ann, "ingestArtifact", { artifact_type: "note", source_system: "test", content, ...more });
  const count = async (sql: string, values: unknown[] = []) =>
    Number(
      (
        await memory.database.ownerQuery<{ n: string }>(`select count(*) as n from palimpsest.${sql}`, values)
      )[0]!.n,
    );

  it("erases what has expired, in all its parts, and keeps the rest and what was retracted", async () => {
    const of = { source_id: "old", retention_policy: "1y" };
    const first = await ingest(`The old ibis. ${sentences(200)}`, of);
    const second = await ingest("The older ibis.", of);
    const resolved = await ingest("The open ticket.", { retention_policy: "until_resolved" });
    const kept = await ingest("The kept ibis.", { retention_policy: "1y" });
    const refused = await ingest("The false ibis.", { retention_policy: "1y" });
    await memory.call(ann, "forget", { memory_id: refused.artifact_id, reason: "false" });
    await memory.call(ann, "resolveArtifact", { artifact_uid: resolved.artifact_uid });
    const due = [first, second, refused].flatMap(({ stored_ids }) => stored_ids);
    await memory.database.ownerQuery(
      `update palimpsest.memory set expires_at = clock_timestamp() - interval '1 second' where id = any ($1)`,
      [due],
    );
    const gone = [...first.stored_ids, second.artifact_id, resolved.artifact_id];
    const rows = () => count("memory where id = any ($1)", [gone]);
    expect(await rows()).toBe(gone.length - 1);

    worker = startWorker(memory.services, { kinds: [documentExpiry], pollMs: 10 });
    await expect.poll(rows, { timeout: 60_000 }).toBe(0);
    await expect
      .poll(() => count(`job where kind = 'document_expiry' and status = 'DONE'`), { timeout: 60_000 })
      .toBe(1);
    for (const table of ["memory_original", "memory_vector", "memory_state"]) {
      expect(await count(`${table} where memory_id = any ($1)`, [gone]), table).toBe(0);
    }
    expect(await count("artifact where artifact_uid = $1", [first.artifact_uid])).toBe(0);
    expect(await count("memory where id like $1 || '::%'", [first.artifact_uid])).toBe(0);
    expect(
      await count(`memory_term t where not exists (
      select 1 from palimpsest.memory m where m.tenant_id = t.tenant_id and m.reading_position = t.reading_position)`),
    ).toBe(0);
    expect(
      await count("job where job_id = any ($1) and status = 'STOPPED'", [
        [first.job_id, second.job_id, resolved.job_id],
      ]),
    ).toBe(3);
    const { content } = await memory.call(ann, "getArtifact", {
      ...{ artifact_id: kept.artifact_uid, include_content: true },
    });
    expect(content).toBe("The kept ibis.");
    await expect(ingest("The false ibis.")).rejects.toMatchObject({ code: "TOMBSTONED" });
    const again = await ingest("The older ibis.", of);
    expect(again).toMatchObject({ artifact_uid: first.artifact_uid, status: "created" });
    const found = await memory.call(ann, "searchArtifacts", { query: "older ibis" });
    expect(found.results.map(({ artifact_id }) => artifact_id)).toEqual([
      again.artifact_id,
      kept.artifact_id,
    ]);
  });
});
