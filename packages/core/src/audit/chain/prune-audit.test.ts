import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { auditCleanup, startWorker } from "../../jobs/index.js";
import { admin, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("the removal of old audit entries on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    // What an owner of the tables can do to hide something.
    await memory.database.ownerQuery("alter table palimpsest.audit_entry disable trigger append_only");
  });
  afterAll(() => memory.close());

  const owner = (sql: string, tenant: string) =>
    memory.database.ownerQuery(
      sql
        .replaceAll("LOG", "palimpsest.audit_entry")
        .replaceAll("HEAD", "palimpsest.audit_head")
        .replaceAll("HERE", `tenant_id = '${tenant}'`),
    );
  const verify = (tenant: string, anchor: object = {}) => memory.call(admin(tenant), "verifyAudit", anchor);
  const entriesOf = async (tenant: string) =>
    (await memory.call(admin(tenant), "listAudit", { after_seq: 0 })).entries;

  /** A log that begins with ten sealed entries of which the first six are over a year old. */
  async function longLog(tenant: string) {
    await memory.call(admin(tenant), "getPolicy", {});
    await memory.services.audit.flush();
    await owner("delete from HEAD where HERE; delete from LOG where HERE", tenant);
    await owner(
      `insert into palimpsest.audit_unsealed (tenant_id, audit_id, at, request_id, trace_id, actor_type, actor_id, operation,
         surface, decision)
       select '${tenant}', 'aud_' || n, now() - (380 - n) * interval '1 day' + (n > 6)::int * interval '1 month', 'r',
         '"\\é😀', 'human', 'ann', 'recall', 'sdk', 'allowed' from generate_series(1, 10) n`,
      tenant,
    );
    const entries = await entriesOf(tenant);
    expect(entries.slice(0, 10).map(({ audit_id }) => audit_id)).toEqual(
      Array.from({ length: 10 }, (_, at) => `aud_${at + 1}`),
    );
    return entries;
  }

  /** Runs the job once in a tenant, and gives how it ended. */
  async function prune(tenant: string): Promise<{ status: string; error: string | null }> {
    const jobs = "from palimpsest.job where kind = 'audit_cleanup'";
    await memory.database.ownerQuery(`delete ${jobs}`);
    const worker = startWorker(memory.services, {
      kinds: [auditCleanup],
      pollMs: 10,
      onError: () => undefined,
    });
    const ended = async () => {
      const [row] = await memory.database.ownerQuery<{ status: string; error: string | null }>(
        `select status, error ${jobs} and tenant_id = $1 and (status = 'DONE' or error is not null)`,
        [tenant],
      );
      return row;
    };
    await expect.poll(ended, { timeout: 60_000 }).toBeDefined();
    await worker.stop();
    return (await ended())!;
  }

  it("leaves a chain that goes on from what is gone, and shows what anybody else removes", async () => {
    const before = await longLog("long");
    const anchor = (seq: number) => ({ anchor_seq: seq, anchor_hash: before[seq - 1]!.hash });
    expect(await prune("long")).toMatchObject({ status: "DONE" });
    const left = await entriesOf("long");
    expect(left[0]).toEqual(before[6]);
    const told = left.find(({ operation }) => operation === "job:audit_cleanup");
    expect(told).toMatchObject({ ids: [expect.any(String), `audit:6:${before[5]!.hash}`] });
    expect(await verify("long")).toMatchObject({ valid: true });
    expect(await verify("long", anchor(6))).toMatchObject({ valid: true });
    expect(await verify("long", anchor(8))).toMatchObject({ valid: true });
    const moveStart = (seq: number) =>
      owner(
        `update HEAD h set pruned_seq = a.seq, pruned_hash = a.hash from LOG a
         where h.HERE and a.HERE and a.seq = ${seq}`,
        "long",
      );
    await moveStart(8);
    await expect(verify("long", anchor(7))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await owner("delete from LOG where HERE and seq < 9", "long");
    expect(await verify("long")).toMatchObject({ valid: false, problem: "missing", first_bad_seq: 1 });
    await owner("update HEAD set pruned_seq = 6 where HERE", "long");
    expect(await verify("long")).toMatchObject({ valid: false, problem: "missing", first_bad_seq: 7 });
  });

  const beforeCut: [string, string, { problem: string; first_bad_seq: number }][] = [
    [
      "an altered entry that goes",
      "update LOG set actor_id = 'somebody' where HERE and seq = 3",
      { problem: "altered", first_bad_seq: 3 },
    ],
    [
      "an altered entry that goes, with a new hash of its own",
      "update LOG a set actor_id = 'x', hash = palimpsest.audit_hash(jsonb_populate_record(a, '{\"actor_id\": \"x\"}')) where HERE and seq = 3",
      { problem: "altered", first_bad_seq: 4 },
    ],
    [
      "an altered last entry that goes",
      "update LOG set ids = '{other}' where HERE and seq = 6",
      { problem: "altered", first_bad_seq: 6 },
    ],
    [
      "an altered first entry that stays",
      "update LOG set ids = '{other}' where HERE and seq = 7",
      { problem: "altered", first_bad_seq: 7 },
    ],
    [
      "an entry made older than it is, so that it goes",
      "update LOG set at = now() - interval '2 years' where HERE and seq = 7",
      { problem: "altered", first_bad_seq: 7 },
    ],
    [
      "a deleted entry that goes",
      "delete from LOG where HERE and seq = 4",
      { problem: "missing", first_bad_seq: 4 },
    ],
    [
      "a deleted first entry",
      "delete from LOG where HERE and seq = 1",
      { problem: "missing", first_bad_seq: 1 },
    ],
    [
      "a deleted first entry that stays",
      "delete from LOG where HERE and seq = 7",
      { problem: "missing", first_bad_seq: 7 },
    ],
    [
      "two entries whose contents changed places",
      `update LOG a set audit_id = b.audit_id, at = b.at from LOG b where a.HERE and b.HERE and a.seq in (5, 6) and b.seq = 11 - a.seq`,
      { problem: "reordered", first_bad_seq: 5 },
    ],
    [
      "all that follows the cut removed",
      "delete from LOG where HERE and seq > 6",
      // Later entries follow the end that the sealer knows.
      { problem: "missing", first_bad_seq: 7 },
    ],
    [
      "another start",
      "update HEAD set pruned_hash = sha256('x') where HERE",
      { problem: "altered", first_bad_seq: 1 },
    ],
  ];

  it.each(beforeCut)("is refused where it would hide %s", async (what, sql, found) => {
    await longLog(what);
    await owner(sql, what);
    const count = async () => (await owner("select 1 from LOG where HERE and seq <= 10", what)).length;
    const before = await count();
    const { status, error } = await prune(what);
    expect(status).not.toBe("DONE");
    expect(error).toContain("palimpsest audit verify");
    expect(await count()).toBe(before);
    expect(await verify(what)).toMatchObject({ valid: false, ...found });
  });

  const afterCut: [string, string, { problem: string; first_bad_seq: number }][] = [
    [
      "an altered first entry",
      "update LOG set actor_id = 'somebody' where HERE and seq = 7",
      { problem: "altered", first_bad_seq: 7 },
    ],
    [
      "a deleted first entry",
      "delete from LOG where HERE and seq = 7",
      { problem: "missing", first_bad_seq: 7 },
    ],
    [
      "a start set back to the beginning",
      "update HEAD set pruned_seq = 0, pruned_hash = decode(repeat('00', 32), 'hex') where HERE",
      { problem: "missing", first_bad_seq: 1 },
    ],
    [
      "the entry that tells of the cut removed",
      "delete from LOG where HERE and operation = 'job:audit_cleanup'",
      { problem: "missing", first_bad_seq: expect.any(Number) as never },
    ],
    ["a log that was emptied", "delete from LOG where HERE", { problem: "missing", first_bad_seq: 1 }],
  ];

  it.each(afterCut)("does not hide %s afterwards", async (name, sql, found) => {
    const what = `after: ${name}`;
    await longLog(what);
    expect(await prune(what)).toMatchObject({ status: "DONE" });
    expect(await verify(what)).toMatchObject({ valid: true });
    await memory.services.audit.flush();
    await owner(sql, what);
    expect(await verify(what)).toMatchObject({ valid: false, ...found });
  });
});
