import { PalimpsestError } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { type Answer, dispatch } from "../dispatch.js";
import type { Principal } from "../identity/index.js";
import { message } from "../testing/samples.js";
import { admin, agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";

describe.each(engines)("Idempotency-Key on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const record = (key: string, text: string, who: Principal = human()): Promise<Answer<"recordEvent">> =>
    dispatch(memory.services, {
      operation: "recordEvent",
      input: message(text),
      credential: { kind: "principal", principal: who },
      surface: "sdk",
      idempotencyKey: key,
    });
  /** As a client does it: what is answered with Retry-After is sent again, which the key makes safe. */
  const persistently = async (key: string, text: string): Promise<Answer<"recordEvent">> => {
    for (;;) {
      try {
        return await record(key, text);
      } catch (error) {
        if (!(error instanceof PalimpsestError) || error.code !== "UNAVAILABLE") throw error;
      }
    }
  };
  const recorded = async (like: string) => {
    const [row] = await memory.database.ownerQuery<{ n: string }>(
      `select count(*) as n from palimpsest.record where content->>'text' like $1`,
      [like],
    );
    return Number(row?.n);
  };

  it("gives fifty keys, each sent ten times at once, one effect and one answer each", {
    timeout: 180_000,
  }, async () => {
    const keys = Array.from({ length: 50 }, (_, n) => `key-${n}`);
    const calls = Array.from({ length: 10 }, () => keys).flat();
    const answers = await Promise.all(
      calls.map(async (key) => ({ key, ...(await persistently(key, `storm ${key}`)) })),
    );
    expect(await recorded("storm %")).toBe(50);
    for (const key of keys) {
      const same = answers.filter((answer) => answer.key === key);
      expect(new Set(same.map(({ output }) => JSON.stringify(output))).size, key).toBe(1);
      expect(same.filter(({ replayed }) => !replayed).length, key).toBe(1);
    }
  });

  it("gives an earlier answer without its text once that may no longer be shown", async () => {
    const key = { idempotencyKey: "learned" };
    const given = {
      content: "The heron is called Amadeus",
      subject: "heron",
      visibility: "tenant" as const,
    };
    const learn = () => memory.call(human(), "learnFact", given, key);
    const first = await learn();
    expect(await learn()).toEqual(first);
    await memory.call(admin(), "applyEdit", {
      ...{ target_type: "memory", target_id: first.id, op: "quarantine", reason: "a test" },
    });
    const again = await learn();
    expect(JSON.stringify(again)).not.toContain("Amadeus");
    expect(again).toMatchObject({ id: first.id, status: first.status, content: "[WITHHELD]" });
    await memory.call(admin(), "applyEdit", {
      ...{
        target_type: "memory",
        target_id: first.id,
        op: "restore",
        patch: { op: "quarantine" },
        reason: "fine",
      },
    });
    expect(await learn()).toEqual(first);
    await memory.call(admin(), "forget", { memory_id: first.id, reason: "a test" });
    expect(JSON.stringify(await learn())).not.toContain("Amadeus");
  });

  it("gives an earlier answer without its text once that was amended", async () => {
    const { memory_id } = await memory.call(human(), "createDecision", {
      decision: "The heron pays Ottokar",
    });
    const { data } = await memory.call(human(), "upsertClaim", {
      ...{ text: "Ottokar feeds the heron", provenance: { at: "2026-11-15T09:58:00Z" } },
    } as never);
    const session_id = "held";
    await memory.call(agent(), "openWorkingMemory", { session_id });
    const load = (type: "decision" | "fact", ref_id: string) =>
      memory.call(
        agent(),
        "loadWorkingItem",
        { session_id, type, ref_id, relevance: 0.5 },
        { idempotencyKey: ref_id },
      );
    const first = await load("decision", memory_id);
    expect(await load("decision", memory_id)).toEqual(first);
    expect(JSON.stringify(await load("fact", data.id))).toContain("Ottokar feeds");
    await memory.call(admin(), "correct", {
      ...{ memory_id, text: "The heron pays nobody", reason: "a test" },
    });
    const again = await load("decision", memory_id);
    expect(JSON.stringify(again)).not.toContain("Ottokar");
    expect(again.items).toMatchObject([{ ref_id: memory_id, summary: "[WITHHELD]", relevance: 0.5 }]);
    const later = { idempotencyKey: "later" };
    const get = () => memory.call(agent(), "openWorkingMemory", { session_id }, later);
    expect(JSON.stringify(await get())).toContain("pays nobody");
    await memory.call(admin(), "applyEdit", {
      ...{ target_type: "memory", target_id: memory_id, op: "restore", reason: "a test" },
    });
    expect(JSON.stringify(await get())).not.toContain("pays nobody");
    await memory.call(admin(), "forget", { memory_id: data.id, reason: "a test" });
    expect(JSON.stringify(await load("fact", data.id))).not.toContain("Ottokar");
    const { id: episode_id } = await memory.call(human(), "startEpisode", { summary: "The heron moults" });
    const end = () =>
      memory.call(
        human(),
        "endEpisode",
        { episode_id, outcome: "success", lessons_learned: ["Sweep"] },
        { idempotencyKey: "ended" },
      );
    expect(await end()).toEqual(await end());
    expect(await end()).toMatchObject({ lessons_learned: ["Sweep"] });
  });

  it("gives the first answer again to a retry, whatever the order of its fields", async () => {
    const first = await record("lost", "said once");
    const again = await record("lost", "said once");
    expect(again).toEqual({ output: first.output, replayed: true });
    const turned = Object.fromEntries(Object.entries(message("said once")).reverse());
    const third = await memory.call(human(), "recordEvent", turned as never, { idempotencyKey: "lost" });
    expect(third).toEqual(first.output);
    expect(await recorded("said once")).toBe(1);
  });

  it("refuses a key that was used for another body or another operation", async () => {
    await record("taken", "the first");
    await expect(record("taken", "the second")).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
      status: 409,
    });
    const other = memory.call(human(), "remember", { text: "the first" }, { idempotencyKey: "taken" });
    await expect(other).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    expect(await recorded("the second")).toBe(0);
  });

  it("accepts one of several different bodies sent at once with the same key, and refuses the others", async () => {
    const texts = Array.from({ length: 8 }, (_, n) => `race ${n}`);
    const settled = await Promise.allSettled(texts.map((text) => record("race", text)));
    expect(settled.filter(({ status }) => status === "fulfilled").length).toBe(1);
    for (const outcome of settled) {
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    }
    expect(await recorded("race %")).toBe(1);
  });

  it("belongs to one principal of one tenant", async () => {
    const answers = await Promise.all(
      [human(), human("ben"), agent(), human("ann", tenantB)].map((who) => record("shared", "mine", who)),
    );
    expect(answers.every(({ replayed }) => !replayed)).toBe(true);
    expect(new Set(answers.map(({ output }) => output.event_id)).size).toBe(4);
  });

  it("can be used again after a call that failed", async () => {
    const missing = { memory_id: "tsk_00000000000000000000000000", status: "done" as const };
    const failed = memory.call(human(), "setTaskStatus", missing, { idempotencyKey: "retry" });
    await expect(failed).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await record("retry", "after a failure")).replayed).toBe(false);
  });

  it("does not store an answer that holds a secret", async () => {
    const keys = await Promise.all(
      [1, 2].map(() =>
        memory.call(admin(), "createKey", { principal: "twice" }, { idempotencyKey: "secret" }),
      ),
    );
    expect(new Set(keys.map(({ key }) => key)).size).toBe(2);
    const kept = await memory.database.ownerQuery(
      `select 1 from palimpsest.idempotency where key = 'secret' or answer::text like '%pal\\_%'`,
    );
    expect(kept).toEqual([]);
  });

  it("has no effect on a read", async () => {
    const ask = () => memory.call(human(), "recall", { query: "mine" }, { idempotencyKey: "read" });
    await Promise.all([ask(), ask()]);
    const kept = await memory.database.ownerQuery(`select 1 from palimpsest.idempotency where key = 'read'`);
    expect(kept).toEqual([]);
  });
});
