import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { policyVersionOf } from "../failed-under.js";
import { tenantDirectory } from "../identity/index.js";
import { defaultPolicyYaml } from "../policy/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { wholePolicy } from "../policy/testing/whole-policy.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("the policy of a tenant on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const tenant = () => newTenant(memory);
  const stored = async (id: string) =>
    (
      await memory.database.ownerQuery<{ version: string }>(
        `select version from palimpsest.policy where tenant_id = $1 order by seq`,
        [id],
      )
    ).map(({ version }) => version);

  it("is the shipped one until another is applied", async () => {
    const { id, get, bot } = tenant();
    expect(await get(bot)).toEqual({
      version: "0.0.0-default",
      source: "default",
      yaml: defaultPolicyYaml,
      applied_at: null,
      ...{ applied_by: null, approver: null, signed_by: null },
    });
    expect(await stored(id)).toEqual([]);
  });

  it("is the one that was applied last, as it was written", async () => {
    const { boss, get, apply, applyText } = tenant();
    const yaml = wholePolicy("# ours\nversion: 0.10\nlimits: { capsule_days: 3 }\n");
    expect(await applyText(yaml.replaceAll("\n", "\r\n").trimEnd())).toEqual({ version: "0.10.0" });
    expect(await get()).toMatchObject({
      version: "0.10.0",
      source: "tenant",
      yaml,
      applied_by: boss.id,
    });
    const { policy_version } = await memory.call(boss, "status", {});
    expect(policy_version).toBe("0.10.0");
    await apply("version: 0.11");
    expect(await get()).toMatchObject({ version: "0.11.0", yaml: wholePolicy("version: 0.11") });
  });

  it("is of its tenant alone", async () => {
    const [ours, theirs] = [tenant(), tenant()];
    await ours.apply("version: 1");
    expect((await theirs.get()).version).toBe("0.0.0-default");
  });

  it("records nothing when the same text comes again", async () => {
    const { id, get, applyText } = tenant();
    const yaml = wholePolicy("version: 1\nmeta: { name: ours }\n");
    await applyText(yaml);
    const first = await get();
    const again = `${yaml}\n`.replaceAll("\n", "\r\n");
    expect(await applyText(again, { expected_version: "0.0.0-default" })).toEqual({ version: "1.0.0" });
    expect(await get()).toEqual(first);
    expect(await stored(id)).toEqual(["1.0.0"]);
  });

  it.each(["version: 1.9", "version: 2", "version: 2.0.0\nmeta: { name: other }", "version: 0"])(
    "stays when a version comes that is not higher: %j",
    async (yaml) => {
      const { id, apply } = tenant();
      await apply("version: 2\nmeta: { name: ours }");
      await expect(apply(yaml)).rejects.toMatchObject({
        code: "INVALID_POLICY",
        details: [{ path: "version", message: expect.stringContaining("must be higher than 2.0.0") }],
      });
      expect(await stored(id)).toEqual(["2.0.0"]);
    },
  );

  it("begins its versions again after the highest there can be", async () => {
    const { id, apply } = tenant();
    const last = "999999999.999999999.999999999";
    await apply("version: 1");
    await apply("version: 999999999.999999999.999999998");
    await expect(apply("version: 2")).rejects.toMatchObject({ code: "INVALID_POLICY" });
    await apply(`version: ${last}`);
    for (const yaml of ["version: 1\nmeta: { name: again }", `version: ${last}\nmeta: { name: other }`]) {
      await expect(apply(yaml), yaml).rejects.toMatchObject({
        code: "INVALID_POLICY",
        details: [{ path: "version", message: expect.stringContaining("must be one that was never used") }],
      });
    }
    expect(await apply("version: 2", { dry_run: true, expected_version: last })).toMatchObject({
      version: "2.0.0",
    });
    await apply("version: 2", { expected_version: last });
    await expect(apply("version: 1.5")).rejects.toMatchObject({ code: "INVALID_POLICY" });
    await apply("version: 3");
    expect((await stored(id)).slice(-2)).toEqual(["2.0.0", "3.0.0"]);
  });

  it("can be applied under the condition that a version is in force", async () => {
    const { apply } = tenant();
    await expect(apply("version: 1", { expected_version: "0.9" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await apply("version: 1", { expected_version: "0.0.0-default" });
    await apply("version: 2", { expected_version: "1.0" });
    await expect(apply("version: 3", { expected_version: "1.0.0" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("lets one of several who apply at once win", async () => {
    const { id, get, applyText } = tenant();
    const expected_version = "0.0.0-default";
    const texts = Array.from({ length: 6 }, (_, n) =>
      wholePolicy(`version: 1.${n}\nmeta: { name: n${n} }\n`),
    );
    const made = await Promise.allSettled(texts.map((text) => applyText(text, { expected_version })));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of made) {
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "CONFLICT" });
    }
    const winner = texts[made.findIndex(({ status }) => status === "fulfilled")];
    expect((await get()).yaml).toBe(winner);
    expect(await stored(id)).toHaveLength(1);
  });

  it("can be checked without being applied", async () => {
    const { id, apply } = tenant();
    expect(await apply("version: 1", { validate_only: true })).toEqual({ version: "1.0.0" });
    await expect(apply("version: 1\nx: 1", { validate_only: true })).rejects.toMatchObject({
      code: "INVALID_POLICY",
    });
    expect(await stored(id)).toEqual([]);
  });

  it("stays when what comes is no policy, and the answer says where it fails", async () => {
    const { id, apply, applyText, get } = tenant();
    await apply("version: 1");
    const bad: [string, string][] = [
      ["version: 2\nlimits:\n  text_characters: many\n", "line 3"],
      ["version: 2\n\tlimits: {}", "ine 2"],
      ["version: 2\nversion: 3", "twice"],
      ["just text", "mapping"],
      ["", "mapping"],
    ];
    for (const [yaml, said] of bad) {
      await expect(applyText(yaml), said).rejects.toMatchObject({
        code: "INVALID_POLICY",
        details: [{ message: expect.stringContaining(said) }],
      });
    }
    await expect(applyText(`version: 2\n# ${"x".repeat(1_000_000)}`)).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
    expect((await get()).version).toBe("1.0.0");
    expect(await stored(id)).toEqual(["1.0.0"]);
  });

  it("is applied by admins alone, and read by everybody", async () => {
    const { get, apply, ann, bot } = tenant();
    for (const who of [ann, bot]) {
      await expect(apply("version: 1", {}, who)).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect((await get(who)).version).toBe("0.0.0-default");
    }
  });

  it("cannot shut an admin out of replacing it", async () => {
    const { apply, ann, get } = tenant();
    await apply(`
version: 1
approval: { edits: [{ then: deny }] }
limits: { text_characters: 1, query_characters: 1, context_tokens: 64, capsule_items: 1, capsule_days: 1 }
`);
    await expect(memory.call(ann, "remember", { text: "too long" })).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
    await apply(defaultPolicyYaml.replace(/^version: .*/m, "version: 2"), { expected_version: "1.0.0" });
    expect((await get()).version).toBe("2.0.0");
    await memory.call(ann, "remember", { text: "long enough" });
  });

  it("denies everything but its own reading and replacing while it cannot be read", async () => {
    const { id, apply, get, boss, ann } = tenant();
    await apply("version: 1");
    await memory.database.ownerQuery(
      `insert into palimpsest.policy (tenant_id, version, source, document, applied_by)
       values ($1, '7.0.0', 'version: 7', '{"version": "7.0.0", "channels": {"team": {"clearance": "all"}}}', 'x')`,
      [id],
    );
    memory.services.tenants = tenantDirectory(memory.database.db);
    const problem = "channels.team.clearance must be one of public, internal, pii";
    const refused = {
      ...{ code: "POLICY_MISSING", status: 424, message: expect.stringContaining(problem) },
    };
    await expect(memory.call(ann, "recall", { query: "x" })).rejects.toMatchObject(refused);
    await expect(memory.call(boss, "remember", { text: "x" })).rejects.toMatchObject(refused);
    await expect(memory.call(boss, "status", {})).rejects.toMatchObject(refused);
    expect(await get()).toMatchObject({ version: "7.0.0", source: "tenant", yaml: "version: 7" });
    await apply("version: 8");
    await memory.call(ann, "recall", { query: "x" });
  });

  it("is named in the audit log and with the errors of calls made under it", async () => {
    const { apply, boss, ann } = tenant();
    await memory.call(ann, "remember", { text: "under the default" });
    await apply("version: 1");
    await memory.call(ann, "recall", { query: "default" });
    const failed = await memory
      .call(ann, "memoryHistory", { memory_id: "chk_none" })
      .catch((e: unknown) => e);
    expect(policyVersionOf(failed)).toBe("1.0.0");
    const { entries } = await memory.call(boss, "listAudit", { limit: 10 });
    expect(entries.map((e) => [e.operation, e.policy_version])).toEqual([
      ["memoryHistory", "1.0.0"],
      ["recall", "1.0.0"],
      ["applyPolicy", "0.0.0-default"],
      ["remember", "0.0.0-default"],
    ]);
  });

  it("is seen by another process after a second, and by this one at once", async () => {
    const { id, apply } = tenant();
    let time = 0;
    const other = tenantDirectory(memory.database.db, 10, () => time);
    const seen = async () => [
      (await memory.services.tenants.policy(id)).version,
      (await other.policy(id)).version,
    ];
    expect(await seen()).toEqual(["0.0.0-default", "0.0.0-default"]);
    await apply("version: 1");
    time = 999;
    expect(await seen()).toEqual(["1.0.0", "0.0.0-default"]);
    time = 1_000;
    expect(await seen()).toEqual(["1.0.0", "1.0.0"]);
  });
});
