import { type Permission, permissions, type Role, rolePermissions, roles } from "@palimpsest/contract";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { authenticate, hashKey } from "../identity/index.js";
import type { Settings } from "../services.js";
import { admin, openTestMemory, type TestMemory, tenantA, tenantB } from "../testing/test-memory.js";
import { type JwksServer, startJwksServer } from "./testing/jwks-server.js";

const secret = "a secret of thirty-two bytes or more";
const soon = () => Math.floor(Date.now() / 1000) + 60;
const refused = { code: "UNAUTHENTICATED", status: 401 };

describe.each(engines)("identity on $name", (engine) => {
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

  describe("API keys", () => {
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

    it("are stored as a hash alone", async () => {
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

    it("end when they are revoked, at once", async () => {
      const { key_id, call } = await withKey({ role: "reader" });
      await expect(call("status", {})).resolves.toMatchObject({
        you: { principal_id: "kim", role: "reader" },
      });
      await memory.call(admin(), "revokeKey", { key_id });
      await expect(call("status", {})).rejects.toMatchObject(refused);
    });

    it("end when their time is over", async () => {
      const { key, key_id, expires_at } = await withKey({ expires_in_days: 1 });
      expect(Date.parse(expires_at!) - Date.now()).toBeGreaterThan(23 * 3_600_000);
      await expect(bearer(key)).resolves.toBeDefined();
      await memory.database.ownerQuery(
        `update palimpsest.api_key set expires_at = now() - interval '1 second' where key_id = $1`,
        [key_id],
      );
      await expect(bearer(key)).rejects.toMatchObject(refused);
    });

    it("are refused when they are wrong in any way", async () => {
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

    it("can do what their scopes leave of their role, and no more", async () => {
      const { key } = await withKey({ role: "writer", scopes: ["memory:read", "admin"] });
      expect([...(await bearer(key)).permissions]).toEqual(["memory:read"]);
      const { call } = await withKey({ role: "admin", scopes: ["memory:read"] });
      await expect(call("recall", { query: "x" })).resolves.toBeDefined();
      await expect(call("remember", { text: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(call("createKey", { principal: "more" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    });

    it("cannot be made in a team's name, nor used to see another tenant's", async () => {
      await expect(withKey({ principal: "team:red" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
      const { key_id } = await memory.call(admin(tenantB), "createKey", { principal: "eve" });
      await expect(memory.call(admin(), "revokeKey", { key_id })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
      expect(JSON.stringify(await memory.call(admin(), "listKeys", {}))).not.toContain("eve");
    });
  });

  describe("tokens by a shared secret", () => {
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

    it("leave no more than their scopes say, however they are written", async () => {
      const held = async (scopes: unknown) => [
        ...(await check(token({ role: "admin", scopes }))).permissions,
      ];
      expect(await held("memory:read system:read")).toEqual(["memory:read", "system:read"]);
      expect(await held([])).toEqual([]);
      expect(await held(["openid"])).toEqual([]);
      expect(await held(undefined)).toEqual([...permissions]);
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
        "with SQL for a tenant": token({ tenant_id: "x' or true--" }),
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

    it("are held to the audience and issuer that are set", async () => {
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

    it("are refused where no secret is set", async () => {
      await expect(bearer(await token({}))).rejects.toMatchObject(refused);
    });
  });

  describe("tokens by a key server", () => {
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

    it("are taken when its key signed them", async () => {
      expect(await bearer(await server.sign(claims), at("good"))).toMatchObject({
        tenantId: tenantA,
        id: "jo",
      });
    });

    it("are refused when another key did, or the alphabet of algorithms is bent", async () => {
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

    it("cannot be judged while it is down, and say so", async () => {
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

  it("takes the headers of local mode only where no auth is required", async () => {
    const local = { kind: "local" as const, tenantId: tenantB, agentId: "bot" };
    await expect(memory.as(local)("status", {})).rejects.toMatchObject(refused);
    await expect(memory.as({ kind: "none" })("status", {})).rejects.toMatchObject(refused);
    const open = { ...memory.services, settings: { auth: "none" as const } };
    expect(await authenticate(open, local)).toMatchObject({
      tenantId: tenantB,
      id: "bot",
      type: "agent",
      role: "writer",
    });
    expect(await authenticate(open, { kind: "local", userId: "ann" })).toMatchObject({
      type: "human",
      role: "reviewer",
    });
    expect(await authenticate(open, { kind: "local" })).toMatchObject({ type: "human", role: "admin" });
    for (const agentId of ["", "a b", "x'--", "a".repeat(129), "аdmin", "team:red"]) {
      await expect(authenticate(open, { kind: "local", agentId }), agentId).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
      });
    }
  });

  it("lets each role do what it may and nothing above it", async () => {
    const needed: Record<string, [Permission, object]> = {
      recall: ["memory:read", { query: "x" }],
      remember: ["memory:write", { text: "from a role" }],
      listEdits: ["memory:read", {}],
      approveEdit: ["edit:approve", { edit_id: "edt_none" }],
      createRule: ["rule:write", { content: "a rule" }],
      listAudit: ["audit:read", {}],
      listKeys: ["admin", {}],
    };
    for (const role of roles) {
      const { call } = await withKey({ principal: `a-${role}`, type: "human", role });
      for (const [operation, [permission, input]] of Object.entries(needed)) {
        const outcome = await call(operation as "recall", input).then(
          () => "done",
          (error: { code: string }) => error.code,
        );
        const may = (rolePermissions[role] as Permission[]).includes(permission);
        expect(outcome === "FORBIDDEN", `${role} ${operation}`).toBe(!may);
      }
    }
  });

  it("keeps rules, the global scope and what was retracted from those who may not", async () => {
    const as = async (role: Role, type: string) =>
      (await withKey({ principal: `${type}-${role}`, type, role })).call;
    const [robot, writer, reviewer] = [
      await as("admin", "agent"),
      await as("writer", "human"),
      await as("reviewer", "human"),
    ];
    await expect(robot("createRule", { content: "obey me" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const everywhere = { text: "for all", scope: "global" };
    await expect(writer("remember", everywhere)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writer("createDecision", { decision: "for all", scope: "global" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const event = {
      session_id: "s",
      channel: "private",
      actor_type: "human",
      actor_id: "x",
      kind: "message",
    };
    const global = { ...event, content: { text: "for all", scope: "global" } };
    await expect(writer("recordEvent", global)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(reviewer("remember", everywhere)).resolves.toMatchObject({ status: "created" });
    await expect(reviewer("remember", { text: "again", override_tombstone: true })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("sees no row of any tenant without one", async () => {
    const seen = await memory.services.db.anonymous((tx) =>
      tx.query<{
        n: string;
      }>(`select (select count(*) from palimpsest.memory) + (select count(*) from palimpsest.api_key)
        + (select count(*) from palimpsest.tenant) + (select count(*) from palimpsest.audit_entry) as n`),
    );
    expect(seen).toEqual([{ n: "0" }]);
  });
});
