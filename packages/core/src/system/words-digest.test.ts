import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../db/migrate/migrations.generated.js";
import { engines, type TestDatabase } from "../db/testing/index.js";
import { startWorker } from "../jobs/index.js";
import { type Memory, openMemory } from "../open-memory.js";
import { wordsDigest } from "./words-digest.js";

/** The schema of the first release, in which a tombstone was compared letter by letter. */
const baseline = migrations.slice(0, 9);
const tenant = "first";

describe.each(engines)("a text that the first release retracted, on $name", (engine) => {
  let test: TestDatabase;
  let memory: Memory;

  beforeAll(async () => {
    test = await engine.open({ migrations: baseline });
    await test.ownerQuery(
      `insert into palimpsest.tenant (tenant_id) values ($1);`.replace("$1", `'${tenant}'`),
    );
    await test.ownerQuery(
      `insert into palimpsest.principal (tenant_id, principal_id, type) values ($1, 'local', 'human')`,
      [tenant],
    );
    await retracted("chk_plain", "the vault code is blue", "The vault code is red.");
    await retracted("chk_ann", "ann owes nine marks", "ann owes nine marks", ["user", "ann"]);
    memory = await openMemory({
      database: test.options,
      embedder: { provider: "builtin" },
      settings: { auth: "none" },
      migrate: true,
    });
  });
  afterAll(async () => {
    await memory.close();
    await test.close();
  });

  /** A memory as that release left it: amended from its first text, then retracted. */
  async function retracted(
    id: string,
    text: string,
    original: string,
    subject: (string | null)[] = [null, null],
  ) {
    const [row] = await test.ownerQuery<{ digest_key: Buffer }>(
      `select digest_key from palimpsest.tenant where tenant_id = $1`,
      [tenant],
    );
    const digest = (of: string) =>
      createHmac("sha256", Buffer.from(row!.digest_key)).update(of.toLowerCase()).digest("hex");
    await test.ownerQuery(
      `insert into palimpsest.memory (tenant_id, id, kind, as_chunk, origin, source, reading_position, channel, owner_id,
         text, retracted, amended, edit_count, content_hash, original_hash, occurred_at, subject_type, subject_id, scope)
       values ($1, $2, 'chunk', true, 'human', 'human:local', -16 * nextval('palimpsest.solo_position'), 'private', 'local',
         $3, true, $3 <> $4, 2, $5, $6, now(), $7, $8, 'project')`,
      [tenant, id, text, original, digest(text), digest(original), ...subject],
    );
    await test.ownerQuery(
      `insert into palimpsest.memory_original (tenant_id, memory_id, text, importance) values ($1, $2, $3, 0)`,
      [tenant, id, original],
    );
  }

  const remember = (text: string, more: object = {}) =>
    memory
      .dispatch({
        operation: "remember",
        input: { text, ...more },
        credential: { kind: "local", tenantId: tenant },
        surface: "sdk",
      })
      .then(
        ({ output }) => (output as { status: string }).status,
        (error: { code: string }) => error.code,
      );

  it("is refused as it was written at once, and with other punctuation once its job has run", async () => {
    expect(await remember("The vault code is BLUE")).toBe("TOMBSTONED");
    expect(await remember("the vault code is red.", { project_id: "p" })).toBe("TOMBSTONED");

    const ended = new Promise<string>((resolve) => {
      const worker = startWorker(memory.services, {
        kinds: [wordsDigest],
        pollMs: 10,
        onEnd: ({ end }) => void worker.stop().then(() => resolve(end)),
      });
    });
    expect(await ended).toBe("done");
    for (const text of ["“The vault code is blue!”", "the vault code is red", "The vault, code: is red"]) {
      expect(await remember(text), text).toBe("TOMBSTONED");
    }
    expect(await remember("Ann owes nine marks.", { subject_type: "user", subject_id: "ann" })).toBe(
      "TOMBSTONED",
    );
    expect(await remember("Ann owes nine marks.")).toBe("TOMBSTONED");
    expect(await remember("Ann owes nine marks.", { subject_type: "user", subject_id: "ben" })).toBe(
      "created",
    );
    const missing = await test.ownerQuery(`select id from palimpsest.memory where words_hash is null`);
    expect(missing).toEqual([]);
  });
});
