import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { openWorld, type World } from "../testing/open-world.js";
import { createCapsule } from "./operations.js";
import { applyRawEdit } from "./testing/apply-raw-edit.js";

describe.each(engines)("creating capsules on $name", (engine) => {
  let world: World;
  let author: Principal;
  let reader: Principal;
  let stranger: Principal;

  beforeAll(async () => {
    world = await openWorld(engine);
    author = await world.agent("author");
    reader = await world.agent("reader");
    stranger = await world.agent("stranger");
  });
  afterAll(() => world.close());

  const about = { subject_type: "user", subject_id: "jack", scope: "user", audience_agent_ids: ["reader"] };
  const create = (who: Principal, chunks: string[], more: object = {}) =>
    world.call("createCapsule", createCapsule, who, { ...about, items: { chunks }, ...more });
  const capsules = async () => {
    const [row] = await world.test.ownerQuery<{ n: number }>(
      `select (select count(*) from palimpsest.capsule) + (select count(*) from palimpsest.memory where kind = 'capsule') as n`,
    );
    return Number(row!.n);
  };

  it("refuses, and writes nothing, when the author may not share an item", async () => {
    const foreign = await world.remember(await world.agent("author", "another-tenant"), "theirs");
    const hidden = await world.remember(reader, "the reader's own", { visibility: "private" });
    const retracted = await world.remember(author, "retracted before");
    const quarantined = await world.remember(author, "quarantined before");
    const over = await world.remember(author, "over", { expiresAt: new Date(Date.now() - 1000) });
    const good = await world.remember(author, "good");
    await applyRawEdit(world, author, { id: retracted, op: "retract" });
    await applyRawEdit(world, author, { id: quarantined, op: "quarantine" });
    const before = await capsules();
    for (const id of [foreign, hidden, retracted, quarantined, over, "chk_missing"]) {
      await expect(create(author, [good, id]), id).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: "No such item, or it is not yours to see.",
      });
    }
    await expect(
      create(author, [good], { items: { chunks: [good], artifacts: ["art_missing"] } }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(create(author, [], { items: { decisions: [good] } })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(create(author, [good], { scope: "global" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await capsules()).toBe(before);
  });

  it("refuses a capsule in a capsule, whether or not that one exists", async () => {
    const chunk = await world.remember(author, "nested");
    const { capsule_id } = await create(author, [chunk]);
    for (const id of [capsule_id, "cap_missing"]) {
      await expect(create(author, [chunk, id])).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });

  it.each([
    ["no items", { items: {} }],
    ["10,001 items", { items: { chunks: Array.from({ length: 10_001 }, (_, n) => `chk_${n}`) } }],
    ["an empty audience", { audience_agent_ids: [] }],
    ["a duplicated audience", { audience_agent_ids: ["reader", "reader"] }],
    ["an audience of all", { audience_agent_ids: ["*"] }],
    ["an audience of 101", { audience_agent_ids: Array.from({ length: 101 }, (_, n) => `a${n}`) }],
    ["ttl 0", { ttl_days: 0 }],
    ["ttl -1", { ttl_days: -1 }],
    ["ttl 366", { ttl_days: 366 }],
    ["ttl 1.5", { ttl_days: 1.5 }],
    ["an author in the body", { author_agent_id: "somebody" }],
  ])("refuses %s", async (_, more) => {
    const before = await capsules();
    await expect(create(author, ["chk_1"], more)).rejects.toMatchObject({ name: "ZodError" });
    expect(await capsules()).toBe(before);
  });

  it("counts a repeated item once, and accepts the shortest and the longest lifetime", async () => {
    const chunk = await world.remember(author, "twice");
    for (const ttl_days of [1, 365]) {
      const made = await create(author, [chunk, chunk], { ttl_days });
      expect(made.item_count).toBe(1);
      expect(Math.round((Date.parse(made.expires_at) - Date.now()) / 86_400_000)).toBe(ttl_days);
    }
  });

  it("lists the caller's own capsules from psql with get_available_capsules", async () => {
    const chunk = await world.remember(author, "from psql");
    const decision = await world.remember(author, "decided", { kind: "decision", status: "active" });
    await world.agent("psql");
    await create(author, [], {
      items: { chunks: [chunk], decisions: [decision] },
      audience_agent_ids: ["psql"],
      risks: ["slow"],
      subject_id: "sql",
    });
    const ask = async (who: Principal, agent: string) =>
      world.services.db.transaction(who, (tx) =>
        tx.query(`select * from palimpsest.get_available_capsules($1, $2)`, [who.tenantId, agent]),
      );
    expect(await ask(await world.agent("psql"), "psql")).toMatchObject([
      {
        subject_id: "sql",
        author_agent_id: "author",
        risks: ["slow"],
        items: { chunks: [chunk], decisions: [decision], artifacts: [] },
      },
    ]);
    expect(await ask(author, "psql")).toEqual([]);
    expect(await ask(stranger, "psql")).toEqual([]);
  });
});
