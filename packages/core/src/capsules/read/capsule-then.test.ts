import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("a capsule as of an earlier moment on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [author, reader, ann] = [agent("author"), agent("reader"), human("ann")];

  const share = async (text: string) => {
    const { memory_id } = await memory.call(author, "remember", { text });
    const { capsule_id } = await memory.call(author, "createCapsule", {
      ...{ subject_type: "user", subject_id: text, scope: "user", audience_agent_ids: ["reader"] },
      items: { chunks: [memory_id] },
    });
    return capsule_id;
  };
  const edit = (target_id: string, op: "quarantine" | "retract" | "block" | "restore", patch = {}) =>
    memory.call(ann, "applyEdit", { target_type: "capsule", target_id, op, patch, reason: "A test." });
  const now = async () => {
    const [row] = await memory.database.ownerQuery<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    return row!.at;
  };
  const get = (who: Principal, capsule_id: string, as_of: string, see_withheld = false) =>
    memory.call(who, "getCapsule", { capsule_id, as_of, see_withheld });

  it.each(["retract", "quarantine", "revoke"] as const)(
    "shows what it held before %s to those who govern and ask for it, and to nobody else",
    async (close) => {
      const id = await share(`Jack before ${close}`);
      const open = await now();
      if (close === "revoke") await memory.call(ann, "revokeCapsule", { capsule_id: id });
      else await edit(id, close);
      const through = await get(ann, id, open, true);
      expect(through).toMatchObject({ status: "active", is_retracted: false, is_quarantined: false });
      expect(through.items.map(({ text }) => text)).toEqual([`Jack before ${close}`]);
      expect((await get(ann, id, open)).items).toEqual([]);
      await expect(get(reader, id, open)).rejects.toMatchObject({ code: "NOT_FOUND" });
    },
  );

  it("was closed while it was quarantined, for those who govern too", async () => {
    const id = await share("Jack quarantined");
    await edit(id, "quarantine");
    const closed = await now();
    await edit(id, "restore");
    for (const seeWithheld of [true, false]) {
      expect(await get(ann, id, closed, seeWithheld)).toMatchObject({ is_quarantined: true, items: [] });
    }
    await expect(get(reader, id, closed)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("was not shown where it was blocked then, though it is not any more", async () => {
    const id = await share("Jack blocked");
    await edit(id, "block", { channel: "agent" });
    const blocked = await now();
    await edit(id, "restore");
    await expect(get(reader, id, blocked)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await get(ann, id, blocked, true)).blocked_channels).toEqual(["agent"]);
  });
});
