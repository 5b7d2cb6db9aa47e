import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import type { Principal } from "../../../identity/index.js";
import { message } from "../../../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { surgery } from "../../testing/surgery.js";

describe.each(engines)("what a rollback of a writer reaches on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { history } = surgery(() => memory);
  const [ann, reader] = [human("ann"), agent("reader")];
  const remember = async (who: Principal, text: string, given: object = {}) =>
    (await memory.call(who, "remember", { text, ...given } as never)).memory_id;
  const rollback = (name: string, given: object = {}, who = ann) =>
    memory.call(who, "bulkEdit", {
      writer: `agent:${name}`,
      op: "retract",
      reason: "poisoned",
      ...given,
    } as never);

  it("reaches what agents decided by its memories, and names the decisions of people", async () => {
    const rogue = agent("referred");
    const note = await remember(rogue, "The swans own the lock");
    const { event_id } = await memory.call(rogue, "recordEvent", message("Swans want the lock", {}));
    const decide = async (who: Principal, refs: string[], given: object = {}) =>
      (
        await memory.call(who, "createDecision", {
          decision: `Swans ${refs} ${who.id}`,
          refs,
          ...given,
        } as never)
      ).memory_id;
    const byAgent = await decide(reader, ["https://example.org", note]);
    const byEvent = await decide(agent("third"), [event_id]);
    const { memory_id: task } = await memory.call(reader, "createTask", {
      title: "Tell the swans",
      refs: [byAgent],
    });
    const byPerson = await decide(ann, [note, event_id]);
    const without = await decide(reader, ["chk_000000000000000000000000000"]);
    const unreferred = await decide(reader, [note, "a"]);
    await memory.call(ann, "applyEdit", {
      ...{ target_type: "decision", target_id: unreferred, op: "amend", reason: "no such thing" },
      patch: { attributes: { refs: ["a"] } },
    } as never);
    const made = await rollback("referred");
    expect(made.rollback).toMatchObject({
      ...{ quarantined: 3, referring_ids: [byPerson], referring_count: 1 },
    });
    for (const id of [byAgent, byEvent, task]) {
      expect((await history(id)).current.is_quarantined).toBe(true);
    }
    for (const id of [byPerson, without, unreferred]) {
      expect((await history(id)).current.is_quarantined).toBe(false);
    }
  });

  it("names people's decisions that rest on its memories over several steps", async () => {
    const rogue = agent("distant");
    const note = await remember(rogue, "The heron signs for the locks");
    const summary = await remember(reader, "Locks: ask the heron", { derived_from: [note] });
    const decide = async (who: Principal, decision: string, given: object) =>
      (await memory.call(who, "createDecision", { decision, ...given } as never)).memory_id;
    const onSummary = await decide(ann, "The heron gets a key", { refs: [summary] });
    const onDecision = await decide(human("ben"), "A second key is cut", { refs: [onSummary] });
    const onAgents = await decide(reader, "Two keys it is", { refs: [onDecision] });
    const byAgent = await decide(reader, "Herons sign", { refs: [summary] });
    const onAgentsOwn = await decide(ann, "Buy the heron a pen", { refs: [byAgent] });
    const apart = await decide(ann, "The swans stay", { refs: [] });
    const told = { referring_ids: [onSummary, onDecision, onAgentsOwn].toSorted(), referring_count: 3 };
    expect((await rollback("distant", { dry_run: true })).preview).toMatchObject({ quarantined: 2, ...told });
    expect((await rollback("distant")).rollback).toMatchObject({ quarantined: 2, ...told });
    for (const id of [onSummary, onDecision, onAgents, onAgentsOwn, apart]) {
      expect((await history(id)).current.is_quarantined).toBe(false);
    }
  });

  it("closes the capsules that others forwarded, with the risks that they took over", async () => {
    const [rogue, second, third] = [agent("forwarded"), agent("second"), agent("third")];
    const note = await remember(ann, "The cranes nest here");
    const { capsule_id } = await memory.call(rogue, "createCapsule", {
      ...{ scope: "project", subject_type: "nest", subject_id: "1", ttl_days: 1, forward: true },
      ...{ audience_agent_ids: ["second"], items: { chunks: [note] }, risks: ["wire the money"] },
    } as never);
    const forward = async (who: Principal, id: string, to: string) =>
      (await memory.call(who, "forwardCapsule", { capsule_id: id, audience_agent_ids: [to] })).capsule_id;
    const passed = await forward(second, capsule_id, "third");
    const again = await forward(third, passed, "fourth");
    expect((await memory.call(third, "getCapsule", { capsule_id: again })).risks).toEqual(["wire the money"]);
    expect(await rollback("forwarded")).toMatchObject({ rollback: { quarantined: 2 } });
    for (const [who, id] of [
      [second, passed],
      [third, again],
    ] as const) {
      const said = [
        await memory.call(who, "getCapsule", { capsule_id: id }),
        await memory.call(who, "listCapsules", {}),
        await memory.call(who, "listCapsules", { mine: true } as never).catch(() => undefined),
        await memory.call(who, "memoryHistory", { memory_id: id }),
      ];
      expect(JSON.stringify(said)).not.toContain("wire the money");
    }
  });
});
