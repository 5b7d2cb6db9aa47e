import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { dispatch } from "../../dispatch.js";
import { scheduleForAll } from "../../jobs/job.sql.js";
import { hookedDatabase, type WriteHook } from "../../testing/databases/hooked-database.js";
import { runJobs } from "../../testing/run-jobs.js";
import { message } from "../../testing/samples.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { sentences } from "../testing/texts.js";

/** Some thirteen passages. */
const long = (bird: string, place = bird) =>
  `${sentences(1_000).replaceAll("harbour", place)}\nHere nests the ${bird}.`;

class Ended extends Error {}

describe.each(engines)("long texts on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const ann = human("ann");
  const inputOf = (content: string, more: object = {}) =>
    ({ artifact_type: "note", source_system: "test", content, ...more }) as const;
  const ingest = (content: string, more: object = {}) =>
    memory.call(ann, "ingestArtifact", inputOf(content, more));
  const recalled = async (query: string) =>
    (await memory.call(ann, "recall", { query })).memories.map(({ memory_id }) => memory_id);
  const pending = async () => {
    const counted = `select count(*)::integer as n from palimpsest.memory where status = 'pending'`;
    return (await memory.database.ownerQuery<{ n: number }>(counted))[0]!.n;
  };
  /** Runs the job that carries out retention. */
  const tidy = async () => {
    await memory.database.ownerQuery(`delete from palimpsest.job where kind = 'document_expiry'`);
    await scheduleForAll(memory.services.db, "document_expiry", "1 hour");
    expect(await runJobs(memory.services, ["document_expiry"])).toEqual(["done"]);
  };
  /** As if two hours had gone by. */
  const aged = async () => {
    const guarded = (how: string) => `alter table palimpsest.memory ${how} trigger immutable_subject`;
    await memory.database.ownerQuery(guarded("disable"));
    await memory.database.ownerQuery(
      `update palimpsest.memory set recorded_at = recorded_at - interval '2 hours' where status = 'pending'`,
    );
    await memory.database.ownerQuery(guarded("enable"));
  };
  const called = (operation: "ingestArtifact" | "recordEvent", input: object, hook: WriteHook) => {
    const services = { ...memory.services, db: hookedDatabase(memory.services.db, hook) };
    const credential = { kind: "principal", principal: ann } as const;
    return dispatch(services, { operation, input, credential, surface: "sdk" });
  };

  it("are not seen in part while they are written, and then as a whole", async () => {
    const seen: unknown[] = [];
    const look: WriteHook = async (moment, n) => {
      if (moment !== "after" || n > 2) return;
      const { total } = await memory.call(ann, "listArtifacts", {});
      seen.push([n, (await pending()) > 0, total, await recalled("Item 5 near the auk")]);
    };
    const { output } = await called("ingestArtifact", inputOf(long("auk")), look);
    expect(seen).toEqual([
      [1, true, 0, []],
      [2, true, 0, []],
    ]);
    expect(await pending()).toBe(0);
    expect(await recalled("nests auk")).not.toEqual([]);
    const artifact_id = (output as { artifact_id: string }).artifact_id;
    const { content } = await memory.call(ann, "getArtifact", { artifact_id, include_content: true });
    expect(content).toBe(long("auk"));
  });

  it("leave nothing behind if the process ends in their middle", async () => {
    const text = long("smew");
    const dies: WriteHook = (moment, n) => {
      if (moment === "begin" && n > 1) throw new Ended();
    };
    await expect(called("ingestArtifact", inputOf(text), dies)).rejects.toThrow(Ended);
    await expect(called("recordEvent", message(text.repeat(3)), dies)).rejects.toThrow(Ended);
    expect(await pending()).toBeGreaterThan(0);
    expect(await recalled("smew")).toEqual([]);
    await tidy();
    expect(await pending()).toBeGreaterThan(0);
    await aged();
    await tidy();
    expect(await pending()).toBe(0);
    expect((await ingest(text)).status).toBe("created");
    expect(await recalled("nests smew")).not.toEqual([]);
  });

  it("drop what was written if a step fails, and if another call was faster", async () => {
    const failsOnce: WriteHook = (moment, n) => {
      if (moment === "commit" && n === 2) throw new Ended();
    };
    await expect(called("ingestArtifact", inputOf(long("teal")), failsOnce)).rejects.toThrow(Ended);
    expect(await pending()).toBe(0);
    const made = await Promise.all([1, 2].map(() => ingest(long("knot"), { source_id: "knots" })));
    expect(made.map(({ status }) => status).sort()).toEqual(["created", "unchanged"]);
    expect(await pending()).toBe(0);
  });

  it("leave searches when another revision is the latest, and come back with theirs", async () => {
    const of = { source_id: "rails" };
    const first = await ingest(long("crake", "pond"), of);
    const second = await ingest(long("gallinule", "pool"), of);
    expect(await recalled("crake pond")).toEqual([]);
    const guarded = await memory.database.ownerQuery(
      `select 1 from palimpsest.memory_term t join palimpsest.memory m using (tenant_id, reading_position)
       where m.status = 'superseded' and t.guard <> palimpsest.posting_guard(m.channel, 'secret', false, '{}', null)`,
    );
    expect(guarded).toEqual([]);
    expect(await recalled("gallinule")).toContain(second.stored_ids.at(-1));
    expect((await ingest(long("crake", "pond"), of)).status).toBe("reactivated");
    expect(await recalled("crake")).toContain(first.stored_ids.at(-1));
  });
});
