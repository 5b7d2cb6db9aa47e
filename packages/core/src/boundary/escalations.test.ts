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
