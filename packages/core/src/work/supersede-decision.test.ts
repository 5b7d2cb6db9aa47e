import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const place = `scope, subject_type, subject_id, project_id, session_id, channel, visibility, audience, boundary_class`;

describe.each(engines)("superseding a decision on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [bot, cog, ann] = [agent("bot"), agent("cog"), human("ann")];
  const placeOf = async (id: string) => {
    const [row] = await memory.database.ownerQuery(`select ${place} from palimpsest.memory where id = $1`, [
      id,
    ]);
    return row!;
  };
  const replace = async (who: Principal, decision_id: string, given: object = {}) =>
    (
      await memory.call(who, "supersedeDecision", {
        memory_id: decision_id,
        decision: `Instead of ${decision_id}`,
        ...given,
      })
    ).memory_id;
  const remember = async (text: string, given: object) =>
    (await memory.call(bot, "remember", { text, kind: "decision", ...given } as never)).memory_id;

  it("keeps scope, subject, project, channel, readers and sensitivity", async () => {
    const { chunk_id: said } = await memory.call(bot, "recordEvent", {
      session_id: "s-1",
      channel: "team",
      actor_type: "agent",
      actor_id: "bot",
      kind: "decision",
      sensitivity: "low",
      content: {
        decision: "Call Jo first",
        scope: "user",
        subject_type: "user",
        subject_id: "jo",
        project_id: "p",
      },
    });
    const old = [
      said!,
      await remember("Only mine", {
        scope: "user",
        subject_type: "user",
        subject_id: "jo",
        visibility: "private",
      }),
      await remember("For two", { visibility: "custom", audience: ["cog", "team:red"], project_id: "p" }),
    ];
    for (const id of old) {
      const { session_id: _, ...before } = await placeOf(id);
      expect(await placeOf(await replace(bot, id)), id).toMatchObject(before);
    }
  });

  it("keeps the session of a decision that holds in its session alone", async () => {
    const id = await remember("This chat is in French", { scope: "session", session_id: "s-2" });
    expect(await placeOf(await replace(bot, id))).toMatchObject({ scope: "session", session_id: "s-2" });
  });

  it("does not show in the contexts of others what replaces a decision about one person", async () => {
    const id = await remember("Jo gets a discount", {
      scope: "user",
      subject_type: "user",
      subject_id: "jo",
    });
    await replace(bot, id, { decision: "Jo gets the heron discount" });
    const others = await memory.call(bot, "listDecisions", { subject_id: "kim", channel: "private" });
    expect(JSON.stringify(others)).not.toContain("heron");
    const jo = await memory.call(bot, "listDecisions", { subject_id: "jo", channel: "private" });
    expect(jo.decisions.map(({ decision }) => decision)).toContain("Jo gets the heron discount");
  });

  it("takes another place that the caller names and may write to", async () => {
    const id = await remember("Ours", {
      scope: "user",
      subject_type: "user",
      subject_id: "jo",
      visibility: "private",
    });
    const named = {
      scope: "project",
      project_id: "q",
      visibility: "tenant",
      channel: "team",
      sensitivity: "high",
    };
    expect(await placeOf(await replace(bot, id, named))).toMatchObject({
      scope: "project",
      project_id: "q",
      subject_id: "jo",
      visibility: "tenant",
      channel: "team",
      boundary_class: "pii",
    });
    const again = await remember("Ours again", {});
    for (const scope of ["global", "policy"]) {
      await expect(replace(bot, again, { scope })).rejects.toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringContaining("memory:write-global"),
      });
    }
  });

  it("lets only its author or a reviewer change who may read it", async () => {
    const id = await remember("For cog", { visibility: "custom", audience: ["cog"] });
    for (const given of [
      { visibility: "tenant" },
      { channel: "public" },
      { sensitivity: "low" },
      { audience: ["eve"] },
    ]) {
      await expect(replace(cog, id, given), JSON.stringify(given)).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
    const next = await replace(cog, id);
    expect((await placeOf(next)).audience).toEqual(["cog", "bot"]);
    const seen = await memory.call(bot, "listDecisions", { channel: "private", scope: "user" });
    expect(seen.decisions.map(({ memory_id }) => memory_id)).toContain(next);
    const open = await remember("For all", {});
    await expect(replace(ann, open, { visibility: "team" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "audience" }],
    });
    expect(await placeOf(await replace(ann, open, { visibility: "private" }))).toMatchObject({
      visibility: "private",
    });
  });

  it("shows in a search that a decision was superseded", async () => {
    const id = await remember("The ferry leaves at six", { project_id: "ferry" });
    await replace(bot, id, { decision: "The ferry leaves at seven" });
    const { chunks } = await memory.call(bot, "searchChunks", { query: "ferry leaves", project_id: "ferry" });
    expect(chunks.map(({ text, status }) => [text, status])).toEqual(
      expect.arrayContaining([
        ["The ferry leaves at six", "superseded"],
        ["The ferry leaves at seven", "active"],
      ]),
    );
    const got = await memory.call(bot, "getChunks", { chunk_ids: [id] });
    expect(got.chunks).toMatchObject([{ status: "superseded" }]);
    const { memories } = await memory.call(bot, "recall", {
      query: "ferry leaves at six",
      project_id: "ferry",
    });
    expect(memories.find(({ memory_id }) => memory_id === id)?.status).toBe("superseded");
  });
});
