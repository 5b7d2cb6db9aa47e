import { type Permission, type Role, rolePermissions, roles } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { authenticate } from "../identity/index.js";
import { admin, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";

const refused = { code: "UNAUTHENTICATED", status: 401 };

describe.each(engines)("permissions on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { settings: { auth: "required" } });
  });
  afterAll(() => memory.close());

  const withKey = async (input: object) => {
    const created = await memory.call(admin(), "createKey", { principal: "kim", ...input } as never);
    return { ...created, call: memory.as({ kind: "bearer", token: created.key }) };
  };

  it("accepts the headers of local mode only where no auth is required", async () => {
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
    for (const agentId of ["", " a", "a\nb", "a".repeat(257), "\u202ea", "team:red"]) {
      await expect(authenticate(open, { kind: "local", agentId }), agentId).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
      });
    }
  });

  it("lets each role do what its permissions allow and nothing else", async () => {
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

  it("refuses rules, the global scope and retracted text to those without the permission", async () => {
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

  it("shows no row of any tenant to a transaction without a tenant", async () => {
    const seen = await memory.services.db.anonymous((tx) =>
      tx.query<{
        n: string;
      }>(`select (select count(*) from palimpsest.memory) + (select count(*) from palimpsest.api_key)
        + (select count(*) from palimpsest.tenant) + (select count(*) from palimpsest.audit_entry) as n`),
    );
    expect(seen).toEqual([{ n: "0" }]);
  });
});
