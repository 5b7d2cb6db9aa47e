import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import type { Principal } from "../../../identity/index.js";
import { startWorker } from "../../../jobs/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { rollbackUndo } from "./undo-job.js";

/** The log is written some microseconds before the counters, so times are compared to the second. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, inner) => (typeof inner === "string" ? inner.replace(/\.\d+Z$/, "Z") : inner)),
  );

describe.each(engines)("signals of a writer that is rolled back on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, reader] = [human("ann"), agent("reader")];
  const rollback = async (name: string, given: object = {}, of = memory) =>
    (
      await of.call(ann, "bulkEdit", {
        ...{ writer: `agent:${name}`, op: "retract", reason: "poisoned" },
        ...given,
      } as never)
    ).rollback!;
  const undo = async (rollback_id: string) => {
    await memory.call(ann, "bulkEdit", { rollback_id, op: "restore", reason: "it was another agent" });
    await new Promise<void>((ended, failed) => {
      const worker = startWorker(memory.services, {
        kinds: [rollbackUndo],
        onEnd: ({ end }) =>
          void worker.stop().then(() => (end === "done" ? ended() : failed(new Error(end))), failed),
      });
    });
  };

  const claim = async (text: string, of = memory) =>
    (
      await of.call(ann, "upsertClaim", {
        ...{ text, boundary_class: "public" },
        provenance: { at: "2026-11-15T09:58:00Z", note: "seen" },
      } as never)
    ).data.id;
  const feedback = (who: Principal, claim_id: string, signal: string) =>
    memory.call(who, "sendFeedback", { claim_id, signal, score: 1 } as never);
  /** Utility and confidence, as activations tell them. */
  const use = async (text: string, of = memory) => {
    const { data } = await of.call(ann, "activateClaims", { q: text, include_meta: true } as never);
    const { claims } = data as { claims: { claim: { text: string }; reason?: string }[] };
    return claims.find((one) => one.claim.text === text)?.reason?.match(/util:.*$/)?.[0];
  };

  it("no longer move claims, and do again when it is undone", async () => {
    const text = "The lighthouse of Sund is white";
    const id = await claim(text);
    await feedback(reader, id, "helpful");
    const before = await use(text);
    await feedback(agent("critic"), id, "outdated");
    const moved = await use(text);
    expect(moved).not.toBe(before);
    const { rollback_id, states } = await rollback("critic");
    expect(states).toBe(1);
    expect(await use(text)).toBe(before);
    await feedback(ann, id, "duplicate");
    await undo(rollback_id);
    expect(await use(text)).not.toBe(moved);
    expect((await rollback("critic")).states).toBe(1);
    expect((await rollback("critic")).states).toBe(0);
  });

  it("leave a claim as sure as it is of itself where nobody else has said anything", async () => {
    const text = "The lighthouse of Nord is red";
    const id = await claim(text);
    const before = await use(text);
    for (const name of ["flood", "flood2"]) {
      for (const signal of ["harmful"]) await feedback(agent(name), id, signal);
    }
    await rollback("flood");
    await rollback("flood2");
    expect(await use(text)).toBe(before);
  });

  it("take out what a confidence that had fallen to nothing had swallowed", async () => {
    const text = "The lighthouse of Vest is old";
    const id = await claim(text);
    const before = await use(text);
    const rogues = Array.from({ length: 7 }, (_, at) => `sunk${at}`);
    for (const name of rogues) await feedback(agent(name), id, "outdated");
    await feedback(reader, id, "outdated");
    for (const name of rogues) await rollback(name);
    const left = Number(before!.match(/conf:(.*)$/)![1]) - 0.2;
    expect(await use(text)).toContain(`conf:${left.toFixed(2)}`);
  });

  it("no longer confirm facts or link facts of others", async () => {
    const learn = async (content: string) =>
      (await memory.call(ann, "learnFact", { content, visibility: "tenant" } as never)).id;
    const [first, second] = [await learn("The ferry has nine boats"), await learn("The ferry lost a boat")];
    const rogue = agent("linker");
    const get = (fact_id: string) => memory.call(ann, "getFact", { fact_id });
    await memory.call(reader, "confirmFact", { fact_id: first });
    const before = await get(first);
    await memory.call(rogue, "confirmFact", { fact_id: first });
    const against = await memory.call(rogue, "contradictFact", {
      ...{ fact_id: first, content: "The ferry lost a boat", visibility: "tenant" },
    } as never);
    expect(against).toMatchObject({ id: second });
    const moved = await get(first);
    expect(moved).toMatchObject({ confirmation_count: 2 });
    expect(moved.confidence).toBeLessThan(before.confidence);
    const { rollback_id, states } = await rollback("linker");
    expect(states).toBe(3);
    expect(withoutTimes(await get(first))).toEqual(withoutTimes(before));
    expect(await get(second)).toMatchObject({ confirmation_count: 0, last_confirmed: null });
    await undo(rollback_id);
    expect(withoutTimes(await get(first))).toEqual(withoutTimes(moved));
  });

  it("leave a link that somebody else made too", async () => {
    const learn = async (content: string) =>
      (await memory.call(ann, "learnFact", { content, visibility: "tenant" } as never)).id;
    const [first] = [await learn("The mole is open"), await learn("The mole is shut")];
    const contradict = (who: Principal) =>
      memory.call(who, "contradictFact", {
        fact_id: first,
        content: "The mole is shut",
        visibility: "tenant",
      } as never);
    await contradict(agent("linker2"));
    await contradict(reader);
    const { confidence } = await memory.call(ann, "getFact", { fact_id: first });
    await rollback("linker2");
    expect(await memory.call(ann, "getFact", { fact_id: first })).toMatchObject({ confidence });
  });
});
