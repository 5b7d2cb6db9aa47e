import { type Permission, rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const [author, reader, next] = [agent("author"), agent("reader"), agent("next")];
const [ann, bea, boss] = [human("ann"), human("bea"), admin()];
const as = (who: Principal, role: "writer" | "reviewer"): Principal => ({
  ...who,
  role,
  permissions: new Set<Permission>(rolePermissions[role]),
});
const clerk = as(human("clerk"), "writer");
const chief = as(agent("chief"), "reviewer");
const narrow = { ...ann, id: "narrow", permissions: new Set<Permission>(["capsule:read", "capsule:write"]) };

describe.each(engines)("governing capsules on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  let n = 0;
  const note = async (text: string, given: object = {}) =>
    (await memory.call(author, "remember", { text, ...given } as never)).memory_id;
  const share = async (given: object = {}) => {
    const chunk = await note(`Item ${++n}`);
    const { capsule_id } = await memory.call(author, "createCapsule", {
      subject_type: "user",
      subject_id: `jack-${n}`,
      scope: "user",
      audience_agent_ids: ["reader"],
      items: { chunks: [chunk] },
      risks: [`Beware of heron ${n}`],
      forward: true,
      ...given,
    });
    return capsule_id;
  };
  const get = (who: Principal, capsule_id: string) => memory.call(who, "getCapsule", { capsule_id });
  const edit = (who: Principal, target_id: string, op: string, patch: object = {}) =>
    memory.call(who, "applyEdit", {
      target_type: "capsule",
      target_id,
      op,
      patch,
      reason: "A test.",
    } as never);
  const opens = (who: Principal, id: string) =>
    get(who, id).then(
      () => true,
      () => false,
    );
  const listedTo = async (who: Principal, given: object = {}) =>
    (await memory.call(who, "listCapsules", { limit: 200, ...given })).capsules.map(
      ({ capsule_id }) => capsule_id,
    );

  it("shows every capsule to people who review, with the items that they may see themselves", async () => {
    const [open, hidden] = [await note("For all"), await note("For the author", { visibility: "private" })];
    const id = await share({ items: { chunks: [open, hidden] } });
    for (const who of [ann, boss, { ...chief, type: "service" as const, id: "robot" }]) {
      expect(await listedTo(who)).not.toContain(id);
      expect(await listedTo(who, { all: true })).toContain(id);
      const seen = await get(who, id);
      expect(seen).toMatchObject({
        author_agent_id: "author",
        item_count: 2,
        risks: [`Beware of heron ${n}`],
      });
      expect(seen.items.map((item) => item.memory_id)).toEqual([open]);
    }
    const listed = await memory.call(ann, "listCapsules", { all: true, subject_id: `jack-${n}` });
    expect(listed).toMatchObject({ total_count: 1, capsules: [{ items: { chunks: [open] } }] });
    const { by_agent } = await memory.call(ann, "capsuleAnalytics", { capsule_id: id });
    expect(by_agent.map(({ agent_id }) => agent_id).sort()).toEqual(["ann", "local", "robot"]);
  });

  it("shows none of that to agents, whatever their role, nor to people who do not review", async () => {
    const id = await share();
    for (const who of [chief, clerk, narrow, reader, next]) {
      await expect(memory.call(who, "listCapsules", { all: true }), who.id).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
    for (const who of [chief, clerk, narrow, next]) {
      await expect(get(who, id), who.id).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(memory.call(who, "revokeCapsule", { capsule_id: id })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    }
    for (const who of [chief, clerk, next]) {
      await expect(edit(who, id, "retract"), who.id).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await opens(reader, id)).toBe(true);
  });

  it.each([
    ["retract", {}, { is_retracted: true, risks: [], items: [] }],
    ["quarantine", {}, { is_quarantined: true, items: [] }],
    ["block", { channel: "agent" }, { blocked_channels: ["agent"] }],
  ])("lets a reviewer preview, %s and restore one", async (op, patch, then) => {
    const id = await share();
    const target = { target_type: "capsule", target_id: id, op, patch } as never;
    expect(await memory.call(ann, "previewEdit", target)).toMatchObject({
      before: { text: expect.stringContaining("heron"), is_retracted: false },
      after: { is_retracted: op === "retract", is_quarantined: op === "quarantine" },
    });
    expect(await edit(ann, id, op, patch)).toMatchObject({ status: "approved" });
    expect(await opens(reader, id)).toBe(false);
    expect(await listedTo(reader)).not.toContain(id);
    expect(await get(ann, id)).toMatchObject(then);
    expect(await listedTo(ann, { all: true })).toContain(id);
    expect(await edit(bea, id, "restore")).toMatchObject({ status: "approved" });
    expect(await opens(reader, id)).toBe(true);
    expect(await listedTo(reader)).toContain(id);
    expect((await get(ann, id)).risks).toEqual([`Beware of heron ${n}`]);
    const history = await memory.call(ann, "memoryHistory", { memory_id: id, include_original: true });
    expect(history.edits.map((each) => each.op)).toEqual([op, "restore"]);
    expect(history.original.text).toContain("heron");
  });

  it("lets a reviewer undo what its author did to it, and decide what its audience proposed", async () => {
    const id = await share();
    expect(await edit(author, id, "retract")).toMatchObject({ status: "approved" });
    await edit(ann, id, "restore");
    expect(await opens(reader, id)).toBe(true);
    await edit(author, id, "amend", { attributes: { note: "Nothing to see here" } });
    await edit(ann, id, "restore", { op: "amend" });
    const proposed = await edit(reader, id, "quarantine");
    expect(proposed.status).toBe("pending");
    const { edits } = await memory.call(ann, "listEdits", { status: "pending", target_id: id });
    expect(edits.map((each) => each.edit_id)).toEqual([proposed.edit_id]);
    await memory.call(ann, "approveEdit", { edit_id: proposed.edit_id });
    expect(await opens(reader, id)).toBe(false);
  });

  it("closes what was forwarded from it, for the forwarder too", async () => {
    for (const close of [
      (id: string) => edit(ann, id, "retract"),
      (id: string) => edit(ann, id, "quarantine"),
      (id: string) => memory.call(ann, "revokeCapsule", { capsule_id: id }),
    ]) {
      const first = await share();
      const passed = await memory.call(reader, "forwardCapsule", {
        capsule_id: first,
        audience_agent_ids: ["next", "reader"],
      });
      const analytics = await memory.call(ann, "capsuleAnalytics", { capsule_id: first });
      expect(analytics.forwarded_to).toEqual([passed.capsule_id]);
      await close(first);
      for (const who of [reader, next]) {
        expect(await listedTo(who), who.id).not.toContain(passed.capsule_id);
        const { prompt } = await memory.call(who, "context", { query: `Beware of heron ${n}` });
        expect(prompt, who.id).not.toContain(`Beware of heron ${n}`);
        const rows = await memory.services.db.transaction(who, (tx) =>
          tx.query("select capsule_id from palimpsest.get_available_capsules($1, $2)", [
            who.tenantId,
            who.id,
          ]),
        );
        expect(rows.map(({ capsule_id }) => capsule_id)).not.toContain(passed.capsule_id);
      }
    }
  });

  it("names what a reviewer looked at in the audit log", async () => {
    const id = await share();
    await get(boss, id);
    await memory.call(boss, "listCapsules", { all: true, subject_id: `jack-${n}` });
    await memory.services.audit.flush();
    for (const operation of ["getCapsule", "listCapsules"]) {
      const { entries } = await memory.call(boss, "listAudit", { operation, limit: 1 });
      expect(entries, operation).toMatchObject([{ actor_id: boss.id, ids: [id] }]);
    }
  });
});
