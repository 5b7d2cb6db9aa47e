import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("interactions on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [bot, ada, ben] = [agent("bot"), human("ada"), human("ben")];
  const log = (content: string, more: object = {}, who: Principal = bot) =>
    memory.call(who, "logInteraction", { role: "user", content, ...more } as never);
  const recent = async (more: object = {}, who: Principal = bot) =>
    (await memory.call(who, "getRecentHistory", more)).interactions;
  const minute = (n: number) => new Date(Date.UTC(2026, 4, 1, 9, n)).toISOString();

  it("are kept one by one, and read newest first, one user at a time", async () => {
    const ids: string[] = [];
    for (const [n, user_id] of ["ada", "ben", "ada", "ada"].entries()) {
      const turn = { user_id, session_id: "s-1", occurred_at: minute(n === 3 ? 2 : n) };
      ids.push((await log(n < 2 ? "Why did my billing fail?" : `Turn ${n}`, turn)).id);
    }
    expect(new Set(ids).size).toBe(4);
    expect((await recent({ user_id: "ada" })).map(({ id }) => id)).toEqual([ids[3], ids[2], ids[0]]);
    expect((await recent({ user_id: "ben" })).map(({ id }) => id)).toEqual([ids[1]]);
    expect(await recent({ user_id: "ada", limit: 1 })).toMatchObject([
      { user_id: "ada", agent_id: "bot", role: "user", content: "Turn 3", session_id: "s-1", trust: "own" },
    ]);
    expect(await recent()).toEqual([]);
    expect((await recent({}, ada)).map(({ id }) => id)).toEqual([ids[3], ids[2], ids[0]]);
    expect(await recent({ user_id: "ada" }, ben)).toEqual([]);
    expect(await recent({ user_id: "ada", session_id: "s-2" })).toEqual([]);
    const found = await memory.call(bot, "searchInteractions", { q: "billing fail", user_id: "ben" });
    expect(found.results.map(({ id }) => id)).toEqual([ids[1]]);
    expect(found).toMatchObject({ total_count: 1, mode: "words and vectors" });
    await memory.call(ada, "forget", { memory_id: ids[3]!, reason: "wrong" });
    expect((await recent({ user_id: "ada" })).map(({ id }) => id)).not.toContain(ids[3]);
    const { memories } = await memory.call(ada, "recall", { query: "billing fail" });
    expect(memories[0]).toMatchObject({ memory_id: ids[0], kind: "interaction", speaker: "ada" });
  });

  it("are an agent's under its own name alone; people say which agent took part", async () => {
    const forged = { code: "FORBIDDEN" };
    await expect(log("Forged", { agent_id: "cog" })).rejects.toMatchObject(forged);
    await expect(recent({ agent_id: "cog" })).rejects.toMatchObject(forged);
    await expect(log("Hello", {}, ada)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "agent_id" }],
    });
    const { id } = await log("Hello", { agent_id: "helper" }, ada);
    expect(await recent({ agent_id: "helper" }, ada)).toMatchObject([{ id, agent_id: "helper" }]);
  });

  it("of one user are neither found nor ranked by what another says in the same session", async () => {
    const turn = (user_id: string) => ({ user_id, session_id: "s-3" });
    const { id } = await log("It is still broken", turn("ada"));
    const find = async (q: string) => {
      const { results } = await memory.call(bot, "searchInteractions", { q, user_id: "ada" });
      return results.filter((found) => found.session_id === "s-3");
    };
    const before = await find("still broken");
    expect(before.map((found) => found.id)).toEqual([id]);
    await log("My cello is still broken, a quagga sat on it", turn("ben"));
    expect(await find("quagga")).toEqual([]);
    expect(await find("still broken")).toMatchObject([{ id }]);
    await log("The zebrafish did it", turn("ada"));
    expect((await find("zebrafish")).map((found) => found.id)).toContain(id);
  });

  it("move the session of the user whose turns they are, and nobody else's", async () => {
    for (const who of [ada, ben, bot]) await memory.call(who, "createSession", { session_id: "s-9" });
    const used = async (who: Principal) =>
      (await memory.call(who, "getSession", { session_id: "s-9" })).last_interaction;
    const before = { ada: await used(ada), ben: await used(ben), bot: await used(bot) };
    await log("Where is my parcel?", { user_id: "ada", session_id: "s-9" });
    expect((await used(ada)) > before.ada).toBe(true);
    expect((await used(bot)) > before.bot).toBe(true);
    expect(await used(ben)).toBe(before.ben);
  });
});
