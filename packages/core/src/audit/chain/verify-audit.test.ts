import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { admin, agent, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { sealTenant } from "./sealer.js";

describe.each(engines)("the chain of the audit log on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    // What an owner of the table can do to hide something.
    await memory.database.ownerQuery("alter table palimpsest.audit_entry disable trigger append_only");
  });
  afterAll(() => memory.close());

  const verify = (tenant: string, anchor: object = {}) => memory.call(admin(tenant), "verifyAudit", anchor);
  const entriesOf = async (tenant: string) =>
    (await memory.call(admin(tenant), "listAudit", { after_seq: 0 })).entries;
  /** A tenant with eight entries or more, sealed. */
  async function filled(tenant: string): Promise<string> {
    for (let at = 0; at < 8; at++) {
      await memory.call(agent('a "bot" \\ é 😀', tenant), "listTags", { limit: at + 1 });
    }
    await memory.call(agent("b", tenant), "remember", { text: "Herons stand still", scope: "user" });
    expect(await verify(tenant)).toMatchObject({ valid: true, first_bad_seq: null, problem: null });
    return tenant;
  }
  const tamper = (sql: string, tenant: string) =>
    memory.database.ownerQuery(sql.replaceAll("LOG", "palimpsest.audit_entry"), [tenant]);

  it("is what its documentation says: numbers without a gap, and hashes that anybody can compute", async () => {
    const entries = await entriesOf(await filled("plain"));
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
    let before = "0".repeat(64);
    for (const { prev_hash, hash, ...rest } of entries) {
      expect(prev_hash).toBe(before);
      before = createHash("sha256")
        .update(`${before}\n${canonicalize(rest)}`)
        .digest("hex");
      expect(hash).toBe(before);
    }
    const remembered = entries.find(({ operation }) => operation === "remember")!;
    expect(remembered).toMatchObject({ scope: "user", ids: [expect.any(String)], redacted_count: 0 });
    expect(remembered.digests).toEqual([expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/)]);
    const { anchors } = await memory.call(admin("plain"), "listAuditAnchors", {});
    expect(anchors).toHaveLength(1);
    expect(anchors[0]).toMatchObject({ day: anchors[0]!.at.slice(0, 10), seq: expect.any(Number) });
  });

  const changes: [string, string, { problem: string; first_bad_seq: number }][] = [
    [
      "an altered field",
      "update LOG set actor_id = 'somebody' where tenant_id = $1 and seq = 3",
      { problem: "altered", first_bad_seq: 3 },
    ],
    [
      "an altered id with a new hash of its own",
      "update LOG set ids = '{x}', hash = sha256('x') where tenant_id = $1 and seq = 3",
      { problem: "altered", first_bad_seq: 3 },
    ],
    [
      "an altered hash of the last entry",
      "update LOG set times = 7, hash = sha256('x') where tenant_id = $1 and seq = (select max(seq) from LOG where tenant_id = $1)",
      { problem: "altered", first_bad_seq: expect.any(Number) as never },
    ],
    [
      "a deleted entry",
      "delete from LOG where tenant_id = $1 and seq = 4",
      { problem: "missing", first_bad_seq: 4 },
    ],
    [
      "a deleted entry whose followers have moved up",
      "with d as (delete from LOG where tenant_id = $1 and seq = 4 returning 1) update LOG set seq = seq + 100 where tenant_id = $1 and seq > 4",
      { problem: "missing", first_bad_seq: 4 },
    ],
    [
      "deleted first entries",
      "delete from LOG where tenant_id = $1 and seq < 3",
      { problem: "missing", first_bad_seq: 1 },
    ],
    [
      "two entries that changed places",
      `with two as (update LOG set seq = seq + 1000000 where tenant_id = $1 and seq in (3, 5) returning 1) select count(*) from two`,
      { problem: "reordered", first_bad_seq: 3 },
    ],
    [
      "two entries whose contents changed places",
      `update LOG a set audit_id = b.audit_id, at = b.at, request_id = b.request_id, trace_id = b.trace_id, digests = b.digests
       from LOG b where a.tenant_id = $1 and b.tenant_id = $1 and a.seq in (3, 4) and b.seq = 7 - a.seq`,
      { problem: "reordered", first_bad_seq: 3 },
    ],
    [
      "last entries that were cut off",
      "delete from LOG where tenant_id = $1 and seq > 6",
      { problem: "truncated", first_bad_seq: 7 },
    ],
    [
      "a log that was emptied",
      "delete from LOG where tenant_id = $1",
      { problem: "truncated", first_bad_seq: 1 },
    ],
  ];

  it.each(changes)("finds %s", async (what, sql, expected) => {
    const tenant = await filled(what);
    await memory.services.audit.flush();
    await tamper(sql, tenant);
    if (what.endsWith("moved up")) {
      await tamper("update LOG set seq = seq - 101 where tenant_id = $1 and seq > 100", tenant);
    }
    if (what === "two entries that changed places") {
      await tamper("update LOG set seq = 1000008 - seq where tenant_id = $1 and seq > 1000000", tenant);
    }
    // The call of this check is a new entry itself, which goes on from where the sealer stands.
    const found = await verify(tenant);
    expect(found).toMatchObject({ valid: false, ...expected });
  });

  it("finds a cut tail for good, also after new entries", async () => {
    const tenant = await filled("cut");
    await tamper("delete from LOG where tenant_id = $1 and seq > 6", tenant);
    await memory.call(agent("b", tenant), "listTags", {});
    expect(await verify(tenant)).toMatchObject({ valid: false, first_bad_seq: 7 });
  });

  const ofHead: [string, string, { problem: string; first_bad_seq: unknown }][] = [
    [
      "that is gone",
      "delete from HEAD where tenant_id = $1",
      { problem: "head_missing", first_bad_seq: expect.any(Number) },
    ],
    [
      "that was set back",
      "update HEAD set seq = 6 where tenant_id = $1",
      { problem: "head_behind", first_bad_seq: 7 },
    ],
    [
      "that was set as high as it can be",
      "update HEAD set seq = 9223372036854775807 where tenant_id = $1",
      { problem: "truncated", first_bad_seq: expect.any(Number) },
    ],
    [
      "that an entry goes beyond",
      `with last as (select max(seq) as seq from LOG where tenant_id = $1)
       insert into LOG select (jsonb_populate_record(a, jsonb_build_object('seq', last.seq + 1))).*
       from LOG a, last where a.tenant_id = $1 and a.seq = 3`,
      { problem: "added", first_bad_seq: expect.any(Number) },
    ],
  ];

  it.each(ofHead)("finds an end of the log %s, and can be read all the same", async (what, sql, expected) => {
    const tenant = await filled(what);
    await memory.services.audit.flush();
    const { ownerQuery } = memory.database;
    await ownerQuery(
      sql.replaceAll("LOG", "palimpsest.audit_entry").replace("HEAD", "palimpsest.audit_head"),
      [tenant],
    );
    for (let time = 0; time < 2; time++) {
      expect(await verify(tenant)).toMatchObject({ valid: false, ...expected });
      expect((await entriesOf(tenant)).length).toBeGreaterThan(8);
      const { anchors } = await memory.call(admin(tenant), "listAuditAnchors", {});
      expect(anchors).toHaveLength(1);
    }
    expect(memory.services.audit.unsealable()).toContain(tenant);
    await filled(`${what}, beside it`);
  });

  it("finds by an anchor that was kept elsewhere what was cut off together with the head, or written anew", async () => {
    const tenant = await filled("anchored");
    const { head } = await verify(tenant);
    const anchor = { anchor_seq: head.seq, anchor_hash: head.hash };
    expect(await verify(tenant, anchor)).toMatchObject({ valid: true });
    await memory.services.audit.flush();
    await tamper("delete from LOG where tenant_id = $1 and seq > 4", tenant);
    await memory.database.ownerQuery(
      `update palimpsest.audit_head h set seq = a.seq, hash = a.hash from palimpsest.audit_entry a
       where h.tenant_id = $1 and a.tenant_id = $1 and a.seq = 4`,
      [tenant],
    );
    expect(await verify(tenant)).toMatchObject({ valid: true });
    expect(await verify(tenant, { anchor_seq: 100, anchor_hash: head.hash })).toMatchObject({
      valid: false,
      problem: "truncated",
    });
    while ((await verify(tenant)).head.seq < head.seq);
    expect(await verify(tenant, anchor)).toMatchObject({
      valid: false,
      problem: "altered",
      first_bad_seq: head.seq,
    });
    const half = verify(tenant, { anchor_seq: 1 });
    await expect(half).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("has each of many calls at once, once, whoever seals", async () => {
    const writers = Array.from({ length: 10 }, (_, at) => agent(`w${at}`, "busy"));
    await Promise.all(
      writers.map(async (who) => {
        for (let at = 0; at < 4; at++) {
          await memory.call(who, "setPlanState", { plan_id: "p", key: `${who.id} ${at}`, value: at });
          await sealTenant(memory.services.db, "busy");
        }
      }),
    );
    const { entries } = await memory.call(admin("busy"), "listAudit", {
      operation: "setPlanState",
      limit: 100,
    });
    expect(new Set(entries.map(({ ids }) => ids.at(-1))).size).toBe(40);
    expect(entries).toHaveLength(40);
    expect(await verify("busy")).toMatchObject({ valid: true });
  });
});
