import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import type { Principal } from "../principal.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

const letter = "Write to ann@example.org";

describe.each(engines)("a text that waits for a person, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const validate = async (who: Principal, payload: string, more: object = {}) =>
    (await memory.call(who, "validateBoundary", { payload, ...more })).data;

  it("is stopped again once the approval is revoked, and another person may be asked again", async () => {
    const { boss, ann, bot } = newTenant(memory);
    const ask = () => validate(bot, letter, { allow: ["answer:task"] });
    const escalation_id = (await ask()).reason.split(" ")[1]!;
    const given = { escalation_id, reason: "It was a mistake" };
    const revoke = (who = boss) => memory.call(who, "revokeEscalation", given);
    await expect(revoke()).rejects.toMatchObject({ code: "CONFLICT" });
    await memory.call(ann, "approveEscalation", { escalation_id, reason: "fine" });
    expect((await ask()).allowed).toBe(true);
    await expect(revoke(bot)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { data } = await revoke();
    expect(data).toMatchObject({ escalation_id, status: "revoked", expires_at: expect.any(String) });
    expect((await revoke()).data).toEqual(data);
    await memory.database.ownerQuery(
      `insert into palimpsest.boundary_escalation
       select (jsonb_populate_record(e, '{"escalation_id": "esc_before", "status": "approved"}'::jsonb
         || jsonb_build_object('created_at', e.created_at - interval '1 hour', 'expires_at', now() + interval '1 day'))).*
       from palimpsest.boundary_escalation e where e.escalation_id = $1`,
      [escalation_id],
    );
    const again = await ask();
    expect(again.allowed, "nor by an approval of before").toBe(false);
    expect(again.reason).toMatch(/^human_review: esc_/);
    expect(again.reason).not.toContain(escalation_id);
    const { data: listed } = await memory.call(boss, "listEscalations", { status: "revoked" });
    expect(listed.escalations).toMatchObject([
      { escalation_id, reason: "It was a mistake", decided_by: `human:${boss.id}` },
    ]);
  });

  it("is allowed for what was asked alone, and not for other tags or another scope", async () => {
    const { ann, bot } = newTenant(memory);
    const asked = { allow: ["answer:task", "answer:mail"] };
    const idOf = ({ reason }: { reason: string }) => reason.split(" ")[1]!;
    const escalation_id = idOf(await validate(bot, letter, asked));
    await memory.call(ann, "approveEscalation", { escalation_id, reason: "fine" });
    for (const same of [asked, { allow: ["answer:mail", "answer:task", "answer:mail"], scope: "project" }]) {
      expect((await validate(bot, letter, same)).allowed, JSON.stringify(same)).toBe(true);
    }
    const others = [
      ...[{ allow: ["answer:task"] }, { allow: [...asked.allow, "answer:*"] }, { allow: [] }],
      ...[
        { ...asked, scope: "principle" },
        { ...asked, scope: "session" },
      ],
    ];
    const waiting = new Set<string>();
    for (const other of others) {
      const { allowed, reason } = await validate(bot, letter, other);
      expect(allowed, JSON.stringify(other)).toBe(false);
      waiting.add(idOf({ reason }));
    }
    expect(waiting.size, "each is a question of its own").toBe(others.length);
    expect(waiting).not.toContain(escalation_id);
    const rejected = [...waiting][0]!;
    await memory.call(ann, "rejectEscalation", { escalation_id: rejected, reason: "no" });
    expect((await validate(bot, letter, asked)).allowed).toBe(true);
    const service: Principal = { ...bot, type: "service", id: "crm" };
    expect((await validate(service, letter, asked)).allowed, "nor by another principal").toBe(false);
  });

  it("cannot be approved once more when the approval is over", async () => {
    const tenant = newTenant(memory);
    const { ann, bot } = tenant;
    const ask = () => validate(bot, letter, { allow: ["answer:task"] });
    const escalation_id = (await ask()).reason.split(" ")[1]!;
    const approve = () => memory.call(ann, "approveEscalation", { escalation_id, reason: "fine" });
    const { data } = await approve();
    expect((await approve()).data, "while it holds, the same answer").toEqual(data);
    const over = { code: "CONFLICT", status: 409, message: expect.stringContaining("has expired") };
    const ended = (column: string) =>
      memory.database.ownerQuery(
        `update palimpsest.boundary_escalation set ${column} = ${column} - interval '3 days' where escalation_id = $1`,
        [escalation_id],
      );
    await tenant.set("escalations: { max_duration: 2d }");
    await ended("decided_at");
    await expect(approve()).rejects.toMatchObject(over);
    await tenant.set("escalations: { max_duration: 30d }");
    expect((await approve()).data).toEqual(data);
    await ended("expires_at");
    await expect(approve()).rejects.toMatchObject(over);
    expect((await ask()).reason).not.toContain(escalation_id);
  });

  it("is allowed for as long as the policy lets, also if that is shortened later", async () => {
    const tenant = newTenant(memory);
    const { ann, bot } = tenant;
    const ask = (payload = letter) => validate(bot, payload, { allow: ["answer:task"] });
    await tenant.set("escalations: { max_duration: 2h }");
    const escalation_id = (await ask()).reason.split(" ")[1]!;
    const approve = (expires_in?: string) =>
      memory.call(ann, "approveEscalation", {
        escalation_id,
        reason: "fine",
        ...(expires_in && { expires_in }),
      });
    await expect(approve("3h")).rejects.toMatchObject({
      ...{ code: "VALIDATION_ERROR", details: [{ path: "expires_in" }] },
    });
    const { data } = await approve();
    const hours = (Date.parse(data.expires_at!) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(1);
    expect(hours).toBeLessThan(2.1);
    expect((await ask()).allowed).toBe(true);
    await memory.database.ownerQuery(
      `update palimpsest.boundary_escalation set decided_at = decided_at - interval '1 hour' where escalation_id = $1`,
      [escalation_id],
    );
    await tenant.set("escalations: { max_duration: 30m }");
    expect((await ask()).allowed).toBe(false);
  });

  it("is denied without asking while too many of the caller's texts wait", async () => {
    const tenant = newTenant(memory);
    const { ann, bot, boss } = tenant;
    await tenant.set("escalations: { max_pending: 2 }");
    const ask = (who: Principal, n: number) => validate(who, `${letter} ${n}`, { allow: ["answer:task"] });
    const first = await ask(bot, 1);
    await ask(bot, 2);
    expect(await ask(bot, 3)).toMatchObject({ allowed: false, reason: "denied_review_full" });
    expect(await ask(bot, 1)).toEqual(first);
    expect((await ask(boss, 3)).reason).toMatch(/^human_review: /);
    const escalation_id = first.reason.split(" ")[1]!;
    await memory.call(ann, "rejectEscalation", { escalation_id, reason: "no" });
    expect((await ask(bot, 3)).reason).toMatch(/^human_review: /);
  });
});
