import { rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { wholePolicy } from "../../policy/testing/whole-policy.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("rules of approval on $name", (engine) => {
  let memory: TestMemory;
  let version = 0;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, bot, cog] = [human("ann"), agent("bot"), agent("cog")];
  const reviewer: Principal = {
    ...agent("rex"),
    role: "reviewer",
    permissions: new Set(rolePermissions.reviewer),
  };
  const rules = (...lines: string[]) =>
    memory.call(admin(), "applyPolicy", {
      yaml: wholePolicy(
        [`version: ${++version}`, "approval:", "  edits:", ...lines.map((l) => `    - { ${l} }`)].join("\n"),
      ),
    });
  const note = async (text: string, more: object = {}, who = bot) =>
    (await memory.call(who, "remember", { text: `${text} ${version}`, ...more })).memory_id;
  const outcome = (
    who: Principal,
    target_id: string,
    op: "retract" | "amend" | "quarantine" = "quarantine",
  ) =>
    memory
      .call(who, "applyEdit", {
        ...{ target_type: "memory", target_id, op, reason: "wrong" },
        patch: op === "amend" ? { text: `amended by ${who.id} ${version}` } : {},
      })
      .then(
        ({ status }) => ({ approved: "apply", pending: "wait" })[status as string],
        (error: { code: string }) => (error.code === "FORBIDDEN" ? "deny" : error.code),
      );

  it("decide by the type of principal", async () => {
    await rules("principal: agent, then: apply", "principal: [human, service], then: deny");
    const ids = [await note("one"), await note("two"), await note("three")];
    expect(await outcome(cog, ids[0]!)).toBe("apply");
    expect(await outcome(ann, ids[1]!)).toBe("deny");
    expect(await outcome({ ...cog, id: "svc", type: "service" }, ids[2]!)).toBe("deny");
  });

  it("decide by role", async () => {
    await rules("role: [reviewer, admin], then: apply");
    const ids = [await note("one"), await note("two"), await note("three")];
    expect(await outcome(reviewer, ids[0]!)).toBe("apply");
    expect(await outcome(admin(), ids[1]!)).toBe("apply");
    expect(await outcome(cog, ids[2]!)).toBe("wait");
  });

  it("decide by kind", async () => {
    await rules("kind: task, then: apply", "kind: decision, then: deny");
    expect(await outcome(cog, await note("a task", { kind: "task" }))).toBe("apply");
    expect(await outcome(ann, await note("a decision", { kind: "decision" }))).toBe("deny");
    expect(await outcome(ann, await note("a note"))).toBe("wait");
  });

  it("never let a machine's words become a rule, even with approval turned off", async () => {
    await rules("then: apply");
    const rule = async (content: string) => (await memory.call(ann, "createRule", { content })).memory_id;
    const kept = await rule("Never feed the herons");
    expect(await outcome(cog, kept, "amend")).toBe("wait");
    expect(await outcome(reviewer, kept, "amend")).toBe("wait");
    const { edits } = await memory.call(ann, "listEdits", { target_id: kept, proposer_id: "cog" });
    const approve = (who: Principal) => memory.call(who, "approveEdit", { edit_id: edits[0]!.edit_id });
    await expect(approve(reviewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { prompt } = await memory.call(bot, "context", { query: "herons" });
    expect(prompt).toContain("Never feed the herons");
    expect(prompt).not.toContain("amended by");
    expect(await approve(ann)).toMatchObject({ status: "approved" });
    expect(await outcome(ann, kept, "amend")).toBe("apply");
    expect(await outcome(cog, kept, "quarantine")).toBe("apply");
  });

  it("decide by operation", async () => {
    await rules("op: [amend, quarantine], then: apply", "op: retract, then: deny");
    const id = await note("one");
    expect(await outcome(cog, id, "amend")).toBe("apply");
    expect(await outcome(cog, id, "quarantine")).toBe("apply");
    expect(await outcome(ann, id, "retract")).toBe("deny");
  });

  it("decide by visibility", async () => {
    await rules("visibility: tenant, then: apply", "visibility: private, then: deny");
    expect(await outcome(cog, await note("seen by all"))).toBe("apply");
    expect(await outcome(bot, await note("seen by one", { visibility: "private" }))).toBe("deny");
    const custom = await note("seen by two", { visibility: "custom", audience: ["cog"] });
    expect(await outcome(cog, custom)).toBe("wait");
  });

  it("decide by whose memory it is", async () => {
    await rules("own: true, op: amend, then: apply", "own: false, principal: agent, then: deny");
    const id = await note("mine");
    expect(await outcome(bot, id, "amend")).toBe("apply");
    expect(await outcome(bot, id, "retract")).toBe("wait");
    expect(await outcome(cog, id, "amend")).toBe("deny");
    expect(await outcome(ann, id, "amend")).toBe("wait");
  });

  it("apply everything where approval is turned off", async () => {
    await rules("then: apply");
    for (const who of [ann, bot, cog, reviewer]) expect(await outcome(who, await note(who.id))).toBe("apply");
    expect(
      (await memory.call(ann, "listEdits", { status: "pending", target_id: await note("x") })).edits,
    ).toEqual([]);
  });

  it("let the first that fits decide, and let edits wait that none fits", async () => {
    await rules("kind: chunk, op: amend, then: deny", "kind: chunk, then: apply");
    const id = await note("first");
    expect(await outcome(ann, id, "amend")).toBe("deny");
    expect(await outcome(ann, id)).toBe("apply");
    expect(await outcome(ann, await note("a task", { kind: "task" }))).toBe("wait");
  });

  it("let a person's edit wait for another person", async () => {
    await rules("role: admin, then: apply");
    const id = await note("ann's own", {}, ann);
    expect(await outcome(ann, id, "retract")).toBe("wait");
    const { edits } = await memory.call(ann, "listEdits", { target_id: id });
    const edit_id = edits[0]!.edit_id;
    await expect(memory.call(ann, "approveEdit", { edit_id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await memory.call(admin(), "approveEdit", { edit_id })).toMatchObject({ status: "approved" });
  });

  it("deny a bulk edit as a whole if they deny a part of it", async () => {
    await rules("kind: task, then: deny", "then: apply");
    const target_ids = [await note("free"), await note("held", { kind: "task" })];
    const bulk = { target_ids, op: "quarantine" as const, patch: {}, reason: "doubt" };
    await expect(memory.call(ann, "bulkEdit", bulk)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { current } = await memory.call(ann, "memoryHistory", { memory_id: target_ids[0]! });
    expect(current.is_quarantined).toBe(false);
  });

  it("deny an edit whose cascade they deny", async () => {
    await rules("op: quarantine, then: deny", "then: apply");
    const source = await note("a source");
    const derived = await note("made from it", { derived_from: [source] });
    const retract = {
      target_type: "memory",
      target_id: source,
      op: "retract",
      patch: {},
      reason: "x",
    } as const;
    await expect(memory.call(ann, "applyEdit", { ...retract, cascade: "quarantine" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await memory.call(ann, "applyEdit", retract)).toMatchObject({ status: "approved" });
    const { current } = await memory.call(ann, "memoryHistory", { memory_id: derived });
    expect(current.is_quarantined).toBe(false);
  });
});
