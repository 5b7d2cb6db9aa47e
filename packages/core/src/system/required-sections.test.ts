import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { tenantDirectory } from "../identity/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { wholePolicy } from "../policy/testing/whole-policy.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("a policy on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const stored = async (id: string) =>
    (
      await memory.database.ownerQuery<{ version: string }>(
        `select version from palimpsest.policy where tenant_id = $1 order by seq`,
        [id],
      )
    ).map(({ version }) => version);

  it("must say each scope and each class when it is applied", async () => {
    const { id, boss, apply, applyText, get } = newTenant(memory);
    const whole = wholePolicy("version: 1");
    await applyText(whole);
    const without = (...lines: [string, string][]) =>
      lines.reduce(
        (text, [line, other]) => text.replace(line, other),
        whole.replace("version: 1", "version: 2"),
      );
    for (const [yaml, missing] of [
      ["version: 2", ["scopes", "boundary_classes"]],
      ["version: 2\nscopes: { session: {}, principle: {} }", ["scopes.project", "boundary_classes"]],
      [
        without(["  pii: {}\n", ""], ["  secret: {}\n", ""]),
        ["boundary_classes.pii", "boundary_classes.secret"],
      ],
    ] as const) {
      for (const more of [{}, { dry_run: true }, { validate_only: true }]) {
        await expect(applyText(yaml, more), yaml).rejects.toMatchObject({
          code: "INVALID_POLICY",
          details: missing.map((path) => ({ path, message: expect.stringContaining(`${path} is required`) })),
        });
      }
    }
    expect(await stored(id)).toEqual(["1.0.0"]);
    expect((await memory.call(boss, "getPolicy", {})).data.notes).toBeUndefined();
    // One that an earlier release took stays in force, may come again as it is, and says what its next version needs.
    await memory.database.ownerQuery(
      `insert into palimpsest.policy (tenant_id, version, source, document, applied_by)
       values ($1, '1.5.0', E'version: 1.5\nlimits: { capsule_days: 3 }\n',
         '{"version": "1.5.0", "limits": {"capsule_days": 3}}', 'x')`,
      [id],
    );
    memory.services.tenants = tenantDirectory(memory.database.db);
    expect(await get()).toMatchObject({
      version: "1.5.0",
      notes: [expect.stringContaining("scopes is required, with session, project, principle")],
    });
    expect((await memory.services.tenants.policy(id)).policy?.limits.capsule_days).toBe(3);
    const again = "version: 1.5\nlimits: { capsule_days: 3 }\n";
    expect(await applyText(again)).toEqual({ version: "1.5.0" });
    expect(await applyText(again, { dry_run: true })).toMatchObject({ version: "1.5.0" });
    await apply("version: 2");
    expect(await stored(id)).toEqual(["1.0.0", "1.5.0", "2.0.0"]);
  });
});
