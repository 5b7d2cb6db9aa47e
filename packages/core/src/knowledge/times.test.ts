import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { startWorker } from "../jobs/index.js";
import { toldTimesFill } from "../system/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const [ann, bot] = [human("ann"), agent("bot")];
const said = { occurred_at: "2023-05-08T12:00:00Z" };

describe.each(engines)("times on $name", (engine) => {
  let memory: TestMemory;
  const told = (id: string) =>
    memory.database.ownerQuery<{ day: string }>(
      `select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') as day from palimpsest.told_time
       where memory_id = $1 order by 1`,
      [id],
    );
  const days = async (id: string) => (await told(id)).map(({ day }) => day);
  const remember = async (text: string, more: object = {}) =>
    (await memory.call(ann, "remember", { text, ...said, ...more })).memory_id;
  const edit = (id: string, op: "amend" | "attenuate" | "retract" | "restore", patch: object = {}) =>
    memory.call(ann, "applyEdit", { target_type: "memory", target_id: id, op, patch, reason: "because" });

  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("that a memory tells of are counted from when it was said, and follow its edits", async () => {
    const id = await remember("I saw her yesterday.");
    expect(await days(id)).toEqual(["2023-05-07"]);
    await edit(id, "amend", { text: "I saw her two days ago, and in March 2021." });
    expect(await days(id)).toEqual(["2021-03-01", "2023-05-06"]);
    await edit(id, "attenuate", { importance: 0.2 });
    expect(await days(id)).toEqual(["2021-03-01", "2023-05-06"]);
    await edit(id, "retract");
    expect(await days(id)).toEqual([]);
    await edit(id, "restore", { op: "retract" });
    expect(await days(id)).toEqual(["2021-03-01", "2023-05-06"]);
  });

  it("are none where a text names only the day on which it was said", async () => {
    expect(await days(await remember("She called today, and it is 8 May 2023."))).toEqual([]);
  });

  it("are read by nobody who may not see the memory", async () => {
    const id = await remember("The secret meeting was yesterday.", { visibility: "private" });
    const read = (who: typeof ann) =>
      memory.services.db.transaction(who, (tx) =>
        tx.query(`select 1 from palimpsest.told_time where memory_id = $1`, [id]),
      );
    expect(await read(ann)).toHaveLength(1);
    expect(await read(bot)).toHaveLength(0);
  });

  it("are filled in by a job for what was written before", async () => {
    const id = await remember("We met last week.");
    await memory.database.ownerQuery(`alter table palimpsest.told_time disable row level security`);
    await memory.database.ownerQuery(`delete from palimpsest.told_time`);
    await memory.database.ownerQuery(`alter table palimpsest.told_time enable row level security`);
    await memory.database.ownerQuery(
      `insert into palimpsest.job (tenant_id, job_id, kind, payload) values ($1, 'job_times', 'told_times', '{}')`,
      [ann.tenantId],
    );
    const ended = await new Promise<string>((resolve) => {
      const worker = startWorker(memory.services, {
        kinds: [toldTimesFill],
        pollMs: 10,
        onEnd: ({ end }) => void worker.stop().then(() => resolve(end)),
      });
    });
    expect(ended).toBe("done");
    expect(await days(id)).toEqual(["2023-05-01"]);
  });

  it("bound a read in words, counted from now, and say how they were understood", async () => {
    const id = await remember("The kite festival was lovely.", { occurred_at: "2024-02-14T10:00:00Z" });
    const asked = { from: "Anfang Februar", to: "yesterday", now: "2024-02-20T00:30:00+01:00" };
    const times = [
      { said: "Anfang Februar", as: "from", from: "2024-01-31T23:00:00.000Z" },
      { said: "yesterday", as: "to", to: "2024-02-19T23:00:00.000Z" },
    ];
    const recalled = await memory.call(ann, "recall", { query: "kite", ...asked });
    expect(recalled.memories.map(({ memory_id }) => memory_id)).toEqual([id]);
    expect(recalled.times).toEqual(times);
    const listed = await memory.call(ann, "listMemories", asked);
    expect(listed.memories.map(({ memory_id }) => memory_id)).toEqual([id]);
    expect(listed.times).toEqual(times);
    const found = await memory.call(ann, "searchChunks", { query: "kite", ...asked, to: "10 February" });
    expect(found.chunks).toEqual([]);
    for (const operation of ["recall", "searchChunks"] as const)
      await expect(
        memory.call(ann, operation, { ...asked, query: "kite", from: "yesterday", to: "last week" }),
      ).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        message: expect.stringContaining("to must be after from"),
      });
    await expect(memory.call(ann, "listMemories", { since: "soonish" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  it("that a query names come first, and alone decide where nothing else is asked", async () => {
    const june = (day: number, text: string, more: object = {}) =>
      remember(text, { occurred_at: `2022-06-${String(day).padStart(2, "0")}T10:00:00Z`, ...more });
    const walk = await june(2, "Maria walked to the lighthouse.");
    const tale = await june(
      9,
      "Maria walked to the lighthouse yesterday, with the dog and both of the children.",
    );
    await june(9, "A private dinner yesterday.", { visibility: "private" });
    await june(20, "The lighthouse was painted.");
    const recall = async (query: string, more: object = {}, who = ann) => {
      const answer = await memory.call(who, "recall", { query, now: "2022-06-14T12:00:00Z", ...more });
      return { ...answer, ids: answer.memories.map(({ memory_id }) => memory_id) };
    };

    const alone = await recall("What happened on 8 June?", {}, bot);
    expect(alone.ids).toEqual([tale]);
    expect(alone.mode).toBe("times alone");
    expect(alone.memories[0]!.why).toContain("of the time asked for");
    expect(alone.times).toEqual([
      { said: "on 8 June", as: "filter", from: "2022-06-08T00:00:00.000Z", to: "2022-06-09T00:00:00.000Z" },
    ]);
    expect((await recall("What happened on 8 June?", { to: "7 June" }, bot)).ids).toEqual([]);
    expect((await recall("Was ist letzte Woche passiert?", {}, bot)).ids).toEqual([tale]);

    const preferred = await recall("Who walked to the lighthouse on 8 June?", {}, bot);
    expect(preferred.ids.slice(0, 2)).toEqual([tale, walk]);
    expect(preferred.times?.[0]).toMatchObject({ as: "preference" });

    const bundle = await memory.call(bot, "context", {
      ...{ query: "What happened on 8 June?", now: "2022-06-14T12:00:00Z", session_id: "s" },
    });
    expect(bundle.times?.[0]).toMatchObject({ said: "on 8 June", as: "filter" });
    expect(bundle.prompt).toContain("with the dog");
    expect(bundle.prompt).not.toContain("painted");
    expect(await memory.call(bot, "replayAcb", { acb_id: bundle.acb_id })).toMatchObject({ verified: true });

    await edit(tale, "amend", { text: "Maria walked to the lighthouse once." });
    expect((await recall("What happened on 8 June?", {}, bot)).ids).toEqual([]);
  });
});
