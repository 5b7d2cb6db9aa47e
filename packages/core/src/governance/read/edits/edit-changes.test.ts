import { type Permission, rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import type { Principal } from "../../../identity/index.js";
import { message } from "../../../testing/samples.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";

const [bot, cog, ann, boss] = [agent("bot"), agent("cog"), human("ann"), admin()];
const clerk: Principal = {
  ...human("clerk"),
  role: "writer",
  permissions: new Set<Permission>(rolePermissions.writer),
};

describe.each(engines)("the words of edits on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const write = async (text: string, given: object = {}) =>
    (await memory.call(ann, "remember", { text, ...given } as never)).memory_id;
  const edit = async (who: Principal, target_id: string, op: string, patch: object = {}) =>
    (
      await memory.call(who, "applyEdit", {
        target_type: "memory",
        target_id,
        op,
        patch,
        reason: "A test.",
      } as never)
    ).edit_id;
  /** The changes as a list of edits, one edit and the memory's history show them. */
  const changes = async (who: Principal, target_id: string, edit_id: string) => {
    const { edits } = await memory.call(who, "listEdits", { target_id });
    const one = await memory.call(who, "getEdit", { edit_id });
    const history = await memory.call(who, "memoryHistory", { memory_id: target_id });
    const listed = edits.find((each) => each.edit_id === edit_id)!.changes;
    expect(one.changes).toEqual(listed);
    return { listed, told: history.edits.find((each) => each.edit_id === edit_id)!.changes };
  };

  it("are shown before and after to its proposer and to reviewers while an edit waits", async () => {
    const id = await write("The heron is grey");
    const edit_id = await edit(bot, id, "amend", { text: "The heron is white" });
    const words = [{ field: "text", from: "The heron is grey", to: "The heron is white" }];
    for (const who of [bot, ann])
      expect(await changes(who, id, edit_id)).toEqual({ listed: words, told: words });
    const withheld = [{ field: "text", from: null, to: null, withheld: true }];
    for (const who of [cog, clerk]) {
      expect(await changes(who, id, edit_id), who.id).toEqual({ listed: withheld, told: withheld });
    }
  });

  it("leave a mark in the audit log where only the right to see originals shows them", async () => {
    const seen = async (memory_id: string) => {
      const { current } = await memory.call(boss, "memoryHistory", { memory_id });
      const asked = { operation: "memoryHistory", actor_id: boss.id, limit: 1 };
      const { entries } = await memory.call(boss, "listAudit", asked);
      return { text: current.text, audited: entries[0]!.saw_originals };
    };
    const open = await write("The crow is black");
    const said = await memory.call(ann, "recordEvent", message("The crow sleeps", { sensitivity: "secret" }));
    expect(await seen(open)).toEqual({ text: "The crow is black", audited: false });
    expect(await seen(said.chunk_id!)).toEqual({ text: "The crow sleeps", audited: true });
  });

  it("are shown before and after each applied edit to those who see originals, and audited", async () => {
    const id = await write("The gull is small");
    const first = await edit(ann, id, "amend", { text: "The gull is large" });
    const second = await edit(ann, id, "amend", { text: "The gull is huge" });
    const undone = await edit(ann, id, "restore", { edit_id: second });
    const from = (from: string, to: string) => [{ field: "text", from, to }];
    expect((await changes(boss, id, first)).listed).toEqual(from("The gull is small", "The gull is large"));
    expect((await changes(boss, id, second)).listed).toEqual(from("The gull is large", "The gull is huge"));
    expect((await changes(boss, id, undone)).listed).toEqual(from("The gull is huge", "The gull is large"));
    const { entries } = await memory.call(boss, "listAudit", {
      operation: "listEdits",
      actor_id: boss.id,
      limit: 1,
    });
    expect(entries).toMatchObject([{ saw_originals: true }]);
    const history = await memory.call(boss, "memoryHistory", { memory_id: id, include_original: true });
    expect(history.edits.map((each) => each.changes)).toEqual([
      from("The gull is small", "The gull is large"),
      from("The gull is large", "The gull is huge"),
      from("The gull is huge", "The gull is large"),
    ]);
  });

  it("are for others only those that still stand", async () => {
    const id = await write("The tern dives");
    const first = await edit(ann, id, "amend", { text: "The tern swims" });
    const standing = [{ field: "text", from: null, to: "The tern swims", withheld: true }];
    expect(await changes(bot, id, first)).toEqual({ listed: standing, told: standing });
    await edit(ann, id, "amend", { text: "The tern flies" });
    const gone = [{ field: "text", from: null, to: null, withheld: true }];
    expect(await changes(bot, id, first)).toEqual({ listed: gone, told: gone });
    await edit(ann, id, "retract");
    expect(JSON.stringify(await changes(bot, id, first))).not.toContain("tern");
  });

  it("are those of attributes where the text is composed of them", async () => {
    const id = await write("Sail at dawn", { kind: "decision", attributes: { rationale: ["calm"] } });
    const edit_id = await edit(bot, id, "amend", { attributes: { rationale: ["calm", "dry"] } });
    expect((await changes(ann, id, edit_id)).listed).toEqual([
      { field: "attributes.rationale", from: ["calm"], to: ["calm", "dry"] },
    ]);
    await memory.call(boss, "approveEdit", { edit_id });
    expect((await changes(boss, id, edit_id)).listed).toEqual([
      { field: "attributes.rationale", from: ["calm"], to: ["calm", "dry"] },
    ]);
  });

  it("are none for an edit that was rejected or changes no words", async () => {
    const id = await write("The otter sleeps");
    const rejected = await edit(bot, id, "amend", { text: "The otter wakes" });
    await memory.call(ann, "rejectEdit", { edit_id: rejected });
    const hidden = await edit(bot, id, "quarantine");
    for (const edit_id of [rejected, hidden]) expect((await changes(ann, id, edit_id)).listed).toEqual([]);
  });
});
