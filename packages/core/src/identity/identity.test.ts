import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { admin, openTestMemory, type TestMemory, tenantA } from "../testing/test-memory.js";
import { authenticate, type Credential, systemPrincipal } from "./index.js";

const jwtSecret = "a secret of thirty-two bytes or more";

describe.each(engines)("identity on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { settings: { jwtSecret } });
  });
  afterAll(() => memory.close());

  const enter = (credential: Credential) => authenticate(memory.services, credential);
  const token = async (claims: object): Promise<Credential> => ({
    kind: "bearer",
    token: await new SignJWT({ tenant_id: tenantA, ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1m")
      .sign(new TextEncoder().encode(jwtSecret)),
  });

  it("refuses an agent that uses a person's id, at every surface and also when it was just used", async () => {
    await enter({ kind: "local", tenantId: tenantA, userId: "eve" });
    const message = expect.stringContaining("eve is the id of a person here");
    await expect(enter({ kind: "local", tenantId: tenantA, agentId: "eve" })).rejects.toMatchObject({
      code: "FORBIDDEN",
      message,
    });
    await expect(
      memory.call(admin(), "createKey", { principal: "eve", type: "agent" }),
    ).rejects.toMatchObject({ code: "CONFLICT", message });
    await expect(enter(await token({ sub: "eve", type: "agent" }))).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message,
    });
    await enter(await token({ sub: "eve" }));
    await memory.call(admin(), "createKey", { principal: "eve", type: "human" });
    await enter({ kind: "local", agentId: "eve" });
  });

  it("refuses a person who uses an agent's id, and locks the operator out by no name", async () => {
    await memory.call(admin(), "createKey", { principal: "rob", type: "agent" });
    await expect(enter({ kind: "local", tenantId: tenantA, userId: "rob" })).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("rob is the id of an agent here"),
    });
    await memory.call(admin(), "createKey", { principal: "operator", type: "agent" });
    await enter({ kind: "principal", principal: systemPrincipal(tenantA) });
  });

  it("refuses a caller who is called like a key, which the audit log would keep", async () => {
    const agentId = `ghp_${"aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4"}`;
    const refused = { code: "VALIDATION_ERROR", message: expect.stringContaining("looks like a password") };
    await expect(enter({ kind: "local", agentId })).rejects.toMatchObject(refused);
    await expect(enter({ kind: "local", userId: agentId })).rejects.toMatchObject(refused);
    await enter({ kind: "local", agentId: "ghp-watcher" });
  });

  it.each([
    ["a principal called like a team", { sub: "team:x" }],
    ["a principal called like the worker", { sub: "palimpsest-worker" }],
    ["a team with a NUL", { sub: "jo", teams: ["a\0b"] }],
    ["a team with half a character", { sub: "jo", teams: ["\ud800"] }],
    ["a grant with a NUL", { sub: "jo", grants: ["a\0b"] }],
  ])("takes no token for %s", async (_, claims) => {
    await expect(enter(await token(claims))).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("accepts a token that also holds another system's scopes", async () => {
    const { permissions } = await enter(
      await token({ sub: "jo", scopes: "openid https://x.org/a memory:read" }),
    );
    expect([...permissions]).toEqual(["memory:read"]);
  });
});
