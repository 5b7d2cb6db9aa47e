import { rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../../testing/test-memory.js";
import { codeOf, refusal, surgery } from "../testing/surgery.js";

describe.each(engines)("deciding on an edit on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit, get, history, approve, reject } = surgery(() => memory);
  const bot = agent("bot");
  const as = (role: "writer" | "reviewer", given: Partial<Principal>): Principal => ({
    ...human("x"),
    role,
    permissions: new Set(rolePermissions[role]),
    ...given,
  });
  const pending = async (text: string, change: Parameters<typeof edit>[2] = { op: "retract" }) => {
    const id = await write(text);
    return { id, editId: (await edit(bot, id, change)).edit_id };
  };

  it("applies an agent's edit once a reviewer approves it", async () => {
    const { id, editId } = await pending("wait for me");
    const made = await memory.call(human("rev"), "approveEdit", { edit_id: editId, note: "checked" });
    expect(made).toMatchObject({ edit_id: editId, status: "approved", approved_by: "rev", cascaded: 0 });
    expect(await get(id)).toBeUndefined();
    expect(await memory.call(human("ann"), "getEdit", { edit_id: editId })).toMatchObject({
      status: "approved",
      proposed_by: "agent",
      proposer_id: "bot",
      approved_by: "rev",
      applied_at: made.applied_at,
    });
    const audited = await memory.call(human("rev"), "listAudit", {
      operation: "approveEdit",
      target_id: editId,
    });
    expect(audited.entries[0]).toMatchObject({ actor_id: "rev", decision: "allowed", ids: [editId, id] });
  });

  it("leaves a service's edit pending too", async () => {
    const id = await write("a service's doubt");
    expect(await edit(as("writer", { id: "svc", type: "service" }), id, { op: "quarantine" })).toMatchObject({
      status: "pending",
    });
  });

  it("keeps a rejected edit on record and never applies it", async () => {
    const { id, editId } = await pending("stay as you are");
    expect(await reject(editId)).toEqual({
      edit_id: editId,
      status: "rejected",
      approved_by: null,
      applied_at: null,
      ...{ cascaded: 0, twins: 0, waiting: 0 },
    });
    expect(await get(id)).toBeDefined();
    expect((await history(id)).edits[0]).toMatchObject({ status: "rejected", decided_by: "rev" });
  });

  it("refuses callers who may not decide, and always the proposer", async () => {
    const { editId } = await pending("not yours to decide");
    const robot = as("reviewer", { id: "bot", type: "agent" });
    for (const who of [agent("other"), as("writer", { id: "clerk" }), robot]) {
      expect(await codeOf(approve(editId, who)), who.id).toBe("FORBIDDEN");
      expect(await codeOf(reject(editId, who)), who.id).toBe("FORBIDDEN");
    }
    const { id } = await pending("mine");
    const own = await edit(human("rev"), id, { op: "quarantine" });
    expect(await codeOf(approve(own.edit_id, human("rev")))).toBe("FORBIDDEN");
  });

  it("answers a second approval like the first, also from another reviewer", async () => {
    const { id, editId } = await pending("approve me twice", {
      op: "attenuate",
      patch: { importance_delta: 0.5 },
    });
    const first = await approve(editId);
    expect(await approve(editId)).toEqual(first);
    expect(await approve(editId, human("second"))).toEqual(first);
    expect((await get(id))!.importance).toBeCloseTo(0.5, 5);
  });

  it("refuses to reverse a decision", async () => {
    const [a, b] = [await pending("first approved"), await pending("first rejected")];
    await approve(a.editId);
    await reject(b.editId);
    expect(await codeOf(reject(a.editId))).toBe("CONFLICT");
    expect(await codeOf(approve(b.editId))).toBe("CONFLICT");
    expect(await get(a.id)).toBeUndefined();
    expect(await get(b.id)).toBeDefined();
  });

  it("applies once when many approve at once", async () => {
    const { id, editId } = await pending("one of many", {
      op: "attenuate",
      patch: { importance_delta: 0.3 },
    });
    const made = await Promise.all(["r1", "r2", "r3", "r4", "r5"].map((who) => approve(editId, human(who))));
    expect(new Set(made.map((m) => JSON.stringify(m))).size).toBe(1);
    expect((await get(id))!.importance).toBeCloseTo(0.3, 5);
    expect((await history(id)).current.edits_applied).toBe(1);
  });

  it("applies exactly one of an approval and a rejection sent at once", async () => {
    for (let round = 0; round < 4; round++) {
      const { id, editId } = await pending(`race ${round}`);
      const [yes, no] = await Promise.allSettled([approve(editId, human("r1")), reject(editId, human("r2"))]);
      expect([yes.status, no.status].toSorted()).toEqual(["fulfilled", "rejected"]);
      expect((await get(id)) === undefined).toBe(yes.status === "fulfilled");
      const lost = [yes, no].find((r) => r.status === "rejected");
      expect(lost?.reason).toMatchObject({ code: "CONFLICT" });
    }
  });

  it("reveals nothing about edits of another tenant or of a memory the caller may not see", async () => {
    const { editId } = await pending("ours");
    const hidden = await memory.call(bot, "remember", { text: "the bot's own note", visibility: "private" });
    const own = await edit(bot, hidden.memory_id, { op: "retract" });
    const refused = await Promise.all([
      refusal(approve("edt_missing")),
      refusal(approve(editId, human("rev", tenantB))),
      refusal(approve(own.edit_id)),
      refusal(memory.call(human("rev", tenantB), "getEdit", { edit_id: editId })),
    ]);
    expect(new Set(refused.map((r) => JSON.stringify(r))).size).toBe(1);
    expect(refused[0]!.code).toBe("NOT_FOUND");
  });

  it("refuses to approve a text that was retracted since it was proposed", async () => {
    const { id, editId } = await pending("draft wording", {
      op: "amend",
      patch: { text: "poisoned wording" },
    });
    const other = await write("poisoned wording");
    await edit(human("ann"), other, { op: "retract" });
    expect(await codeOf(approve(editId))).toBe("TOMBSTONED");
    expect((await get(id))?.text).toBe("draft wording");
    expect((await memory.call(human("ann"), "getEdit", { edit_id: editId })).status).toBe("pending");
  });
});
