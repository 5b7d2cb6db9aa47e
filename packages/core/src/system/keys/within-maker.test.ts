import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { authenticate } from "../../identity/index.js";
import { admin, openTestMemory, type TestMemory, tenantA } from "../../testing/test-memory.js";

const jwtSecret = "a secret of thirty-two bytes or more";
const refused = { code: "FORBIDDEN", message: expect.stringContaining("more than its maker") };
const day = 86_400_000;

describe.each(engines)("a key and its maker on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { settings: { auth: "required", jwtSecret } });
  });
  afterAll(() => memory.close());

  const as = (token: string) => memory.as({ kind: "bearer", token });
  const bearer = (token: string) => authenticate(memory.services, { kind: "bearer", token });
  /** A key that the operator has made. */
  const made = (input: object) =>
    memory.call(admin(), "createKey", { principal: "kim", role: "admin", type: "human", ...input });
  const kims = (input: object = {}) => ({ principal: "kim", type: "human", role: "admin", ...input });

  it("has no permission that its maker lacks", async () => {
    const { key } = await made({ scopes: ["admin", "memory:read"] });
    const make = (input: object) => as(key)("createKey", { principal: "kim", type: "human", ...input });
    await expect(make({ role: "admin" })).rejects.toMatchObject(refused);
    await expect(make({})).rejects.toMatchObject(refused);
    await expect(make({ scopes: ["memory:read", "memory:write"] })).rejects.toMatchObject(refused);
    const less = await make({ role: "admin", scopes: ["memory:read"] });
    expect([...(await bearer(less.key)).permissions]).toEqual(["memory:read"]);
  });

  it("is of the same principal, teams and grants", async () => {
    const { key } = await made({ scopes: ["admin", "memory:read"], teams: ["red"], grants: ["mail"] });
    const make = (input: object) => as(key)("createKey", kims({ scopes: ["memory:read"], ...input }));
    await expect(make({ principal: "lee" })).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("identity:impersonate"),
    });
    await expect(make({ teams: ["blue"] })).rejects.toMatchObject(refused);
    await expect(make({ teams: ["red", "blue"] })).rejects.toMatchObject(refused);
    await expect(make({ grants: ["phone"] })).rejects.toMatchObject(refused);
    const same = await make({ teams: ["red"], grants: ["mail"] });
    expect(await bearer(same.key)).toMatchObject({ id: "kim", teams: ["red"], grants: ["mail"] });
  });

  it("expires when its maker does, or before", async () => {
    const maker = await made({ expires_in_days: 2 });
    const make = (input: object) => as(maker.key)("createKey", kims(input));
    expect((await make({})).expires_at).toBe(maker.expires_at);
    expect(Date.parse((await make({ expires_in_days: 1 })).expires_at!)).toBeLessThan(
      Date.parse(maker.expires_at!) - day / 2,
    );
    await expect(make({ expires_in_days: 2 })).rejects.toMatchObject(refused);
    await expect(make({ expires_in_days: 400 })).rejects.toMatchObject(refused);
  });

  it("made with a token expires with the token", async () => {
    const exp = Math.floor(Date.now() / 1_000) + 600;
    const token = await new SignJWT({ tenant_id: tenantA, sub: "jo", role: "admin", teams: ["red"], exp })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(jwtSecret));
    const make = (input: object) => as(token)("createKey", { principal: "jo", type: "human", ...input });
    expect((await make({ teams: ["red"] })).expires_at).toBe(new Date(exp * 1_000).toISOString());
    await expect(make({ expires_in_days: 1 })).rejects.toMatchObject(refused);
    await expect(make({ teams: ["blue"] })).rejects.toMatchObject(refused);
    await expect(make({ principal: "kim" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(make({ scopes: ["identity:impersonate"] })).rejects.toMatchObject(refused);
  });

  it("is revoked with its maker, through every generation, unless that is kept", async () => {
    const first = await made({});
    const second = await as(first.key)("createKey", kims());
    const third = await as(second.key)("createKey", kims());
    const other = await made({});
    expect(await memory.call(admin(), "revokeKey", { key_id: second.key_id, keep_made: true })).toMatchObject(
      { also_revoked: [] },
    );
    await expect(as(third.key)("status", {})).resolves.toBeDefined();
    expect(await memory.call(admin(), "revokeKey", { key_id: first.key_id })).toMatchObject({
      also_revoked: [third.key_id],
    });
    await expect(as(third.key)("status", {})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(as(other.key)("status", {})).resolves.toBeDefined();
  });

  it("is listed with who made it, and by which key", async () => {
    const first = await made({});
    const second = await as(first.key)("createKey", kims());
    const { keys } = await memory.call(admin(), "listKeys", {});
    const listed = (id: string) => keys.find(({ key_id }) => key_id === id);
    expect(listed(first.key_id)).toMatchObject({ made_by: "human:local", made_by_key: null });
    expect(listed(second.key_id)).toMatchObject({ made_by: "human:kim", made_by_key: first.key_id });
  });

  it("is not made while its maker is being revoked", async () => {
    const maker = await made({});
    const who = await bearer(maker.key);
    await memory.call(admin(), "revokeKey", { key_id: maker.key_id });
    const late = memory.call(who, "createKey", { principal: "kim", type: "human", role: "admin" });
    await expect(late).rejects.toThrow();
    const { keys } = await memory.call(admin(), "listKeys", {});
    expect(keys.filter(({ made_by_key }) => made_by_key === maker.key_id)).toEqual([]);
  });
});
