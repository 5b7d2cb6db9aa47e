import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { wholePolicy } from "../../../core/src/policy/testing/whole-policy.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

describe.each(engines)("the policy over HTTP on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());
  const call = async (path: string, init?: RequestInit) => {
    const response = await real.app.request(path, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const apply = (yaml: string, more: object = {}) => call("/v1/policy/apply", post({ yaml, ...more }));

  test("is read and applied, and errors name the version under which they arose", async () => {
    const inForce = async () => (await call("/v1/policy")).body.data;
    expect(await inForce()).toMatchObject({ version: "0.0.0-default" });
    const missing = () => call("/api/v1/memories/chk_none/history");
    expect((await missing()).body.policy_version).toBe("0.0.0-default");
    expect(await apply(wholePolicy("version: 3"))).toMatchObject({
      status: 200,
      body: { data: { version: "3.0.0" } },
    });
    expect(await inForce()).toMatchObject({ version: "3.0.0", source: "tenant" });
    expect((await missing()).body).toMatchObject({ error: { code: "NOT_FOUND" }, policy_version: "3.0.0" });
  });

  test("must say its scopes and classes", async () => {
    expect(await apply("version: 9")).toMatchObject({
      status: 422,
      body: {
        error: { code: "INVALID_POLICY", details: [{ path: "scopes" }, { path: "boundary_classes" }] },
      },
    });
  });

  test("is refused with 422 and its line, or with 409 if another one is in force", async () => {
    expect(await apply("version: 9\nlimit: 1")).toMatchObject({
      status: 422,
      body: {
        error: {
          code: "INVALID_POLICY",
          details: [{ path: "limit", message: "limit is not a field here (line 2)" }],
        },
      },
    });
    expect(await apply(wholePolicy("version: 9"), { expected_version: "8" })).toMatchObject({
      status: 409,
      body: { error: { code: "CONFLICT" } },
    });
    expect(await apply(`version: 9\n# ${"x".repeat(1_000_000)}`)).toMatchObject({ status: 413 });
  });

  test("refuses everything else with 424 while it cannot be read", async () => {
    const [row] = await real.test.ownerQuery<{ tenant_id: string; seq: string }>(
      `insert into palimpsest.policy (tenant_id, version, source, document, applied_by)
       select tenant_id, '10.0.0', 'version: 10', '{"version": "10.0.0", "rules": []}', 'x' from palimpsest.tenant
       returning tenant_id, seq`,
    );
    const unreadable = { seq: Number(row!.seq), version: "10.0.0", policy: undefined };
    real.memory.services.tenants.policyApplied(row!.tenant_id, unreadable);
    expect(await call("/api/v1/recall", post({ query: "x" }))).toMatchObject({
      status: 424,
      body: { error: { code: "POLICY_MISSING" }, policy_version: "10.0.0" },
    });
    expect(await apply(wholePolicy("version: 11"))).toMatchObject({ status: 200 });
    expect(await call("/api/v1/recall", post({ query: "x" }))).toMatchObject({ status: 200 });
  });
});
