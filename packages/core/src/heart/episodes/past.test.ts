import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

const [ann, bot] = [human("ann"), agent("bot")];

describe.each(engines)("the past of an ended episode on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const now = async () => {
    const [row] = await memory.database.ownerQuery<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    return row!.at;
  };
  /** An episode about something, and moments before and after its end. */
  const ended = async (about: string, amendBefore?: object) => {
    const { id } = await memory.call(ann, "startEpisode", {
      ...{ summary: `We carried the ${about} home`, title: `The ${about}`, visibility: "tenant" },
    });
    if (amendBefore) await amend(id, amendBefore);
    const before = await now();
    await memory.call(ann, "endEpisode", {
      ...{ episode_id: id, outcome: "partial", surprise_level: 0.5 },
      lessons_learned: [`Borrow a wheelbarrow for the ${about}`],
    });
    return { id, before, after: await now() };
  };
  const edit = (id: string, op: "amend" | "quarantine", patch: object = {}) =>
    memory.call(ann, "applyEdit", { target_type: "episode", target_id: id, op, patch, reason: "a test" });
  const amend = (id: string, attributes: object) => edit(id, "amend", { attributes });
  const found = async (query: string, as_of: string, more: object = {}) => {
    const { episodes } = await memory.call(bot, "searchEpisodes", { query, as_of, explain: true, ...more });
    return episodes.flatMap(({ id, outcome, parts }) => (parts!.words > 0 ? [{ id, outcome }] : []));
  };
  const gaps = async (query: string, as_of: string) =>
    (await memory.call(bot, "recall", { query, as_of, channel: "private" })).withheld;

  it("shows it as it was before it ended, and as ended from then on", async () => {
    const { id, before, after } = await ended("walnut");
    expect(await found("walnut", before)).toEqual([{ id, outcome: "ongoing" }]);
    expect(await found("walnut", after)).toEqual([{ id, outcome: "partial" }]);
    expect(await found("wheelbarrow walnut", before)).toEqual([{ id, outcome: "ongoing" }]);
    expect(await found("wheelbarrow", before)).toEqual([]);
    expect(await found("wheelbarrow", after)).toEqual([{ id, outcome: "partial" }]);
    expect(await found("walnut", before, { outcome: "ongoing" })).toEqual([{ id, outcome: "ongoing" }]);
    expect(await found("walnut", before, { outcome: "partial" })).toEqual([]);

    const recall = (as_of: string) =>
      memory.call(bot, "recall", { query: "walnut", as_of, channel: "private" });
    const early = await recall(before);
    expect(early.memories.map(({ memory_id, text }) => [memory_id, text])).toEqual([
      [id, "The walnut\nWe carried the walnut home"],
    ]);
    expect(early.withheld).toEqual([]);
    expect((await recall(after)).memories[0]!.text).toContain("wheelbarrow");
    const { results } = await memory.call(bot, "heartRecall", { query: "walnut", as_of: before });
    expect(results).toMatchObject([{ id, metadata: { outcome: "ongoing" } }]);
  });

  it("withholds what an edit has replaced or hidden since, as of other memories", async () => {
    const reworded = await ended("almond");
    await amend(reworded.id, { summary: "We carried nuts home" });
    expect(await found("almond", reworded.before)).toEqual([]);
    expect(await gaps("almond", reworded.before)).toContainEqual({
      memory_id: reworded.id,
      reason: "amended",
    });

    const lesson = await ended("hazel");
    await amend(lesson.id, { lessons_learned: ["Ask for help"] });
    expect(await found("hazel", lesson.before)).toEqual([{ id: lesson.id, outcome: "ongoing" }]);
    expect(await found("hazel", lesson.after)).toEqual([]);

    const early = await ended("pecan", { lessons_learned: ["Count the pecans twice"] });
    expect(await found("pecan", early.before)).toEqual([]);
    const surprise = await ended("cashew", { surprise_level: 0.9 });
    expect(await found("cashew", surprise.before)).toEqual([]);

    const hidden = await ended("chestnut");
    await edit(hidden.id, "quarantine");
    expect(await found("chestnut", hidden.before)).toEqual([]);
    expect(await found("chestnut", hidden.after)).toEqual([]);
  });

  it("replays a context that showed it before its end, and tells what has changed", async () => {
    const { id } = await memory.call(ann, "startEpisode", {
      ...{ summary: "The ferry to the island is late", visibility: "tenant" },
    });
    const { acb } = await memory.call(bot, "buildAcb", {
      ...{ session_id: "pier", channel: "private", query: "is the ferry late" },
    });
    expect(acb.sections.flatMap(({ items }) => items.map(({ memory_id }) => memory_id))).toContain(id);
    await memory.call(ann, "endEpisode", { episode_id: id, outcome: "success", lessons_learned: ["Wait"] });
    const replayed = await memory.call(bot, "replayAcb", { acb_id: acb.acb_id });
    expect(replayed).toMatchObject({ identical: true, verified: true, causes: [] });
    expect(JSON.stringify(replayed)).not.toContain("Wait");
    const { changed } = await memory.call(bot, "diffAcb", { acb_id: acb.acb_id });
    expect(changed).toMatchObject([{ memory_id: id, why: "amended" }]);
  });
});
