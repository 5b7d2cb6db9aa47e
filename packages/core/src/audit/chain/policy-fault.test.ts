import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { newTenant } from "../../policy/testing/tenants.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("the policies that the audit log tells of, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    // What an owner of the table can do.
    await memory.database.ownerQuery("alter table palimpsest.policy disable trigger append_only");
  });
  afterAll(() => memory.close());

  /** A tenant that has applied two policies, and what the log's check says of it. */
  async function applied() {
    const tenant = newTenant(memory);
    await memory.call(tenant.ann, "remember", { text: "Herons stand still" });
    await tenant.apply("version: 1\nchannels: { team: { clearance: public } }");
    await tenant.apply("version: 1\nchannels: { team: { clearance: public } }");
    await tenant.apply("version: 2\nchannels: { team: { clearance: pii } }", { dry_run: true });
    await tenant.apply("version: 3\nscopes: { session: { ttl: 7d } }");
    const verify = () => memory.call(tenant.boss, "verifyAudit", {});
    expect(await verify()).toMatchObject({ valid: true, problem: null, first_bad_seq: null });
    const { entries } = await memory.call(tenant.boss, "listAudit", {
      operation: "applyPolicy",
      after_seq: 0,
    });
    const recorded = (version: string) =>
      entries.find(({ ids, reason }) => reason === "applied" && ids.includes(`policy:${version}`))!.seq;
    return { ...tenant, verify, recorded };
  }

  it.each([
    ["document", `document = '{"version": "1.0.0", "channels": {"team": {"clearance": "pii"}}}'`],
    ["document that cannot be read", `document = '{"channels": 7}'`],
    ["text", "source = replace(source, 'public', 'pii')"],
    [
      "text and document",
      `source = 'version: 1', document = '{"version": "1.0.0"}', applied_at = now() - interval '1 day'`,
    ],
  ])("are found with another %s", async (_, set) => {
    const { id, verify, recorded } = await applied();
    await memory.database.ownerQuery(
      `update palimpsest.policy set ${set} where tenant_id = $1 and version = '1.0.0'`,
      [id],
    );
    expect(await verify()).toMatchObject({
      ...{ valid: false, problem: "policy_altered", first_bad_seq: recorded("1.0.0") },
    });
  });

  it("are missed if they are gone, so that an earlier one or the default is in force", async () => {
    const { id, verify, recorded } = await applied();
    const drop = (version: string) =>
      memory.database.ownerQuery(`delete from palimpsest.policy where tenant_id = $1 and version = $2`, [
        ...[id, version],
      ]);
    await drop("3.0.0");
    expect(await verify()).toMatchObject({ problem: "policy_missing", first_bad_seq: recorded("3.0.0") });
    await drop("1.0.0");
    expect(await verify()).toMatchObject({ problem: "policy_missing", first_bad_seq: recorded("1.0.0") });
  });

  it("are all there is: one that was put beside them is found", async () => {
    const { id, verify } = await applied();
    await memory.database.ownerQuery(
      `insert into palimpsest.policy (tenant_id, version, source, document, applied_by, applied_at)
       values ($1, '4.0.0', 'version: 4', '{"version": "4.0.0"}', 'x', '2020-01-01')`,
      [id],
    );
    expect(await verify()).toMatchObject({ valid: false, problem: "policy_added", first_bad_seq: null });
  });
});
