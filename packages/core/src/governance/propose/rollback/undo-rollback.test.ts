import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import type { Principal } from "../../../identity/index.js";
import { startWorker } from "../../../jobs/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { codeOf, surgery } from "../../testing/surgery.js";
import { rollbackUndo } from "./undo-job.js";

describe.each(engines)("undoing a rollback on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { get, edit, history } = surgery(() => memory);
  const [ann, ben, reader] = [human("ann"), human("ben"), agent("reader")];
  const remember = async (who: Principal, text: string, given: object = {}) =>
    (await memory.call(who, "remember", { text, ...given } as never)).memory_id;
  const rollback = (name: string, op = "retract") =>
    memory.call(ann, "bulkEdit", { writer: `agent:${name}`, op, reason: "poisoned" } as never);
  const ask = (rollback_id: string, who = ben) =>
    memory.call(who, "bulkEdit", { rollback_id, op: "restore", reason: "it was another agent" });
  const undo = async (rollback_id: string) => {
    const made = await ask(rollback_id);
    await new Promise<void>((ended, failed) => {
      const worker = startWorker(memory.services, {
        kinds: [rollbackUndo],
        onEnd: ({ end }) =>
          void worker.stop().then(() => (end === "done" ? ended() : failed(new Error(end))), failed),
      });
    });
    return made;
  };
  const found = async (who: Principal, query: string) =>
    (await memory.call(who, "recall", { query, channel: "private" })).memories.map(({ text }) => text);

  it("shows again what it had hidden of others' claims", async () => {
    const say = async (who: Principal, note: string) =>
      (
        await memory.call(who, "upsertClaim", {
          ...{ text: "The pier is open", boundary_class: "public" },
          provenance: { at: "2026-11-15T09:58:00Z", note },
        } as never)
      ).data.id;
    const claim_id = await say(ben, "seen");
    await say(agent("adder"), "heard");
    const notes = async () =>
      (await memory.call(ben, "getClaim", { claim_id })).data.evidences.map(({ snippet }) => snippet);
    const { rollback: made } = await rollback("adder");
    expect(await notes()).toEqual(["seen"]);
    await undo(made!.rollback_id);
    expect(await notes()).toEqual(["seen", "heard"]);
  });

  it("brings back all that it took, private memories, capsules and what others made included", async () => {
    const rogue = agent("giver");
    const note = await remember(rogue, "The ferry of otters leaves at six");
    const own = await remember(rogue, "Otters owe me a ferry", { visibility: "private" });
    const { capsule_id } = await memory.call(rogue, "createCapsule", {
      ...{ scope: "project", subject_type: "ferry", subject_id: "north", ttl_days: 1 },
      ...{ audience_agent_ids: ["reader"], items: { chunks: [note] }, risks: ["fog"] },
    } as never);
    const child = await remember(reader, "So be there at six", { derived_from: [note] });
    const hidden = await remember(agent("third"), "Third hand: six", {
      ...{ derived_from: [child], visibility: "private" },
    });
    const held = await remember(rogue, "Ben doubts the ferry of otters");
    await edit(ben, held, { op: "quarantine" });
    const { rollback: made, edited } = await rollback("giver");
    expect(edited).toBe(4);
    expect(await found(rogue, "otters ferry")).toEqual([]);

    expect(await undo(made!.rollback_id)).toMatchObject({ matched: 6, rollback: { rejected: 0, undone: 0 } });
    expect((await get(note))?.text).toBe("The ferry of otters leaves at six");
    expect((await get(own, {}, rogue))?.text).toBe("Otters owe me a ferry");
    expect((await found(rogue, "otters ferry")).toSorted()).toEqual([
      "Otters owe me a ferry",
      "The ferry of otters leaves at six",
    ]);
    expect(await get(child)).toBeDefined();
    expect((await history(hidden, agent("third"))).current.is_quarantined).toBe(false);
    expect(await memory.call(reader, "getCapsule", { capsule_id })).toMatchObject({ status: "active" });
    // What somebody else did to them stays.
    expect((await history(held)).current).toMatchObject({ is_retracted: false, is_quarantined: true });
    // The reviewer learns nothing of the private ones.
    expect(await codeOf(history(own, ben))).toBe("NOT_FOUND");
    expect(await codeOf(ask(made!.rollback_id))).toBe("CONFLICT");
    expect(await rollback("giver")).toMatchObject({ edited: 4 });
  });

  it("gives states back that the rollback had taken back, and leaves what was rejected or undone", async () => {
    const rogue = agent("doer");
    const task = await remember(ann, "Paint the boathouse", { kind: "task" });
    const later = await remember(ann, "Oil the oars", { kind: "task" });
    const decision = await remember(reader, "We row on Mondays", { kind: "decision" });
    const set = (who: Principal, memory_id: string, status: string) =>
      memory.call(who, "setMemoryStatus", { memory_id, status });
    await set(ann, task, "doing");
    for (const id of [task, later]) await set(rogue, id, "done");
    await memory.call(rogue, "supersedeDecision", { memory_id: decision, decision: "We never row" });
    await edit(rogue, later, { op: "retract" });
    const stateOf = async (id: string) =>
      (
        await memory.database.ownerQuery<{ status: string }>(
          "select status from palimpsest.memory where id = $1",
          [id],
        )
      )[0]!.status;
    const { rollback: made } = await rollback("doer");
    expect(made).toMatchObject({ states: 2, rejected: 1 });
    const all = async () => [await stateOf(task), await stateOf(later), await stateOf(decision)];
    expect(await all()).toEqual(["doing", "open", "active"]);
    expect((await rollback("doer")).rollback).toMatchObject({ states: 0 });

    await set(ann, later, "doing");
    expect((await undo(made!.rollback_id)).rollback).toMatchObject({ rejected: 1, states: 2 });
    expect(await all()).toEqual(["done", "doing", "superseded"]);
  });

  it("takes back a decision's state also when the writer is quarantined", async () => {
    const rogue = agent("quiet");
    const decision = await remember(reader, "We moor at the east quay", { kind: "decision" });
    await memory.call(rogue, "supersedeDecision", { memory_id: decision, decision: "We moor nowhere" });
    await rollback("quiet", "quarantine");
    const { decisions } = await memory.call(ann, "listDecisions", {});
    expect(decisions.map(({ memory_id }) => memory_id)).toContain(decision);
  });

  it("takes what the writer had retracted itself, so that it cannot restore that later", async () => {
    const rogue = agent("sly");
    const id = await remember(rogue, "A snake in the boathouse", { visibility: "private" });
    await edit(rogue, id, { op: "retract" });
    expect(await rollback("sly")).toMatchObject({ edited: 1 });
    expect(await rollback("sly")).toMatchObject({ edited: 0 });
    expect(await edit(rogue, id, { op: "restore" })).toMatchObject({ status: "pending" });
    expect(await get(id, {}, rogue)).toBeUndefined();
  });

  it("undoes what came along when somebody approved an edit of the writer", async () => {
    const rogue = agent("wily");
    const source = await remember(ann, "The lock opens at four");
    const derived = await remember(ann, "Be at the lock by four", { derived_from: [source] });
    const { edit_id } = await edit(rogue, source, { op: "retract", cascade: "quarantine" });
    await memory.call(ben, "approveEdit", { edit_id });
    expect(await get(derived)).toBeUndefined();
    expect((await rollback("wily")).rollback).toMatchObject({ undone: 2 });
    expect([(await get(source))?.text, (await get(derived))?.text]).toEqual([
      "The lock opens at four",
      "Be at the lock by four",
    ]);
  });

  it("is for reviewers, by an id that exists, with no patch", async () => {
    const { rollback: made } = await rollback("nobody");
    expect(await codeOf(ask(made!.rollback_id))).toBe("NOT_FOUND");
    expect(await codeOf(ask(made!.rollback_id, reader))).toBe("FORBIDDEN");
    const bulk = (given: object) =>
      codeOf(
        memory.call(ann, "bulkEdit", { rollback_id: made!.rollback_id, reason: "x", ...given } as never),
      );
    expect(await bulk({ op: "retract" })).toBe("VALIDATION_ERROR");
    expect(await bulk({ op: "restore", patch: { op: "retract" } })).toBe("VALIDATION_ERROR");
    expect(await bulk({ op: "restore", writer: "agent:x" })).toBe("VALIDATION_ERROR");
  });
});
