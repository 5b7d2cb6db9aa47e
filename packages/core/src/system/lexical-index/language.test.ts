import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { startWorker } from "../../jobs/index.js";
import { stemmingLanguages } from "../../policy/index.js";
import { newTenant } from "../../policy/testing/tenants.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { exportAll, importAll } from "../../transfer/testing/copy.js";
import { staleIndexRebuild } from "./rebuild-job.js";

describe.each(engines)("the stemming language of a tenant on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const rebuilt = () =>
    new Promise<string>((resolve) => {
      const worker = startWorker(memory.services, {
        kinds: [staleIndexRebuild],
        pollMs: 10,
        onEnd: ({ end }) => void worker.stop().then(() => resolve(end)),
      });
    });

  it("is English until the policy says otherwise, and a change rebuilds the index", async () => {
    const { ann, boss, set } = newTenant(memory);
    const found = async (query: string) =>
      (await memory.call(ann, "searchChunks", { query, channel: "private" })).chunks.map(({ text }) => text);
    const text = "Die Versicherungen wurden gekündigt.";
    await memory.call(ann, "remember", { text });
    await memory.call(ann, "remember", { text: "She insured both houses." });
    expect(await found("house")).toHaveLength(1);

    await set("retrieval: { language: german }");
    expect(await memory.call(boss, "indexStatus", {})).toMatchObject({ current: false });
    expect(await rebuilt()).toBe("done");
    expect(await memory.call(boss, "indexStatus", {})).toMatchObject({
      current: true,
      version: expect.stringMatching(/^2-german-/),
    });
    expect(await found("Versicherung kündigen")).toEqual([text]);
    const late = "Der Vertrag läuft in zwei Monaten aus.";
    await memory.call(ann, "remember", { text: late });
    expect(await found("Monat")).toEqual([late]);

    // The change is taken back before any of it is done: the index is none the less of no one version.
    await set("retrieval: { language: french }");
    await set("retrieval: { language: german }");
    expect(await memory.call(boss, "indexStatus", {})).toMatchObject({ current: false });

    const other = newTenant(memory);
    await memory.call(other.ann, "remember", { text: "Three houses." });
    expect((await memory.call(other.ann, "recall", { query: "house" })).memories).toHaveLength(1);
    await expect(set("retrieval: { language: klingon }")).rejects.toMatchObject({ code: "INVALID_POLICY" });
  });

  it("comes with a policy that is imported", async () => {
    const [here, there] = [newTenant(memory), newTenant(memory)];
    await there.set("retrieval: { language: german }");
    const [header, ...records] = await exportAll(memory, there.boss);
    const policies = records.filter(({ type }) => type === "policy");
    const moved = [{ ...header!, tenant_id: here.id }, ...policies];
    expect(await importAll(memory, here.boss, moved)).toMatchObject([{ status: "imported" }]);
    expect(await memory.call(here.boss, "indexStatus", {})).toMatchObject({
      current: false,
      server_version: expect.stringMatching(/^2-german-/),
    });
  });

  it("is any that this engine ships", async () => {
    const shipped = await memory.database.ownerQuery<{ name: string; words: number }>(
      `select cfgname as name, length(to_tsvector(oid::regconfig, 'zanzibar')) as words from pg_ts_config
       where cfgnamespace = 'pg_catalog'::regnamespace`,
    );
    const stems = shipped.filter(({ words }) => words === 1).map(({ name }) => name);
    expect(stems).toEqual(expect.arrayContaining([...stemmingLanguages]));
  });
});
