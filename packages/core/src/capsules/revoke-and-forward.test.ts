import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { openWorld, type World } from "../testing/open-world.js";
import {
  capsuleAnalytics,
  createCapsule,
  forwardCapsule,
  getCapsule,
  listCapsules,
  revokeCapsule,
} from "./operations.js";

describe.each(engines)("revoking and forwarding capsules on $name", (engine) => {
  let world: World;
  let author: Principal;
  let second: Principal;
  let third: Principal;
  let fourth: Principal;
  let chunk: string;

  beforeAll(async () => {
    world = await openWorld(engine);
    author = await world.agent("author");
    second = await world.agent("second");
    third = await world.agent("third");
    fourth = await world.agent("fourth");
    chunk = await world.remember(author, "Jack pays by invoice");
  });
  afterAll(() => world.close());

  const create = async (more: object = {}) =>
    (
      await world.call("createCapsule", createCapsule, author, {
        subject_type: "user",
        subject_id: "jack",
        scope: "user",
        audience_agent_ids: ["second"],
        items: { chunks: [chunk] },
        risks: ["complains"],
        forward: true,
        ...more,
      })
    ).capsule_id;
  const get = (who: Principal, capsule_id: string) =>
    world.call("getCapsule", getCapsule, who, { capsule_id });
  const revoke = (who: Principal, capsule_id: string) =>
    world.call("revokeCapsule", revokeCapsule, who, { capsule_id });
  const forward = (who: Principal, capsule_id: string, to: string, more: object = {}) =>
    world.call("forwardCapsule", forwardCapsule, who, { capsule_id, audience_agent_ids: [to], ...more });
  const analytics = (who: Principal, capsule_id: string) =>
    world.call("capsuleAnalytics", capsuleAnalytics, who, { capsule_id });
  const gone = { code: "NOT_FOUND", message: "No such capsule, or it is not yours to see." };

  it("closes at once when its author revokes it; no other agent can", async () => {
    const id = await create();
    for (const who of [second, third, await world.agent("author", "another-tenant")]) {
      await expect(revoke(who, id)).rejects.toMatchObject(gone);
    }
    await get(second, id);
    const first = await revoke(author, id);
    await expect(get(second, id)).rejects.toMatchObject(gone);
    expect(await revoke(author, id)).toEqual(first);
    expect(await get(author, id)).toMatchObject({ status: "revoked", items: [] });
    const { capsules } = await world.call("listCapsules", listCapsules, second, { limit: 200 });
    expect(capsules.map(({ capsule_id }) => capsule_id)).not.toContain(id);
    const [memory] = await world.test.ownerQuery<{ over: boolean }>(
      `select expires_at <= clock_timestamp() as over from palimpsest.memory where id = $1`,
      [id],
    );
    expect(memory!.over).toBe(true);
    await expect(revoke(author, "cap_missing")).rejects.toMatchObject(gone);
  });

  it("cannot be revoked, widened or filled by anybody else, not even in SQL", async () => {
    const id = await create();
    const as = (sql: string) =>
      world.services.db.transaction(second, (tx) => tx.query(sql, [second.tenantId, id]));
    await expect(
      as(`update palimpsest.capsule set status = 'revoked' where tenant_id = $1 and memory_id = $2`),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(
      as(`insert into palimpsest.capsule_audience values ($1, 'fourth', $2, now() + interval '1 day')`),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(
      as(`insert into palimpsest.capsule_item values ($1, $2, 99, 'memory', 'chk_1')`),
    ).rejects.toMatchObject({ code: "42501" });
  });

  it("is forwarded only by its audience, and only if its author allows it", async () => {
    const closed = await create({ forward: false });
    await expect(forward(second, closed, "third")).rejects.toMatchObject({ code: "FORBIDDEN" });
    const open = await create();
    await expect(forward(author, open, "third")).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(forward(third, open, "fourth")).rejects.toMatchObject(gone);
    await expect(forward(second, "cap_missing", "third")).rejects.toMatchObject(gone);
    await revoke(author, open);
    await expect(forward(second, open, "third")).rejects.toMatchObject(gone);
  });

  it("keeps the chain, never outlives its source, and shows both makers its use", async () => {
    const first = await create({ ttl_days: 2 });
    const passed = await forward(second, first, "third", { ttl_days: 300 });
    const again = await forward(third, passed.capsule_id, "fourth", { ttl_days: 1 });
    const opened = await get(fourth, again.capsule_id);
    expect(opened).toMatchObject({
      forwarded_from: passed.capsule_id,
      author_agent_id: "third",
      risks: ["complains"],
      items: [{ memory_id: chunk, text: "Jack pays by invoice" }],
    });
    const { expires_at } = await get(author, first);
    expect(passed.expires_at).toBe(expires_at);
    expect(Date.parse(again.expires_at)).toBeLessThan(Date.parse(expires_at));

    await Promise.all(Array.from({ length: 8 }, () => get(second, first)));
    const seen = await analytics(author, first);
    expect(seen).toMatchObject({
      access_count: 8,
      by_agent: [{ agent_id: "second", access_count: 8 }],
      forwarded_to: [passed.capsule_id, again.capsule_id],
    });
    expect(seen.last_accessed_at).not.toBeNull();
    expect((await analytics(second, passed.capsule_id)).forwarded_to).toEqual([again.capsule_id]);
    for (const who of [second, fourth]) await expect(analytics(who, first)).rejects.toMatchObject(gone);
  });

  it("closes when its source closes, in whatever way", async () => {
    const close: Record<string, (id: string) => Promise<unknown>> = {
      revoked: (id) => revoke(author, id),
      expired: (id) =>
        world.test.ownerQuery(`update palimpsest.capsule set expires_at = now() where memory_id = $1`, [id]),
      retracted: (id) =>
        world.test.ownerQuery(`update palimpsest.memory set retracted = true where id = $1`, [id]),
    };
    for (const [how, end] of Object.entries(close)) {
      const first = await create({ subject_id: how });
      const passed = await forward(second, first, "third");
      const again = await forward(third, passed.capsule_id, "fourth");
      await get(fourth, again.capsule_id);
      await end(first);
      await expect(get(fourth, again.capsule_id), how).rejects.toMatchObject(gone);
      await expect(get(third, passed.capsule_id), how).rejects.toMatchObject(gone);
      const closed = { status: "revoked", items: [], risks: [] };
      expect(await get(third, again.capsule_id), how).toMatchObject(closed);
      const { capsules } = await world.call("listCapsules", listCapsules, third, { limit: 200 });
      const listed = capsules.filter(({ capsule_id }) => capsule_id === again.capsule_id);
      expect(JSON.stringify(listed), how).not.toContain("complains");
    }
  });

  it("holds what its forwarder may still see, and is refused when nothing is left", async () => {
    const [kept, lost] = [await world.remember(author, "kept"), await world.remember(author, "lost")];
    const id = await create({ items: { chunks: [kept, lost] } });
    const quarantine = (memory: string) =>
      world.test.ownerQuery(`update palimpsest.memory set quarantined = true where id = $1`, [memory]);
    await quarantine(lost);
    expect((await forward(second, id, "third")).item_count).toBe(1);
    await quarantine(kept);
    await expect(forward(second, id, "third")).rejects.toMatchObject(gone);
  });

  it("can be forwarded sixteen times and no more", async () => {
    let id = await create({ audience_agent_ids: ["second"] });
    for (let hop = 1; hop <= 16; hop++) id = (await forward(second, id, "second")).capsule_id;
    await expect(forward(second, id, "second")).rejects.toMatchObject({ code: "FORBIDDEN" });
    await get(second, id);
  });
});
