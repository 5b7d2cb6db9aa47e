import { rolePermissions } from "@palimpsest/contract";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { authenticate } from "../identity/index.js";
import type { Settings } from "../services.js";
import { openTestMemory, type TestMemory, tenantA, tenantB } from "../testing/test-memory.js";
import { type JwksServer, startJwksServer } from "./testing/inputs/jwks-server.js";

const secret = "a secret of thirty-two bytes or more";
const soon = () => Math.floor(Date.now() / 1000) + 60;
const refused = { code: "UNAUTHENTICATED", status: 401 };

describe.each(engines)("tokens on $name", (engine) => {
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

  describe("tokens signed with a shared secret", () => {
    const token = (claims: object, key = secret, alg = "HS256") =>
      new SignJWT({ tenant_id: tenantA, sub: "jo", exp: soon(), ...claims })
        .setProtectedHeader({ alg })
        .sign(new TextEncoder().encode(key));
    const check = async (signed: Promise<string> | string, settings: Partial<Settings> = {}) =>
      bearer(await signed, { jwtSecret: secret, ...settings });

    it("carry tenant, principal, type, role, teams and scopes", async () => {
      const claims = { sub: "bot", type: "agent", role: "writer", teams: ["red"], scopes: ["memory:read"] };
      const who = await check(token(claims));
      expect(who).toMatchObject({
        tenantId: tenantA,
        id: "bot",
        type: "agent",
        role: "writer",
        teams: ["red"],
        via: "jwt",
      });
      expect([...who.permissions]).toEqual(["memory:read"]);
      expect(await check(token({ tenant_id: undefined, tenant: "other" }))).toMatchObject({
        tenantId: "other",
        role: "reader",
      });
    });

    it("grant no more than their scopes, in whichever form these are written", async () => {
      const held = async (scopes: unknown) => [
        ...(await check(token({ role: "admin", scopes }))).permissions,
      ];
      expect(await held("memory:read system:read")).toEqual(["memory:read", "system:read"]);
      expect(await held([])).toEqual([]);
      expect(await held(["openid"])).toEqual([]);
      expect(await held(undefined)).toEqual([...rolePermissions.admin]);
      for (const scopes of [5, { all: true }, [1], null])
        await expect(check(token({ scopes }))).rejects.toMatchObject(refused);
    });

    it("are refused when they are expired, forged or not ours", async () => {
      const cases: Record<string, Promise<string> | string> = {
        expired: token({ exp: soon() - 120 }),
        "without an expiry": token({ exp: undefined }),
        "not yet valid": token({ nbf: soon() + 3_600 }),
        "signed by another": token({}, "another secret of thirty-two bytes."),
        unsigned: new UnsecuredJWT({ tenant_id: tenantA, sub: "jo", exp: soon() }).encode(),
        "without a tenant": token({ tenant_id: undefined }),
        "with an empty tenant": token({ tenant_id: "" }),
        "with a list for a tenant": token({ tenant_id: [tenantA, tenantB] }),
        "with two lines for a tenant": token({ tenant_id: "x\ny" }),
        "without a subject": token({ sub: undefined }),
        "with a team for a subject": token({ sub: "team:red" }),
        "with an unknown role": token({ role: "root" }),
        "with an unknown type": token({ type: "god" }),
        "with its payload changed": token({}).then((t) =>
          t.replace(/\.[^.]+\./, `.${btoa('{"sub":"root"}')}.`),
        ),
        nonsense: "a.b.c",
      };
      for (const [what, signed] of Object.entries(cases))
        await expect(check(signed), what).rejects.toMatchObject(refused);
    });

    it("must name the audience and issuer that are configured", async () => {
      const settings = { jwtAudience: "palimpsest", jwtIssuer: "https://id.example" };
      await expect(
        check(token({ aud: "palimpsest", iss: "https://id.example" }), settings),
      ).resolves.toBeDefined();
      await expect(check(token({ iss: "https://id.example" }), settings)).rejects.toMatchObject(refused);
      await expect(check(token({ aud: "other", iss: "https://id.example" }), settings)).rejects.toMatchObject(
        refused,
      );
      await expect(
        check(token({ aud: "palimpsest", iss: "https://evil.example" }), settings),
      ).rejects.toMatchObject(refused);
    });

    it("are refused when no secret is configured", async () => {
      await expect(bearer(await token({}))).rejects.toMatchObject(refused);
    });
  });

  describe("tokens signed with a key server's key", () => {
    let server: JwksServer;
    beforeAll(async () => {
      server = await startJwksServer();
    });
    afterAll(() => server.close());
    afterEach(() => {
      server.mode = "keys";
    });
    const claims = { tenant_id: tenantA, sub: "jo" };
    // A set of keys is cached by its address, so each test asks at another one.
    const at = (query: string) => ({ jwksUrl: `${server.url}?${engine.name}-${query}` });

    it("are accepted when its key signed them", async () => {
      expect(await bearer(await server.sign(claims), at("good"))).toMatchObject({
        tenantId: tenantA,
        id: "jo",
      });
    });

    it("are refused when another key signed them or they name another algorithm", async () => {
      await expect(bearer(await server.sign(claims, { forged: true }), at("good"))).rejects.toMatchObject(
        refused,
      );
      await expect(bearer(await server.sign({ ...claims, exp: 1 }), at("good"))).rejects.toMatchObject(
        refused,
      );
      const confused = await new SignJWT({ ...claims, exp: soon() })
        .setProtectedHeader({ alg: "HS256", kid: "k1" })
        .sign(new TextEncoder().encode(await (await fetch(server.url)).text()));
      await expect(bearer(confused, at("good"))).rejects.toMatchObject(refused);
      await expect(
        bearer(new UnsecuredJWT({ ...claims, exp: soon() }).encode(), at("good")),
      ).rejects.toMatchObject(refused);
    });

    it("give an error that says so while the key server is down", async () => {
      const token = await server.sign(claims);
      for (const mode of ["error", "nonsense"] as const) {
        server.mode = mode;
        await expect(bearer(token, at(mode)), mode).rejects.toMatchObject({
          code: "UNAVAILABLE",
          retryAfter: 5,
        });
      }
      const nowhere = { jwksUrl: `http://127.0.0.1:1/${engine.name}` };
      await expect(bearer(token, nowhere)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    });
  });
});
