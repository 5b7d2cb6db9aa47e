import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { authenticate, hashKey } from "../identity/index.js";
import type { Settings } from "../services.js";
import { admin, openTestMemory, type TestMemory, tenantA, tenantB } from "../testing/test-memory.js";

const refused = { code: "UNAUTHENTICATED", status: 401 };

describe.each(engines)("API keys on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { settings: { auth: "required" } });
  });
  afterAll(() => memory.close());

  const bearer = (token: string, settings: Partial<Settings> = {}) =>
    authenticate(
      { ...memory.services, settings: { auth: "required", ...settings } },
      { kind: "bearer", token },
    );
  const withKey = async (input: object) => {
    const created = await memory.call(admin(), "createKey", { principal: "kim", ...input } as never);
    return { ...created, call: memory.as({ kind: "bearer", token: created.key }) };
  };

  it("carry tenant, principal, type, role, teams and grants", async () => {
    const { key } = await withKey({
      principal: "mail",
      type: "service",
      role: "reviewer",
      teams: ["red"],
      grants: ["tool:mail"],
    });
    expect(await bearer(key)).toMatchObject({
      tenantId: tenantA,
      id: "mail",
      type: "service",
      role: "reviewer",
      teams: ["red"],
      grants: ["tool:mail"],
      via: "key",
    });
  });

  it("are stored only as a hash", async () => {
    const { key, key_id } = await withKey({});
    const [row] = await memory.database.ownerQuery<{ all: string; hash: Buffer }>(
      `select k::text as all, hash from palimpsest.api_key k where key_id = $1`,
      [key_id],
    );
    expect(row?.hash.equals(hashKey(key))).toBe(true);
    expect(row?.all).not.toContain(key.slice(4));
    expect(JSON.stringify(await memory.call(admin(), "listKeys", {}))).not.toContain(key.slice(4, 20));
    await memory.services.audit.flush();
    const [log] = await memory.database.ownerQuery<{ n: string }>(
      `select count(*) as n from palimpsest.audit_entry a where a::text like '%' || $1 || '%'`,
      [key.slice(4)],
    );
    expect(Number(log?.n)).toBe(0);
  });

  it("stop working at once when they are revoked", async () => {
    const { key_id, call } = await withKey({ role: "reader" });
    await expect(call("status", {})).resolves.toMatchObject({
      you: { principal_id: "kim", role: "reader" },
    });
    await memory.call(admin(), "revokeKey", { key_id });
    await expect(call("status", {})).rejects.toMatchObject(refused);
  });

  it("stop working when they expire", async () => {
    const { key, key_id, expires_at } = await withKey({ expires_in_days: 1 });
    expect(Date.parse(expires_at!) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await expect(bearer(key)).resolves.toBeDefined();
    await memory.database.ownerQuery(
      `update palimpsest.api_key set expires_at = now() - interval '1 second' where key_id = $1`,
      [key_id],
    );
    await expect(bearer(key)).rejects.toMatchObject(refused);
  });

  it("are refused when they are malformed, unknown or changed", async () => {
    const { key } = await withKey({});
    const flipped = key.slice(0, -2) + (key.at(-2) === "A" ? "B" : "A") + key.slice(-1);
    for (const token of [
      flipped,
      key.slice(0, -1),
      `${key}x`,
      `${key}\n`,
      "pal_",
      `pal_${"A".repeat(43)}`,
      `pal_${"A".repeat(1e6)}`,
      "pal_\u0000",
      key.toUpperCase(),
      "",
      " ",
      "null",
      "Bearer",
      "' or 1=1--",
    ]) {
      await expect(bearer(token), token.slice(0, 20)).rejects.toMatchObject(refused);
    }
  });

  it("may do what both their role and their scopes allow, and no more", async () => {
    const { key } = await withKey({ role: "writer", scopes: ["memory:read", "admin"] });
    expect([...(await bearer(key)).permissions]).toEqual(["memory:read"]);
    const { call } = await withKey({ role: "admin", scopes: ["memory:read"] });
    await expect(call("recall", { query: "x" })).resolves.toBeDefined();
    await expect(call("remember", { text: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(call("createKey", { principal: "more" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("cannot be made for a team's name, nor list another tenant's keys", async () => {
    await expect(withKey({ principal: "team:red" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const { key_id } = await memory.call(admin(tenantB), "createKey", { principal: "eve" });
    await expect(memory.call(admin(), "revokeKey", { key_id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(JSON.stringify(await memory.call(admin(), "listKeys", {}))).not.toContain("eve");
  });
});
