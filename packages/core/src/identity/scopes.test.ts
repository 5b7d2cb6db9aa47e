import { rolePermissions } from "@palimpsest/contract";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { admin, openTestMemory, type TestMemory, tenantA } from "../testing/test-memory.js";
import { authenticate } from "./index.js";

const jwtSecret = "a secret of thirty-two bytes or more";

describe.each(engines)("scopes on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { settings: { auth: "required", jwtSecret } });
  });
  afterAll(() => memory.close());

  const held = async (token: string) => [
    ...(await authenticate(memory.services, { kind: "bearer", token })).permissions,
  ];
  const key = async (scopes: object) =>
    (await memory.call(admin(), "createKey", { principal: "kim", role: "admin", ...scopes })).key;
  const token = (scopes: object) =>
    new SignJWT({ tenant_id: tenantA, sub: "jo", role: "admin", ...scopes })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1m")
      .sign(new TextEncoder().encode(jwtSecret));

  it("that are left out leave the whole role, for a key and for a token", async () => {
    expect(await held(await key({}))).toEqual(rolePermissions.admin);
    expect(await held(await token({}))).toEqual(rolePermissions.admin);
  });

  it("of a token never give it what its role lacks", async () => {
    expect(await held(await token({ scopes: "memory:read identity:impersonate" }))).toEqual(["memory:read"]);
  });

  it("given as an empty list are refused for a key, and leave a token no permission", async () => {
    await expect(key({ scopes: [] })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("left out for the whole role"),
    });
    expect(await held(await token({ scopes: [] }))).toEqual([]);
    expect(await held(await token({ scopes: "" }))).toEqual([]);
  });
});
