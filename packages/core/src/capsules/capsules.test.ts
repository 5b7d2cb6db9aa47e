import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { newId, type Principal } from "../identity/index.js";
import { openWorld, type World } from "../testing/open-world.js";
import { createCapsule, getCapsule, listCapsules } from "./index.js";

describe.each(engines)("capsules on $name", (engine) => {
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
  const get = (who: Principal, capsule_id: string, more: object = {}) =>
    world.call("getCapsule", getCapsule, who, { capsule_id, ...more });
  const list = (who: Principal, more: object = {}) => world.call("listCapsules", listCapsules, who, more);
  const capsules = async () => {
    const [row] = await world.test.ownerQuery<{ n: number }>(
      `select (select count(*) from palimpsest.capsule) + (select count(*) from palimpsest.memory where kind = 'capsule') as n`,
    );
    return Number(row!.n);
  };
  const edit = (id: string, op: string, patch: object = {}) =>
    world.services.db.transaction(author, async (tx) => {
      const edit = newId("edt");
      await tx.query(
        `insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id)
         values ($1, $2, $3, $4, $5, 'a test', 'agent', $6)`,
        [author.tenantId, edit, id, op, JSON.stringify(patch), author.id],
      );
      await tx.query(
        `insert into palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id)
         values ($1, $2, $3, 'approved', 'agent', $4)`,
        [author.tenantId, edit, id, author.id],
      );
      const text = "text" in patch ? String(patch.text) : null;
      await tx.query(`select palimpsest.refold($1, $2, $2, 'hash', 1, null, null)`, [id, text]);
    });
  const rewind = (id: string, interval: string) =>
    world.test.ownerQuery(
      `with c as (update palimpsest.capsule set expires_at = clock_timestamp() + $2::interval where memory_id = $1 returning expires_at),
         a as (update palimpsest.capsule_audience set expires_at = c.expires_at from c where capsule_id = $1)
       update palimpsest.memory m set expires_at = c.expires_at from c where m.id = $1`,
      [id, interval],
    );

  it("hands memories to its audience, with risks, for seven days", async () => {
    const chunk = await world.remember(author, "Jack pays by invoice");
    const decision = await world.remember(author, "Refund Jack", { kind: "decision", status: "active" });
    const made = await create(author, [chunk], {
      items: { chunks: [chunk], decisions: [decision] },
      risks: ["Elevated\nsupport tier", "Billing complaint"],
      audience_agent_ids: ["reader", "never-seen"],
    });
    expect(made).toMatchObject({ status: "active", item_count: 2, unseen_audience: ["never-seen"] });
    const days = (Date.parse(made.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);

    const opened = await get(reader, made.capsule_id);
    expect(opened).toMatchObject({
      status: "active",
      author_agent_id: "author",
      ttl_days: 7,
      risks: ["Elevated support tier", "Billing complaint"],
      forwarded_from: null,
    });
    expect(opened.items.map(({ id, kind, text, trust }) => ({ id, kind, text, trust }))).toEqual([
      { id: chunk, kind: "chunk", text: "Jack pays by invoice", trust: "untrusted" },
      { id: decision, kind: "decision", text: "Refund Jack", trust: "untrusted" },
    ]);
  });

  it("lists to an agent what it may open, and to an author what it made", async () => {
    const chunk = await world.remember(author, "for the list");
    const { capsule_id } = await create(author, [chunk], {
      subject_id: "listed",
      audience_agent_ids: ["lister"],
    });
    const lister = await world.agent("lister");
    expect(await list(lister)).toMatchObject({ total_count: 1, capsules: [{ capsule_id, item_count: 1 }] });
    expect((await list(lister, { subject_id: "another" })).capsules).toEqual([]);
    expect((await list(stranger)).capsules).toEqual([]);
    expect((await list(author, { subject_id: "listed" })).capsules).toEqual([]);
    expect((await list(author, { subject_id: "listed", mine: true })).total_count).toBe(1);
    await rewind(capsule_id, "-1 second");
    expect(await list(lister)).toEqual({ total_count: 0, capsules: [] });
    expect((await list(author, { subject_id: "listed", mine: true })).capsules[0]!.status).toBe("expired");
  });

  it("opens to a team that its audience names", async () => {
    const chunk = await world.remember(author, "for the team");
    const made = await create(author, [chunk], { audience_agent_ids: ["team:red"] });
    expect(made.unseen_audience).toEqual([]);
    const member = { ...(await world.agent("member")), teams: ["red"] };
    expect((await get(member, made.capsule_id)).items).toHaveLength(1);
    expect((await list(member)).capsules.map((c) => c.capsule_id)).toEqual([made.capsule_id]);
  });

  it("gives one answer for denied, missing, foreign and over", async () => {
    const chunk = await world.remember(author, "kept close");
    const { capsule_id } = await create(author, [chunk]);
    const foreign = await world.agent("reader", "another-tenant");
    const refused = (who: Principal, id: string) =>
      expect(get(who, id)).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: "No such capsule, or it is not yours to see.",
      });
    await refused(stranger, capsule_id);
    await refused(foreign, capsule_id);
    await refused(reader, "cap_missing");
    await rewind(capsule_id, "-1 millisecond");
    await refused(reader, capsule_id);
    expect(await get(author, capsule_id)).toMatchObject({ status: "expired", items: [], item_count: 1 });
  });

  it("is open until the moment it ends", async () => {
    const chunk = await world.remember(author, "short-lived");
    const { capsule_id } = await create(author, [chunk]);
    await rewind(capsule_id, "700 milliseconds");
    expect((await get(reader, capsule_id)).items).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 800));
    await expect(get(reader, capsule_id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("shows items as they are now, through the reader's eyes", async () => {
    const own = { visibility: "private" };
    const [amended, retracted, quarantined, blocked, hidden, personal] = await Promise.all([
      world.remember(author, "Jon called"),
      world.remember(author, "his number"),
      world.remember(author, "a rumour"),
      world.remember(author, "internal talk"),
      world.remember(author, "author's own", own),
      world.remember(author, "of class pii", { boundaryClass: "pii" }),
    ]);
    const all = [amended, retracted, quarantined, blocked, hidden, personal];
    const { capsule_id } = await create(author, all);
    const before = new Date().toISOString();
    await edit(amended, "amend", { text: "John called" });
    await edit(retracted, "retract");
    await edit(quarantined, "quarantine");
    await edit(blocked, "block", { channel: "public" });

    const texts = async (more: object) => (await get(reader, capsule_id, more)).items.map(({ text }) => text);
    expect(await texts({})).toEqual(["John called"]);
    expect(await texts({ channel: "private" })).toEqual(["John called", "internal talk", "of class pii"]);
    expect(await texts({ channel: "private", as_of: before })).toEqual([
      "Jon called",
      "his number",
      "a rumour",
      "internal talk",
      "of class pii",
    ]);
    await expect(get(reader, capsule_id, { as_of: "2001-01-01T00:00:00Z" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("is itself a memory that edits reach", async () => {
    const chunk = await world.remember(author, "inside");
    const amended = await create(author, [chunk], { risks: ["wrong risk"], subject_id: "one" });
    await edit(amended.capsule_id, "amend", { text: "Capsule about user one\nRisk: right risk" });
    expect((await get(reader, amended.capsule_id)).risks).toEqual(["right risk"]);

    const gone = await create(author, [chunk], { subject_id: "two" });
    await edit(gone.capsule_id, "retract");
    await expect(get(reader, gone.capsule_id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(get(author, gone.capsule_id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await create(author, [chunk], { subject_id: "two" })).status).toBe("active");

    const doubted = await create(author, [chunk], { subject_id: "three" });
    await edit(doubted.capsule_id, "quarantine");
    await expect(get(reader, doubted.capsule_id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await list(reader, { subject_id: "three" })).capsules).toEqual([]);
  });

  it("holds artifacts as far as the memory that speaks for them is unedited", async () => {
    const chunk = await world.remember(author, "excerpt of the log");
    await world.services.db.transaction(author, (tx) =>
      tx.query(
        `insert into palimpsest.artifact (tenant_id, artifact_id, kind, bytes, owner_id, memory_id)
         values ($1, 'art_1', 'tool_output', $2, $3, $4)`,
        [author.tenantId, Buffer.from("the whole log"), author.id, chunk],
      ),
    );
    const { capsule_id } = await create(author, [], { items: { artifacts: ["art_1"] } });
    expect((await get(reader, capsule_id)).items).toMatchObject([
      { id: "art_1", kind: "artifact", text: "the whole log" },
    ]);
    await edit(chunk, "amend", { text: "another excerpt" });
    expect((await get(reader, capsule_id)).items).toEqual([]);
  });

  it("refuses, and makes nothing, when an item is not the author's to hand on", async () => {
    const foreign = await world.remember(await world.agent("author", "another-tenant"), "theirs");
    const hidden = await world.remember(reader, "the reader's own", { visibility: "private" });
    const retracted = await world.remember(author, "retracted before");
    const quarantined = await world.remember(author, "quarantined before");
    const over = await world.remember(author, "over", { expiresAt: new Date(Date.now() - 1000) });
    const good = await world.remember(author, "good");
    await edit(retracted, "retract");
    await edit(quarantined, "quarantine");
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

  it("refuses a capsule in a capsule, whether or not there is one", async () => {
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

  it("counts an item once, and takes the longest and shortest life", async () => {
    const chunk = await world.remember(author, "twice");
    for (const ttl_days of [1, 365]) {
      const made = await create(author, [chunk, chunk], { ttl_days });
      expect(made.item_count).toBe(1);
      expect(Math.round((Date.parse(made.expires_at) - Date.now()) / 86_400_000)).toBe(ttl_days);
    }
  });

  it("answers from psql with get_available_capsules, to the caller alone", async () => {
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
