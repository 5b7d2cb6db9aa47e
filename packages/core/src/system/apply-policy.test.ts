import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { wholePolicy } from "../policy/testing/whole-policy.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

const newKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    privateKey,
    text: Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url").toString("base64"),
  };
};
const signed = (text: string, key: KeyObject) => sign(null, Buffer.from(text), key).toString("base64");

describe.each(engines)("applying a policy on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const refused = { code: "UNAUTHORIZED", status: 401 };

  it("needs a signature by a key of the policy in force, where that asks for one", async () => {
    const { boss, apply, applyText, get } = newTenant(memory);
    const [ci, other] = [newKey(), newKey()];
    await apply(`version: 1\nsigning: { required: true, keys: { ci: ${ci.text} } }\n`);
    const canonical = wholePolicy(`version: 2\nsigning: { required: true, keys: { ops: ${other.text} } }\n`);
    const next = canonical.replaceAll("\n", "\r\n");
    await expect(applyText(next)).rejects.toMatchObject(refused);
    for (const signature of [
      ...[
        signed(canonical, other.privateKey),
        signed(`${canonical}#`, ci.privateKey),
        signed(next, ci.privateKey),
      ],
      ...["", "not base64", Buffer.alloc(64).toString("base64")],
    ]) {
      await expect(applyText(next, { signature })).rejects.toMatchObject(refused);
    }
    expect(await applyText(next, { dry_run: true })).toMatchObject({ version: "2.0.0" });
    expect((await get()).version).toBe("1.0.0");
    await applyText(next, { signature: signed(canonical, ci.privateKey), approver: "ann" });
    expect(await get()).toMatchObject({ version: "2.0.0", signed_by: "ci", approver: "ann" });
    // From here on only the other key counts.
    const third = wholePolicy("version: 3\n");
    await expect(applyText(third, { signature: signed(third, ci.privateKey) })).rejects.toMatchObject(
      refused,
    );
    await applyText(third, { signature: signed(third, other.privateKey) });
    await apply("version: 4");
    expect((await get()).signed_by).toBeNull();
    await apply("version: 4");
    await apply("version: 5", { validate_only: true });
    // The audit log says which text was applied, tried or only checked, by digests that anybody can compare.
    const { entries } = await memory.call(boss, "listAudit", { operation: "applyPolicy" });
    const digest = `sha256:${createHash("sha256").update(canonical).digest("hex")}`;
    const of = entries.flatMap(({ reason, decision, ids, digests }) =>
      decision === "allowed" ? [[reason, ids, digests.includes(digest)]] : [],
    );
    // The entry of a dry run is written a moment later than those of changes, so the order may differ.
    const expected = [
      ["validate_only", ["policy:5.0.0"], false],
      ["unchanged", ["policy:4.0.0"], false],
      ["applied", ["policy:4.0.0"], false],
      ["applied", ["policy:3.0.0", "signed_by:ops"], false],
      ["applied", ["policy:2.0.0", "approver:ann", "signed_by:ci"], true],
      ["dry_run", ["policy:2.0.0"], true],
      ["applied", ["policy:1.0.0"], false],
    ];
    expect(of).toHaveLength(expected.length);
    expect(of).toEqual(expect.arrayContaining(expected));
  });

  it("tells in a dry run what would change, and changes nothing", async () => {
    const { boss, ann, apply, get } = newTenant(memory);
    const write = async (text: string, more: object = {}) =>
      (await memory.call(ann, "learnFact", { content: text, visibility: "tenant", ...more })).id;
    const told = await write("said to the team", { channel: "team", sensitivity: "low" });
    await write("said to everybody", { channel: "public" });
    const yaml = "version: 1\nchannels: { team: { clearance: public } }\nscopes: { project: { ttl: 30d } }\n";
    await memory.database.ownerQuery(
      `alter table palimpsest.memory disable trigger user;
       update palimpsest.memory set recorded_at = now() - interval '40 days' where id = '${told}';
       alter table palimpsest.memory enable trigger user`,
    );
    const { changes } = await apply(yaml, { dry_run: true });
    expect(changes).toEqual({
      settings: [
        { path: "channels.team.clearance", from: "internal", to: "public" },
        { path: "scopes.project.ttl", from: "inf", to: "30d" },
      ],
      leave_channels: [{ channel: "team", count: 1, memory_ids: [told] }],
      expire: { count: 1, memory_ids: [told] },
    });
    expect((await get()).source).toBe("default");
    const find = async () =>
      (await memory.call(boss, "recall", { query: "said", channel: "private" })).memories.length;
    expect(await find()).toBe(2);
    await apply(yaml);
    expect(await find()).toBe(1);
    expect((await apply(yaml, { dry_run: true })).changes).toEqual({
      ...{ settings: [], leave_channels: [], expire: { count: 0, memory_ids: [] } },
    });
    await expect(apply("version: 0.5", { dry_run: true })).rejects.toMatchObject({ code: "INVALID_POLICY" });
    await expect(apply("version: 2", { dry_run: true, expected_version: "0.9" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("takes the policy of the specification, and lists what was applied", async () => {
    const { boss, apply, applyText } = newTenant(memory);
    const sample = readFileSync(new URL("../policy/testing/sample-policy.yaml", import.meta.url), "utf8");
    expect(await applyText(sample)).toEqual({ version: "0.1.0" });
    await apply("version: 0.2", { approver: "ann" });
    const first = await memory.call(boss, "listPolicyVersions", { limit: 1 });
    expect(first).toMatchObject({
      policy_version: "0.2.0",
      data: { has_more: true, versions: [{ version: "0.2.0", approver: "ann", applied_by: boss.id }] },
    });
    const { data } = await memory.call(boss, "listPolicyVersions", {
      ...{ limit: 1, cursor: first.data.next_cursor },
    });
    expect(data).toMatchObject({ has_more: false, versions: [{ version: "0.1.0", approver: null }] });
  });
});
