import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const [author, reader, next] = [agent("author"), agent("reader"), agent("next")];
const [ann, bea] = [human("ann"), human("bea")];

describe.each(engines)("capsules under several hands on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const share = async (risk: string) => {
    const { memory_id } = await memory.call(author, "remember", { text: `What ${risk} is about` });
    const { capsule_id } = await memory.call(author, "createCapsule", {
      subject_type: "user",
      subject_id: "jack",
      scope: "user",
      audience_agent_ids: ["reader"],
      items: { chunks: [memory_id] },
      risks: [risk],
      forward: true,
    });
    return capsule_id;
  };
  const edit = (who: Principal, target_id: string, op: string) =>
    memory.call(who, "applyEdit", { target_type: "capsule", target_id, op, reason: "A test." } as never);
  const promptOf = async (who: Principal, query: string) =>
    (await memory.call(who, "context", { query })).prompt;

  it("stays whole when two reviewers retract and restore it at once", async () => {
    const id = await share("Beware of the kestrel");
    await edit(ann, id, "retract");
    for (let round = 0; round < 5; round++) {
      // A restore that comes before the retraction has nothing to undo, and says so.
      const [retraction, restore] = await Promise.allSettled([
        edit(ann, id, "retract"),
        edit(bea, id, "restore"),
      ]);
      expect(retraction).toMatchObject({ value: { status: "approved" } });
      if (restore.status === "rejected") expect(restore.reason.code).toBe("CONFLICT");
      const [state] = await memory.database.ownerQuery<Record<string, boolean>>(
        `select m.retracted, c.closed_by_edit, not a.listable as unlisted,
           (select e.op = 'retract' from palimpsest.memory_edit_event v
            join palimpsest.memory_edit e on e.edit_id = v.edit_id
            where v.memory_id = m.id order by v.seq desc limit 1) as last_is_retraction
         from palimpsest.memory m join palimpsest.capsule c on c.memory_id = m.id
         join palimpsest.capsule_audience a on a.capsule_id = m.id where m.id = $1`,
        [id],
      );
      const { retracted } = state!;
      expect(state).toMatchObject({
        closed_by_edit: retracted,
        unlisted: retracted,
        last_is_retraction: retracted,
      });
      const { capsules } = await memory.call(reader, "listCapsules", {});
      expect(capsules.some(({ capsule_id }) => capsule_id === id)).toBe(!retracted);
    }
    await edit(ann, id, "retract");
    await edit(bea, id, "restore");
    expect(await memory.call(reader, "getCapsule", { capsule_id: id })).toMatchObject({
      risks: ["Beware of the kestrel"],
    });
  });

  it("is revoked once when several revoke it at once, and stays so after a restore", async () => {
    const id = await share("Beware of the osprey");
    const revoke = (who: Principal) => memory.call(who, "revokeCapsule", { capsule_id: id });
    const answers = await Promise.all([revoke(ann), revoke(bea), revoke(author)]);
    expect(new Set(answers.map(({ revoked_at }) => revoked_at)).size).toBe(1);
    await expect(memory.call(reader, "getCapsule", { capsule_id: id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await edit(ann, id, "retract");
    await edit(bea, id, "restore");
    expect(await memory.call(ann, "memoryHistory", { memory_id: id })).toMatchObject({
      current: { is_retracted: false, edits_applied: 2 },
    });
    await expect(memory.call(author, "memoryHistory", { memory_id: id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await memory.call(ann, "getCapsule", { capsule_id: id })).toMatchObject({
      status: "revoked",
      items: [],
    });
  });

  it("is in no context after everything of its author was rolled back, forwarded or not", async () => {
    const id = await share("Beware of the merlin");
    await memory.call(reader, "forwardCapsule", { capsule_id: id, audience_agent_ids: ["next", "reader"] });
    for (const who of [reader, next])
      expect(await promptOf(who, "the merlin")).toContain("Beware of the merlin");
    await memory.call(ann, "bulkEdit", {
      writer: "agent:author",
      op: "retract",
      reason: "It was led astray.",
    });
    for (const who of [author, reader, next]) {
      expect(await promptOf(who, "the merlin"), who.id).not.toContain("merlin");
    }
    expect((await memory.call(ann, "getCapsule", { capsule_id: id })).is_retracted).toBe(true);
  });
});
