import { type OperationName, rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { surgery } from "../../governance/testing/surgery.js";
import type { Principal } from "../../identity/index.js";
import { message } from "../../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { reads, takeAsOf, type Yard } from "../testing/past/reads.js";

/** What happens to a memory after the moment that a hostile agent asks for, and the reason that is given. */
const since = {
  retracted: { op: "retract" },
  quarantined: { op: "quarantine" },
  blocked: { op: "block", patch: { channel: "private" } },
  amended: { op: "amend", patch: { text: "The egret is called Bruno" } },
};
const reasons = [...Object.keys(since), "expired"];

describe.each(engines)("the past after an edit on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);

  const tenants = new Map<string, Promise<{ yard: Yard; at: string }>>();
  const ann = (tenant: string) => human("ann", tenant);
  const spy = (tenant: string) => agent("spy", tenant);
  const auditor = (tenant: string): Principal => ({
    ...agent("spy", tenant),
    role: "reviewer",
    permissions: new Set(rolePermissions.reviewer),
  });
  const now = async () =>
    (
      await memory.database.ownerQuery<{ at: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
      )
    )[0]!.at;
  const ask = (who: Principal, name: string, given: Record<string, unknown>) =>
    memory.call(who, name as OperationName, given as never) as Promise<{
      withheld?: { memory_id: string; reason: string }[];
      acb?: { withheld?: { memory_id: string; reason: string }[] };
    }>;

  async function prepare(tenant: string, reason: string) {
    const who = ann(tenant);
    const said = "The heron is called Amadeus";
    const event = message(said, { session_id: "yard", content: { scope: "user" } });
    const chunk = (await memory.call(who, "recordEvent", event)).chunk_id!;
    const { memory_id: decision } = await memory.call(who, "createDecision", { decision: said });
    const { memory_id: task } = await memory.call(who, "createTask", { title: said });
    const { memory_id: rule } = await memory.call(who, "createRule", { content: said });
    const { capsule_id: capsule } = await memory.call(who, "createCapsule", {
      ...{ subject_type: "user", subject_id: "ada", scope: "user", audience_agent_ids: ["spy"] },
      items: { chunks: [chunk], decisions: [], artifacts: [] },
    });
    await memory.call(human("eve", tenant), "remember", {
      text: "The heron is Eve's own",
      visibility: "private",
    });
    const yard = { chunk, decision, task, rule, capsule };
    const at = await now();
    const before = await Promise.all(
      takeAsOf.map((name) => ask(spy(tenant), name, reads[name]!.input(yard, { as_of: at }))),
    );
    for (const answer of before) expect(JSON.stringify(answer)).toContain("Amadeus");
    for (const id of [chunk, decision, task, rule]) {
      if (reason === "expired") {
        await memory.database.ownerQuery(
          `update palimpsest.memory set expires_at = clock_timestamp() where tenant_id = $1 and id = $2`,
          [tenant, id],
        );
      } else await edit(who, id, since[reason as keyof typeof since]);
    }
    const [own] = await memory.database.ownerQuery<{ id: string }>(
      `select id from palimpsest.memory where tenant_id = $1 and owner_id = 'eve'`,
      [tenant],
    );
    await edit(human("eve", tenant), own!.id, { op: "retract" });
    return { yard, at };
  }
  const prepared = (reason: string) => {
    const tenant = `past-${reason}`;
    if (!tenants.has(tenant)) tenants.set(tenant, prepare(tenant, reason));
    return tenants.get(tenant)!.then((made) => ({ tenant, ...made }));
  };

  it("is tried through every operation that takes as_of", () => {
    expect(Object.keys(reads).toSorted()).toEqual(takeAsOf.toSorted());
  });

  describe.each(reasons)("that left it %s", (reason) => {
    it.each(takeAsOf)("is not given to an agent by %s, which names the gap and no other", async (name) => {
      const { tenant, yard, at } = await prepared(reason);
      const answer = await ask(spy(tenant), name, reads[name]!.input(yard, { as_of: at }));
      expect(JSON.stringify(answer)).not.toMatch(/Amadeus|Eve's|Bruno/);
      const withheld = (answer.acb ?? answer).withheld!;
      expect(withheld.toSorted((a, b) => (a.memory_id < b.memory_id ? -1 : 1))).toEqual(
        reads[name]!.about.map((kind) => ({ memory_id: yard[kind], reason })).toSorted((a, b) =>
          a.memory_id < b.memory_id ? -1 : 1,
        ),
      );
    });

    it.each(takeAsOf)(
      "is shown by %s to holders of memory:original who ask for it, audited",
      async (name) => {
        const { tenant, yard, at } = await prepared(reason);
        const asking = { as_of: at, see_withheld: true };
        await expect(ask(spy(tenant), name, reads[name]!.input(yard, asking))).rejects.toMatchObject({
          code: "FORBIDDEN",
          message: expect.stringContaining("memory:original"),
        });
        const plain = await ask(auditor(tenant), name, reads[name]!.input(yard, { as_of: at }));
        expect(JSON.stringify(plain)).not.toContain("Amadeus");
        const answer = await ask(auditor(tenant), name, reads[name]!.input(yard, asking));
        expect(JSON.stringify(answer)).toContain("Amadeus");
        const { entries } = await memory.call(ann(tenant), "listAudit", { operation: name, actor_id: "spy" });
        expect(entries.slice(0, 3).map((e) => [e.decision, e.saw_originals])).toEqual([
          ["allowed", true],
          ["allowed", false],
          ["denied", false],
        ]);
      },
    );

    it("cannot be found out by guessing its words", async () => {
      const { tenant, at } = await prepared(reason);
      const guess = (query: string) =>
        memory.call(spy(tenant), "recall", {
          query,
          as_of: at,
          kinds: ["chunk", "decision", "task", "rule"],
        });
      const { mode: _, ...right } = await guess("Amadeus");
      const { mode: __, ...wrong } = await guess("Zebulon");
      expect(right).toEqual(wrong);
      expect(right.memories).toEqual([]);
    });
  });

  it("gives the words of a memory that reads today as it did then, whatever happened in between", async () => {
    const tenant = "past-restored";
    const { chunk_id } = await memory.call(
      ann(tenant),
      "recordEvent",
      message("The heron is called Amadeus"),
    );
    const at = await now();
    await edit(ann(tenant), chunk_id!, since.amended);
    await edit(ann(tenant), chunk_id!, since.retracted);
    await edit(ann(tenant), chunk_id!, { op: "restore" });
    await edit(ann(tenant), chunk_id!, { op: "attenuate", patch: { importance: 0.1 } });
    const answer = await memory.call(spy(tenant), "getChunks", {
      ...{ chunk_ids: [chunk_id!], channel: "private", as_of: at },
    });
    expect(answer).toMatchObject({
      chunks: [{ text: "The heron is called Amadeus", edits_applied: 0 }],
      withheld: [],
      withheld_count: 0,
    });
  });

  it("shows quarantined memories to a person who asks for them, then as now", async () => {
    const { tenant, yard, at } = await prepared("quarantined");
    const asked = { chunk_ids: [yard.chunk], channel: "private" as const, include_quarantined: true };
    const plain = { ...human("joe", tenant), role: "writer", permissions: new Set(rolePermissions.writer) };
    const then = await memory.call(plain as Principal, "getChunks", { ...asked, as_of: at });
    expect(then.chunks.map(({ text, is_quarantined }) => [text, is_quarantined])).toEqual([
      ["The heron is called Amadeus", false],
    ]);
  });
});
