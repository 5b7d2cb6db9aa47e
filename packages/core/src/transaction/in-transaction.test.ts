import type { OperationName, OutputOf, PalimpsestContract, RawInputOf } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { builtinEmbedder } from "../models/index.js";
import { fingerprintOf } from "../security-tests/testing/catalogue/row-counts.js";
import { newGate } from "../testing/gate.js";
import { runJobs } from "../testing/run-jobs.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { inTransaction, type OpenTransaction } from "./index.js";

const ann = human("ann");

describe.each(engines)("a transaction of a caller on $name", (engine) => {
  let memory: TestMemory;
  let asked = 0;
  beforeAll(async () => {
    const builtin = builtinEmbedder();
    const embed: typeof builtin.embed = (texts) => {
      asked += 1;
      return builtin.embed(texts);
    };
    memory = await openTestMemory(engine, { embedder: { ...builtin, kind: "openai", outside: true, embed } });
  });
  afterAll(() => memory.close());

  type Calls = <N extends OperationName>(
    operation: N,
    input: RawInputOf<PalimpsestContract[N]>,
    key?: string,
  ) => Promise<OutputOf<PalimpsestContract[N]>>;
  const callsOf =
    (tx: OpenTransaction): Calls =>
    async (operation, input, idempotencyKey) =>
      (await tx.dispatch({ operation, input, surface: "sdk", idempotencyKey })).output;
  const run = <T>(work: (call: Calls, tx: OpenTransaction) => Promise<T>, timeoutMs?: number, who = ann) =>
    inTransaction(
      memory.services,
      { kind: "principal", principal: who },
      (tx) => work(callsOf(tx), tx),
      timeoutMs === undefined ? {} : { timeoutMs },
    );
  const stored = async () => {
    await memory.services.audit.flush();
    return fingerprintOf(memory.database);
  };
  const audited = async (operation: string) => {
    await memory.services.audit.flush();
    const rows = await memory.database.ownerQuery<{ decision: string }>(
      "select decision from palimpsest.audit_entry where operation = $1 order by at",
      [operation],
    );
    return rows.map(({ decision }) => decision);
  };

  it("commits what several operations wrote, with their events and audit entries", async () => {
    const { next_cursor: cursor } = await memory.call(ann, "listDomainEvents", { start: "latest" });
    const made = await run(async (call) => {
      const fact = await call("learnFact", { content: "The tide turns at noon" });
      const episode = await call("startEpisode", { summary: "A voyage" });
      await call("endEpisode", { episode_id: episode.id, outcome: "success" });
      expect(await call("getFact", { fact_id: fact.id })).toMatchObject({
        content: "The tide turns at noon",
      });
      expect((await call("searchFacts", { query: "tide noon" })).mode).toBe("words alone");
      await call("supersedeFact", { fact_id: fact.id, content: "The tide turns at one" });
      return { fact: fact.id, episode: episode.id };
    });
    expect(await memory.call(ann, "getFact", { fact_id: made.fact })).toMatchObject({ active: false });
    const { events } = await memory.call(ann, "listDomainEvents", { cursor });
    expect(events.map(({ type }) => type)).toEqual([
      ...["fact_learned", "episode_started", "episode_completed", "fact_learned", "fact_superseded"],
    ]);
    expect(await audited("supersedeFact")).toEqual(["allowed"]);
    expect(await audited("searchFacts")).toEqual(["allowed"]);
  });

  it("reads nothing past itself, in a tenant that is new to the process or was known long ago", async () => {
    for (const who of [human("cy", "tenant-new"), human("cy", "tenant-new")]) {
      await run((call) => call("learnFact", { content: "The bell is bronze" }), 2_000, who);
      memory.services.tenants.forget("tenant-new");
    }
  });

  it("asks no model while it is open; a job adds the vectors", async () => {
    const before = asked;
    await run((call) => call("learnFact", { content: "Gulls nest on the northern cliff" }));
    expect(asked).toBe(before);
    await runJobs(memory.services, ["embedding_fill"]);
    expect(asked).toBeGreaterThan(before);
    const found = await memory.call(ann, "searchFacts", { query: "gulls northern cliff", explain: true });
    expect(found.facts[0]).toMatchObject({ parts: { meaning: expect.closeTo(0.8, 0) } });
  });

  it("leaves nothing if the callback throws, and gives its error", async () => {
    const before = await stored();
    const reason = Object.assign(new Error("changed my mind"), { code: "ECONNREFUSED" });
    const work = run(async (call) => {
      await call("learnFact", { content: "The mast is oak" });
      await call("addCensor", { trigger_pattern: "sail alone", reason: "Somebody drowned." });
      await call("setPlanState", { plan_id: "voyage", key: "leg", value: 1 });
      throw reason;
    });
    await expect(work).rejects.toBe(reason);
    expect(await stored()).toEqual(before);
  });

  it("is undone by an operation that fails, unless its error is caught", async () => {
    const missing = { fact_id: "fct_missing" };
    const before = await stored();
    const whole = run(async (call) => {
      await call("learnFact", { content: "The keel is iron" });
      await call("confirmFact", missing);
    });
    await expect(whole).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await stored()).toEqual(before);
    expect(await audited("confirmFact")).toEqual(["denied"]);

    const { id } = await run(async (call) => {
      const kept = await call("learnFact", { content: "The keel is lead" });
      await expect(call("confirmFact", missing)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(
        call("supersedeFact", { fact_id: kept.id, content: "The keel is lead" }),
      ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
      return kept;
    });
    expect(await memory.call(ann, "getFact", { fact_id: id })).toMatchObject({ active: true });
  });

  it("takes calls at once, and loses none", async () => {
    await run((call) =>
      Promise.all(
        Array.from({ length: 12 }, () =>
          call("updatePlanState", { plan_id: "p", key: "n", op: "increment" }),
        ),
      ),
    );
    expect(await memory.call(ann, "getPlanState", { plan_id: "p", key: "n" })).toMatchObject({ value: 12 });
  });

  it("keeps an idempotency key only with what it stood for", async () => {
    const note = { text: "Standup moved to 9:30." };
    await expect(
      run(async (call) => {
        await call("remember", note, "standup");
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    const [first, again] = await run(async (call) => [
      await call("remember", note, "standup"),
      await call("remember", note, "standup"),
    ]);
    expect(first!.status).toBe("created");
    expect(again).toEqual(first);
    expect(await memory.call(ann, "remember", note, { idempotencyKey: "standup" })).toEqual(first);
  });

  it("is seen by nobody before it is committed; the embedded engine has them wait", async () => {
    const look = (fact_id: string) => memory.call(agent(), "getFact", { fact_id });
    let waiting: Promise<unknown> | undefined;
    await run(async (call) => {
      const { id } = await call("learnFact", { content: "The cargo is tin", visibility: "tenant" });
      if (engine.name === "embedded") waiting = look(id);
      else await expect(look(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
    if (engine.name === "embedded") expect(await waiting).toMatchObject({ content: "The cargo is tin" });
  });

  it("is rolled back if an operation still runs when the callback ends", async () => {
    const before = await stored();
    const late: Promise<unknown>[] = [];
    const work = run(async (call) => {
      late.push(call("learnFact", { content: "Nobody waited for this" }).catch((error: unknown) => error));
    });
    await expect(work).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("Await") });
    await Promise.all(late);
    expect(await stored()).toEqual(before);
  });

  it("is rolled back when its time is over, and takes nothing more", async () => {
    const before = await stored();
    const over = newGate();
    let ended: Promise<unknown> | undefined;
    const work = run((call) => {
      ended = (async () => {
        await call("learnFact", { content: "Too slow" }).catch(() => undefined);
        await over.passed;
        await call("learnFact", { content: "Too late" });
      })();
      return ended;
    }, 200);
    await expect(work).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringMatching(/200 ms/),
    });
    over.open();
    await expect(ended).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await stored()).toEqual(before);
    await expect(run(async () => 1, 20_000)).rejects.toThrow(TypeError);
  });

  it("refuses to nest, to be used after its end, and what stands alone", async () => {
    const credential = { kind: "principal", principal: ann } as const;
    let kept: OpenTransaction | undefined;
    await run(async (call, tx) => {
      kept = tx;
      await expect(inTransaction(memory.services, credential, async () => 1)).rejects.toMatchObject({
        code: "CONFLICT",
      });
      await expect(call("selftestIsolation", {})).rejects.toMatchObject({ code: "CONFLICT" });
    });
    await expect(callsOf(kept!)("listRules", {})).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("has ended"),
    });
  });
});
