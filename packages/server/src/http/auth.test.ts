import { systemPrincipal } from "@palimpsest/core";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

const secret = "a secret that is long enough for HS256";
const sign = (claims: Record<string, unknown>, expires: string | number | undefined = "1h", key = secret) => {
  const token = new SignJWT({ tenant_id: "acme", type: "human", role: "admin", ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("ada");
  return (expires === undefined ? token : token.setExpirationTime(expires)).sign(
    new TextEncoder().encode(key),
  );
};

describe.each(engines)("with auth, on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine, { auth: "required", jwtSecret: secret });
  });
  afterAll(() => real.close());

  const status = (token: string | undefined, headers: Record<string, string> = {}) =>
    real.app.request("/api/v1/status", {
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });

  test("nobody is let in without a credential, whatever the X- headers say", async () => {
    const response = await status(undefined, { "x-tenant-id": "acme", "x-user-id": "ada" });
    expect(response.status).toBe(401);
  });

  test("a signed token says who calls; a header cannot change it", async () => {
    const response = await status(await sign({}), { "x-tenant-id": "other", "x-agent-id": "eve" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      you: { tenant_id: "acme", principal_id: "ada", type: "human" },
    });
  });

  test("expired, forged, unsigned, endless and broken tokens are all refused alike", async () => {
    const good = await sign({});
    const [head, body, signature] = good.split(".");
    const tokens = [
      await sign({}, Math.floor(Date.now() / 1_000) - 3_600),
      await sign({}, "1h", "another secret, just as long as the first"),
      await sign({ role: "emperor" }),
      await sign({ tenant_id: "a\nb" }),
      new UnsecuredJWT({ tenant_id: "acme", sub: "ada" }).setExpirationTime("1h").encode(),
      `${head}.${body}.`,
      `${head}.${body}.${signature?.slice(2)}`,
      `${head}.e30.${signature}`,
      "pal_nothing_of_the_kind",
      "x",
    ];
    const answers = await Promise.all(
      tokens.map(async (token) => {
        const response = await status(token);
        const { error } = (await response.json()) as { error: unknown };
        return JSON.stringify([response.status, error]);
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("401");
  });

  test("a key works until it is revoked, in its own tenant, within its role", async () => {
    const admin = { kind: "principal", principal: systemPrincipal("acme") } as const;
    const { output } = await real.memory.dispatch({
      operation: "createKey",
      input: { principal: "bot", type: "agent", role: "reader" },
      credential: admin,
      surface: "cli",
    });
    const you = await (await status(output.key)).json();
    expect(you).toMatchObject({
      you: { tenant_id: "acme", principal_id: "bot", type: "agent", role: "reader" },
    });
    const write = await real.app.request(
      "/api/v1/memories",
      post({ text: "x" }, { authorization: `Bearer ${output.key}` }),
    );
    expect(write.status).toBe(403);
    expect((await status(`${output.key.slice(0, -1)}${output.key.endsWith("a") ? "b" : "a"}`)).status).toBe(
      401,
    );
    await real.memory.dispatch({
      operation: "revokeKey",
      input: { key_id: output.key_id },
      credential: admin,
      surface: "cli",
    });
    expect((await status(output.key)).status).toBe(401);
    expect(real.logged.join("")).not.toContain(output.key);
  });

  test("a key that is made over REST is never more than its maker", async () => {
    const make = async (token: string, input: object) => {
      const response = await real.app.request(
        "/api/v1/keys",
        post({ type: "human", ...input }, { authorization: `Bearer ${token}` }),
      );
      return (await response.json()) as { key: string; key_id: string; error?: { code: string } };
    };
    const own = await make(await sign({ teams: ["red"] }), {
      principal: "ada",
      role: "admin",
      teams: ["red"],
    });
    const tries = [
      { principal: "bob" },
      { principal: "ada", teams: ["blue"] },
      { principal: "ada", expires_in_days: 3_000 },
      { principal: "ada", scopes: ["identity:impersonate"] },
    ];
    for (const input of tries) {
      expect(await make(own.key, input), JSON.stringify(input)).toMatchObject({
        error: { code: "FORBIDDEN" },
      });
    }
    const made = await make(own.key, { principal: "ada" });
    const revoked = await real.app.request(`/api/v1/keys/${own.key_id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${await sign({})}` },
    });
    expect(await revoked.json()).toMatchObject({ also_revoked: [made.key_id] });
    expect((await status(made.key)).status).toBe(401);
  });
});
