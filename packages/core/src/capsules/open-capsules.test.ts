import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { openWorld, type World } from "../testing/open-world.js";
import { createCapsule, getCapsule, listCapsules } from "./operations.js";
import { applyRawEdit } from "./testing/apply-raw-edit.js";

describe.each(engines)("opening capsules on $name", (engine) => {
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
  const edit = (id: string, op: string, patch: object = {}) => applyRawEdit(world, author, { id, op, patch });
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
    expect(
      opened.items.map(({ memory_id, kind, text, trust }) => ({ memory_id, kind, text, trust })),
    ).toEqual([
      { memory_id: chunk, kind: "chunk", text: "Jack pays by invoice", trust: "untrusted" },
      { memory_id: decision, kind: "decision", text: "Refund Jack", trust: "untrusted" },
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

  it("answers the same for a capsule that is denied, missing, foreign or expired", async () => {
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

  it("can be opened until the moment it expires", async () => {
    const chunk = await world.remember(author, "short-lived");
    const { capsule_id } = await create(author, [chunk]);
    await rewind(capsule_id, "1 hour");
    expect((await get(reader, capsule_id)).items).toHaveLength(1);
    await rewind(capsule_id, "700 milliseconds");
    const isOver = async () => {
      const [row] = await world.test.ownerQuery<{ over: boolean }>(
        "select expires_at <= clock_timestamp() as over from palimpsest.capsule where memory_id = $1",
        [capsule_id],
      );
      return row!.over;
    };
    // Asked before and after each attempt, since one may take longer than the capsule is still open.
    for (let isClosed = false; !isClosed; ) {
      const wasOver = await isOver();
      isClosed = await get(reader, capsule_id).then(
        () => false,
        ({ code }: { code: string }) => code === "NOT_FOUND",
      );
      if (isClosed) expect(await isOver()).toBe(true);
      else expect(wasOver).toBe(false);
    }
  });

  it("shows items as they are now, and only those that the reader may see", async () => {
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
    const then = await get(reader, capsule_id, { channel: "private", as_of: before });
    expect(then.items.map(({ text }) => text)).toEqual(["internal talk", "of class pii"]);
    expect(new Set(then.withheld)).toEqual(
      new Set([
        { memory_id: amended, reason: "amended" },
        { memory_id: retracted, reason: "retracted" },
        { memory_id: quarantined, reason: "quarantined" },
      ]),
    );
    await expect(get(reader, capsule_id, { as_of: "2001-01-01T00:00:00Z" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("is itself a memory that edits reach", async () => {
    const chunk = await world.remember(author, "inside");
    const amended = await create(author, [chunk], { risks: ["wrong risk"], subject_id: "one" });
    await edit(amended.capsule_id, "amend", { attributes: { risks: ["right risk"] } });
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

  it("shows an artifact only while the memory that stands for it is unedited", async () => {
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
      { memory_id: "art_1", kind: "artifact", text: "the whole log" },
    ]);
    await edit(chunk, "amend", { text: "another excerpt" });
    expect((await get(reader, capsule_id)).items).toEqual([]);
  });
});
