import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { admin, agent, human, openTestMemory, type TestMemory, tenantB } from "../../testing/test-memory.js";

const [ann, bot, other] = [human("ann"), agent("bot"), agent("other")];
const missing = { code: "NOT_FOUND", message: "No such episode, or it is not yours to see." };

describe.each(engines)("episodes on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const start = (summary: string, more: object = {}, who = bot) =>
    memory.call(who, "startEpisode", { summary, ...more });
  const end = (episode_id: string, more: object = {}, who = bot) =>
    memory.call(who, "endEpisode", { episode_id, outcome: "success", ...more });
  const get = (episode_id: string, who = bot) => memory.call(who, "getEpisode", { episode_id });
  /** Those of the episodes that hold words of the query. Others may be found by a likeness of their vectors. */
  const find = async (query: string, more: object = {}, who = bot) => {
    const { episodes } = await memory.call(who, "searchEpisodes", { query, explain: true, ...more });
    return episodes.filter(({ parts }) => parts!.words > 0).map(({ id }) => id);
  };
  const eventsAfter = async (cursor: string, who = bot) =>
    (await memory.call(who, "listDomainEvents", { cursor })).events.map(({ type, data }) => [type, data]);
  const latest = async (who = bot) =>
    (await memory.call(who, "listDomainEvents", { start: "latest" })).next_cursor;

  it("go from their start to their end, and tell of both", async () => {
    const cursor = await latest();
    const begun = await start("The kettle order is late", {
      ...{ title: "Order 12", detail: "carrier quixotic", trigger: "user_message", participants: ["Ada"] },
      occurred_at: new Date(Date.now() - 95_000).toISOString(),
    });
    expect(begun).toMatchObject({
      ...{ agent_id: "bot", title: "Order 12", outcome: "ongoing", ended_at: null, duration_seconds: null },
      ...{ lessons_learned: [], decision_ids: [], procedures: [], surprise_level: null, masked: 0 },
      ...{ visibility: "private", scope: "user", channel: "private", trust: "own", edits_applied: 0 },
    });
    expect(await find("kettle")).toEqual([begun.id]);
    expect(await find("quixotic")).toEqual([]);

    const ended = await end(begun.id, { lessons_learned: ["Ring the depot"], surprise_level: 0.5 });
    expect(ended).toMatchObject({
      outcome: "success",
      lessons_learned: ["Ring the depot"],
      surprise_level: 0.5,
    });
    const lasted = (Date.parse(ended.ended_at!) - Date.parse(begun.started_at)) / 1_000;
    expect(ended.duration_seconds).toBe(Math.round(lasted));
    expect(lasted).toBeGreaterThanOrEqual(95);
    expect(await get(begun.id)).toEqual(ended);
    expect(await find("depot")).toEqual([begun.id]);
    expect(await find("depot", { outcome: "failure" })).toEqual([]);
    expect(await find("quixotic")).toEqual([]);
    await expect(end(begun.id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await eventsAfter(cursor)).toEqual([
      ["episode_started", {}],
      ["episode_completed", { outcome: "success", duration: ended.duration_seconds }],
    ]);
  });

  it("are ended once, of two agents that end one at the same time", async () => {
    const { id } = await start("A shared storm", { visibility: "tenant" });
    const answers = await Promise.allSettled([
      end(id, { lessons_learned: ["first"] }),
      end(id, { outcome: "failure", lessons_learned: ["second"] }, other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = answers.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: "CONFLICT" });
    expect((await get(id)).lessons_learned).toHaveLength(1);
  });

  it("of a person are ended by people and those who may approve edits", async () => {
    const { id } = await start("Ann's long walk", { visibility: "tenant" }, ann);
    await expect(end(id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await get(id)).toMatchObject({ outcome: "ongoing", edits_applied: 0 });
    expect(await end(id, {}, ann)).toMatchObject({ outcome: "success", trust: "trusted" });
  });

  it("are listed newest first, by outcome and age, page by page", async () => {
    const who = agent("lister", tenantB);
    const hour = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const ids: string[] = [];
    for (const [n, hours] of [30, 20, 2, 1].entries()) {
      ids.unshift((await start(`episode ${n}`, { occurred_at: hour(hours) }, who)).id);
    }
    await end(ids[3]!, { outcome: "abandoned" }, who);
    const list = async (input: object = {}) => {
      const { episodes, next_cursor } = await memory.call(who, "listEpisodes", input);
      return { ids: episodes.map(({ id }) => id), next_cursor };
    };
    expect(await list()).toEqual({ ids, next_cursor: null });
    expect((await list({ hours: 24 })).ids).toEqual(ids.slice(0, 3));
    expect((await list({ outcome: "abandoned" })).ids).toEqual([ids[3]]);
    expect((await list({ outcome: "ongoing" })).ids).toEqual(ids.slice(0, 3));
    const first = await list({ limit: 3 });
    expect(first.ids).toEqual(ids.slice(0, 3));
    expect(await list({ limit: 3, cursor: first.next_cursor })).toEqual({ ids: [ids[3]], next_cursor: null });
    await expect(list({ cursor: "forged" })).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });

  it("are linked to decisions and procedures that both sides may see, as often as one likes", async () => {
    const { id } = await start("Choosing a carrier", { visibility: "tenant" });
    const { memory_id: decision_id } = await memory.call(bot, "createDecision", {
      decision: "Take the train",
    });
    const hidden = await memory.call(bot, "storeProcedure", { name: "Ask quietly" });
    const cursor = await latest();
    const link = () => memory.call(bot, "linkEpisodeDecision", { episode_id: id, decision_id });
    expect((await link()).decision_ids).toEqual([decision_id]);
    expect((await link()).decision_ids).toEqual([decision_id]);
    const use = (effectiveness?: "helped" | "hindered") =>
      memory.call(bot, "linkEpisodeProcedure", { episode_id: id, procedure_id: hidden.id, effectiveness });
    expect((await use()).procedures).toEqual([{ procedure_id: hidden.id, effectiveness: null }]);
    await use("helped");
    expect((await use("hindered")).procedures[0]?.effectiveness).toBe("hindered");
    expect((await use()).procedures[0]?.effectiveness).toBe("hindered");
    expect(await eventsAfter(cursor)).toEqual(Array.from({ length: 4 }, () => ["episode_linked", {}]));
    expect(await get(id, other)).toMatchObject({ decision_ids: [decision_id], procedures: [] });

    const wrong = memory.call(bot, "linkEpisodeDecision", { episode_id: id, decision_id: hidden.id });
    await expect(wrong).rejects.toMatchObject({ code: "NOT_FOUND", details: [{ path: "decision_id" }] });
    await memory.call(bot, "forget", { memory_id: decision_id, reason: "r" }).catch(() => undefined);
  });

  it("are their owner's alone unless shared, and other ids are answered as unknown ones", async () => {
    const { id } = await start("Nobody else's business");
    for (const who of [ann, other, human("rev"), agent("bot", tenantB)]) {
      await expect(get(id, who)).rejects.toMatchObject(missing);
      await expect(end(id, {}, who)).rejects.toMatchObject(missing);
      expect(await find("business", {}, who)).toEqual([]);
    }
    const { id: procedure } = await memory.call(bot, "storeProcedure", { name: "Not an episode" });
    for (const unknown of ["epi_9", procedure]) await expect(get(unknown)).rejects.toMatchObject(missing);
  });

  it("obey edits: words, what came of them, and retraction", async () => {
    const { id } = await start("The pier is closed", { visibility: "tenant", title: "Pier" }, ann);
    const edit = (op: "amend" | "retract", patch: object = {}) =>
      memory.call(ann, "applyEdit", { target_type: "episode", target_id: id, op, patch, reason: "r" });
    await edit("amend", { text: "The pier is open" });
    expect(await get(id, ann)).toMatchObject({
      title: "Pier",
      summary: "The pier is open",
      edits_applied: 1,
    });
    await expect(edit("amend", { attributes: { outcome: "partial" } })).rejects.toMatchObject({
      ...{ code: "VALIDATION_ERROR", details: [{ path: "patch.attributes.outcome" }] },
    });
    expect(await end(id, { outcome: "failure" }, ann)).toMatchObject({ outcome: "failure" });
    await edit("amend", {
      attributes: { outcome: "partial", lessons_learned: ["Fetch binoculars"], title: null },
    });
    expect(await get(id, ann)).toMatchObject({ title: null, outcome: "partial" });
    expect(await find("binoculars", {}, ann)).toEqual([id]);
    for (const attributes of [
      { outcome: "ongoing" },
      { outcome: null },
      { ended_at: "2026-01-01T00:00:00Z" },
      { started_at: "x" },
      { outcome: "fine" },
    ]) {
      await expect(edit("amend", { attributes })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    const before = new Date().toISOString();
    await edit("retract");
    await expect(get(id, ann)).rejects.toMatchObject(missing);
    expect(await find("pier", {}, ann)).toEqual([]);
    expect(await find("pier", { as_of: before }, ann)).toEqual([]);
    const { id: again } = await start("The crane is stuck", {}, ann);
    await memory.call(ann, "forget", { memory_id: again, reason: "r" });
    await expect(start("The crane is stuck.", {}, ann)).rejects.toMatchObject({ code: "TOMBSTONED" });
  });

  it("are never ended and ongoing at once, also if their end is undone", async () => {
    const { id } = await start("The lock gate jams");
    await end(id);
    const edit = (op: string, patch: object) =>
      memory.call(bot, "applyEdit", {
        ...{ target_type: "episode", target_id: id, op, patch, reason: "r" },
      } as never);
    const [ending] = (await memory.call(bot, "listEdits", { target_id: id })).edits;
    const { edit_id } = await edit("amend", { attributes: { outcome: "partial" } });
    const undo = () => edit("restore", { edit_id: ending!.edit_id });
    await expect(undo()).rejects.toMatchObject({
      ...{ code: "CONFLICT", message: expect.stringContaining("outcome cannot be told before the end") },
    });
    expect(await get(id)).toMatchObject({ outcome: "partial", ended_at: expect.stringMatching(/Z$/) });
    await edit("restore", { edit_id });
    await undo();
    expect(await get(id)).toMatchObject({ outcome: "ongoing", ended_at: null, duration_seconds: null });
    expect(await end(id, { outcome: "failure" })).toMatchObject({ outcome: "failure" });
    const remember = async (outcome: string) =>
      (
        await memory.call(bot, "remember", {
          ...{ text: `The sluice is ${outcome}`, kind: "episode", attributes: { outcome } },
        })
      ).memory_id;
    expect(await get(await remember("partial"))).toMatchObject({ outcome: "partial", duration_seconds: 0 });
    expect(await get(await remember("ongoing"))).toMatchObject({ outcome: "ongoing", ended_at: null });
  });

  it("whose end a rollback has undone are found as ongoing, whatever was said of their outcome", async () => {
    const { id } = await start("The weir overflows", { visibility: "tenant" }, ann);
    await end(id, { outcome: "success" }, human("cleo"));
    await memory.call(ann, "applyEdit", {
      ...{ target_type: "episode", target_id: id, op: "amend", reason: "r" },
      patch: { attributes: { outcome: "failure" } },
    });
    await memory.call(admin(), "bulkEdit", { writer: "human:cleo", op: "retract", reason: "r" });
    for (const outcome of ["ongoing", "failure", "success"] as const) {
      const expected = outcome === "ongoing" ? [id] : [];
      expect(await find("weir overflows", { outcome }, ann)).toEqual(expected);
      const { episodes } = await memory.call(ann, "listEpisodes", { outcome, limit: 100 });
      expect(episodes.filter((one) => one.id === id).map((one) => one.outcome)).toEqual(
        expected.map(() => "ongoing"),
      );
    }
  });

  it("mask secrets and refuse what says nothing, also at the end", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const begun = await start("Deploying", { detail: `with ${token}` });
    expect([begun.masked, begun.detail]).toEqual([1, "with [SECRET_REDACTED]"]);
    await expect(end(begun.id, { lessons_learned: [" "] })).rejects.toMatchObject({ code: "EMPTY_CONTENT" });
    await expect(end(begun.id, { outcome: "ongoing" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const ended = await end(begun.id, { lessons_learned: [`rotate ${token}`] });
    expect(ended.lessons_learned).toEqual(["rotate [SECRET_REDACTED]"]);
    await expect(start("\u200b")).rejects.toMatchObject({ code: "EMPTY_CONTENT" });
  });
});
