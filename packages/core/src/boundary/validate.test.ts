import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { engines } from "../db/testing/index.js";
import { ageMemories } from "../policy/testing/age-memories.js";
import { newTenant } from "../policy/testing/tenants.js";
import type { Principal } from "../principal.js";
import { message } from "../testing/samples.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

const key = `ghp_${"aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4"}`;
const letter = "Write to ann@example.org";
const masked = "Write to [REDACTED:email]";

describe.each(engines)("a text at the boundary, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const validate = async (who: Principal, payload: string, more: object = {}) => {
    const answer = await memory.call(who, "validateBoundary", { payload, ...more });
    expect(answer.data.policy_version).toBe(answer.policy_version);
    const { policy_version: _, ...verdict } = answer.data;
    return verdict;
  };

  it("is allowed, masked or denied by its strictest class, which the audit log tells without the text", async () => {
    const { boss, bot } = newTenant(memory);
    expect(await validate(bot, letter, { allow: ["tool:contact-lookup"] })).toEqual({
      ...{ allowed: true, reason: "redacted", redacted: masked },
    });
    expect(await validate(bot, "Deploy on Friday", { allow: [] })).toEqual({
      allowed: true,
      reason: "allowed",
    });
    expect(await validate(bot, `${letter} ${key}`, { allow: ["tool:contact-lookup"] })).toEqual({
      ...{ allowed: false, reason: "denied_class: secret", redacted: `${masked} [REDACTED:secret]` },
    });
    expect(await validate(bot, "")).toEqual({ allowed: true, reason: "allowed" });
    await validate(bot, `It says [REDACTED:email] [REDACTED:email]. ${letter}`, {
      allow: ["tool:contact-lookup"],
    });
    const { entries } = await memory.call(boss, "listAudit", { operation: "validateBoundary" });
    expect(entries.map((one) => [one.decision, one.reason, one.boundary_class, one.redacted_count])).toEqual([
      ["redacted", "redacted", "pii", 1],
      ["allowed", "allowed", "public", 0],
      ["denied", "denied_class: secret", "secret", 2],
      ["allowed", "allowed", "public", 0],
      ["redacted", "redacted", "pii", 1],
    ]);
    expect(JSON.stringify(entries)).not.toContain("example.org");
  });

  it("counts only the tags that the credential was granted", async () => {
    const { bot } = newTenant(memory);
    const keyed: Principal = { ...bot, via: "key", grants: ["tool:*"] };
    expect(await validate(keyed, letter, { allow: ["answer:task", "tool:contact-lookup"] })).toMatchObject({
      allowed: true,
    });
    expect(await validate(keyed, letter)).toMatchObject({ allowed: false });
    await expect(validate(keyed, letter, { allow: ["answer:task"] })).rejects.toMatchObject({
      ...{ code: "BOUNDARY_DENIED", status: 403 },
    });
    await expect(validate(bot, letter, { scope: "planet" })).rejects.toMatchObject({
      ...{ code: "INVALID_SCOPE", status: 422 },
    });
    await expect(validate(bot, letter, { scope: 7 })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(validate(bot, letter, { scope: "planet", more: 1 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  it("waits for another person, whose approval holds for the same text of the same caller until it ends", async () => {
    const { boss, ann, bot } = newTenant(memory);
    const ask = (who = bot, payload = letter) => validate(who, payload, { allow: ["answer:task"] });
    const first = await ask();
    expect(first).toEqual({
      allowed: false,
      reason: expect.stringMatching(/^human_review: esc_\d+$/),
      redacted: masked,
    });
    const escalation_id = first.reason.split(" ")[1]!;
    expect(await ask()).toEqual(first);
    const { data } = await memory.call(ann, "listEscalations", {});
    expect(data.escalations).toMatchObject([
      {
        ...{ escalation_id, status: "pending", requested_by: `agent:${bot.id}`, boundary_class: "pii" },
        ...{ allow: ["answer:task"], scope: "project", found: ["email"], decided_by: null },
      },
    ]);
    expect(JSON.stringify(data)).not.toContain("ann@example");
    await expect(
      memory.call(bot, "approveEscalation", { escalation_id, reason: "fine" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    const approved = await memory.call(ann, "approveEscalation", {
      escalation_id,
      reason: "fine",
      expires_in: "1h",
    });
    expect(approved.data).toMatchObject({ escalation_id, status: "approved" });
    expect(await ask()).toEqual({ allowed: true, reason: "redacted", redacted: masked });
    expect((await ask(bot, `${letter} now`)).allowed).toBe(false);
    expect((await ask(boss)).allowed).toBe(false);
    await memory.database.ownerQuery(
      `update palimpsest.boundary_escalation set expires_at = now() - interval '1 second' where escalation_id = $1`,
      [escalation_id],
    );
    const again = await ask();
    expect(again.allowed).toBe(false);
    expect(again.reason).not.toBe(first.reason);
    const next = again.reason.split(" ")[1]!;
    await memory.call(boss, "rejectEscalation", { escalation_id: next, reason: "no" });
    expect(await ask()).toEqual({ allowed: false, reason: "denied_class: pii", redacted: masked });
    await expect(
      memory.call(boss, "approveEscalation", { escalation_id: next, reason: "yes" }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("is not allowed by who wants to send it", async () => {
    const { ann } = newTenant(memory);
    const { reason } = await validate(ann, letter, { allow: ["answer:task"] });
    const escalation_id = reason.split(" ")[1]!;
    await expect(
      memory.call(ann, "approveEscalation", { escalation_id, reason: "mine" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("asks one person once when two calls come at the same time", async () => {
    const { bot } = newTenant(memory);
    const all = await Promise.all([1, 2, 3].map(() => validate(bot, letter, { allow: ["answer:task"] })));
    expect(new Set(all.map(({ reason }) => reason)).size).toBe(1);
  });

  it("is stopped by a censor in force, and nothing is counted", async () => {
    const { ann, bot } = newTenant(memory);
    const made = await memory.call(ann, "addCensor", {
      ...{
        trigger_pattern: "merger with Heron",
        reason: "not public",
        action: "block",
        visibility: "tenant",
      },
    });
    const text = "The Merger with Heron, ask ann@example.org";
    expect(await validate(bot, text, { allow: ["tool:contact-lookup"] })).toEqual({
      ...{ allowed: false, reason: `denied_censor: ${made.id}` },
      redacted: "The Merger with Heron, ask [REDACTED:email]",
    });
    expect(await memory.call(ann, "getCensor", { censor_id: made.id })).toMatchObject({
      activation_count: 0,
    });
    // Nobody is asked about what is forbidden anyway.
    expect((await validate(bot, text, { allow: ["answer:task"] })).reason).toBe(`denied_censor: ${made.id}`);
    await memory.call(ann, "deactivateCensor", { censor_id: made.id });
    expect(await validate(bot, text, { allow: ["tool:contact-lookup"] })).toMatchObject({ allowed: true });
    // Also by one on what is masked before anybody else sees it.
    const personal = await memory.call(ann, "addCensor", {
      ...{ trigger_pattern: "ann@example.org", reason: "she left", action: "absolute", visibility: "tenant" },
    });
    expect(await validate(bot, letter, { allow: ["tool:contact-lookup"] })).toEqual({
      ...{ allowed: false, reason: `denied_censor: ${personal.id}`, redacted: masked },
    });
  });

  it.each([
    ["class", "channels: { private: { clearance: internal } }"],
    ["age", "scopes: { project: { ttl: 1h } }\nretention: { exempt_kinds: [] }"],
    ["invariant", `invariants: [{ name: a, applies_to: [principle], on: [read], rule: "kind != 'censor'" }]`],
  ])("is stopped by a censor that the caller may not read because of its %s", async (_, policy) => {
    const { boss, ann, bot, set } = newTenant(memory);
    const { id: censor_id } = await memory.call(ann, "addCensor", {
      ...{ trigger_pattern: "sell the heron", reason: "Ask kim@example.org", action: "block" },
      ...{ visibility: "tenant", scope: "project" },
    });
    const text = "We sell the heron on Friday";
    await memory.call(bot, "recordEvent", message(text, { session_id: "s", channel: "public" }));
    await set(policy);
    await ageMemories(memory, [censor_id]);
    for (const who of [ann, bot]) {
      await expect(memory.call(who, "getCensor", { censor_id })).rejects.toMatchObject({ code: "NOT_FOUND" });
      const verdict = await validate(who, text);
      expect(verdict).toMatchObject({ allowed: false, reason: "denied_censor: withheld" });
      const checked = await memory.call(who, "checkCensors", { text });
      expect(checked).toMatchObject({ matches: [], action: "block", allowed: false, withheld_count: 1 });
      for (const channel of ["private", "team"] as const) {
        const { acb } = await memory.call(who, "buildAcb", { session_id: "s", channel, query: "heron" });
        expect(acb.omissions).toContainEqual(expect.objectContaining({ reason: "censored" }));
        expect(acb.prompt).not.toContain("sell the heron");
        expect(JSON.stringify([verdict, checked, acb])).not.toMatch(`${censor_id}|kim@example`);
      }
    }
    const { entries } = await memory.call(boss, "listAudit", { operation: "validateBoundary" });
    expect(entries.at(-1)!.ids).toEqual([censor_id]);
    await memory.call(boss, "applyEdit", {
      ...{ target_type: "censor", target_id: censor_id, op: "quarantine", patch: {}, reason: "a test" },
    });
    expect(await validate(bot, text)).toMatchObject({ allowed: true });
    const after = await memory.call(bot, "checkCensors", { text });
    expect(after).toMatchObject({ matches: [], action: "none" });
    const { acb } = await memory.call(ann, "buildAcb", {
      ...{ session_id: "s", channel: "private", query: "heron", include_quarantined: true },
    });
    expect(acb.prompt).toContain("sell the heron");
  });

  it("is given to the embedder only if there is a censor to compare it with", async () => {
    const { ann, bot } = newTenant(memory);
    const embed = vi.spyOn(memory.services.embedder, "embed");
    await validate(bot, "The merger is on", { allow: [] });
    expect(embed).not.toHaveBeenCalled();
    await memory.call(ann, "addCensor", {
      ...{ trigger_pattern: "takeover", reason: "not public", action: "block", visibility: "tenant" },
    });
    embed.mockClear();
    await validate(bot, "The merger is on", { allow: [] });
    expect(embed).toHaveBeenCalled();
    embed.mockRestore();
  });

  it("follows the tenant's own classes and rules", async () => {
    const { ann, bot, set } = newTenant(memory);
    await set(`
boundary_classes:
  pii: { escalation: deny }
  internal: { allow: [], escalation: human_review }
redact_policies:
  default:
    rules: [{ name: badge, find: 'EMP-\\d{4}', replace: '[BADGE]', class: internal }]
`);
    expect(await validate(bot, letter, { allow: ["answer:task"] })).toMatchObject({
      reason: "denied_class: pii",
    });
    const ask = () => validate(bot, "EMP-1234 is in", { allow: ["answer:task"] });
    const { reason, ...stopped } = await ask();
    expect(stopped).toEqual({ allowed: false, redacted: "[BADGE] is in" });
    await memory.call(ann, "approveEscalation", { escalation_id: reason.split(" ")[1]!, reason: "fine" });
    // No tag opens the class, and it masks nothing: the approval alone lets the text go as it is.
    expect(await ask()).toEqual({ allowed: true, reason: "allowed" });
  });
});
