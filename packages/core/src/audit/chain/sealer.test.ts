import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { auditCleanup, startWorker } from "../../jobs/index.js";
import { admin, human, openTestMemory, type TestMemory, tenantA } from "../../testing/test-memory.js";

describe.each(engines)("the sealer on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await memory.call(human(), "remember", { text: "Herons stand still" });
  });
  afterAll(() => memory.close());

  const count = async (table: string) => {
    const [row] = await memory.database.ownerQuery<{ n: number }>(
      `select count(*)::int as n from palimpsest.${table} where tenant_id = $1`,
      [tenantA],
    );
    return row!.n;
  };

  it("seals a change soon, though nobody asks for the log", async () => {
    await expect.poll(() => count("audit_unsealed"), { timeout: 10_000 }).toBe(0);
    expect(await count("audit_entry")).toBe(1);
  });

  it("leaves what a killed process has written to a worker, oldest first", async () => {
    const left = `insert into palimpsest.audit_unsealed
      (tenant_id, audit_id, at, request_id, trace_id, actor_type, actor_id, operation, surface, decision)
      select $1, 'aud_left' || n, now() - make_interval(mins => n), $2, 't', 'human', 'ann', 'recall', 'rest', 'allowed'
      from generate_series(1, 3) n`;
    // Characters that JSON writes in several ways.
    await memory.database.ownerQuery(left, [tenantA, '\u0001\t\b"/\\\u007f\u2028é😀']);
    const old = left
      .replace("make_interval(mins => n)", "make_interval(days => n)")
      .replace("aud_left", "aud_old");
    await memory.database.ownerQuery(old, [tenantA, "r"]);
    const worker = startWorker(memory.services, { kinds: [], sealMs: 50 });
    await expect.poll(() => count("audit_unsealed"), { timeout: 10_000 }).toBe(0);
    await worker.stop();
    const { entries } = await memory.call(admin(), "listAudit", { operation: "recall" });
    expect(entries.map(({ audit_id }) => audit_id)).toEqual([
      ...["aud_left1", "aud_left2", "aud_left3"],
      ...["aud_old1", "aud_old2", "aud_old3"],
    ]);
    expect(await memory.call(admin(), "verifyAudit", {})).toMatchObject({ valid: true });
    const days = await memory.call(admin(), "listAuditAnchors", { limit: 2 });
    const earlier = await memory.call(admin(), "listAuditAnchors", { limit: 2, cursor: days.next_cursor });
    const anchors = [...days.anchors, ...earlier.anchors];
    expect(new Set(anchors.map(({ day }) => day)).size).toBe(4);
    for (const { seq, hash } of anchors) {
      const verified = memory.call(admin(), "verifyAudit", { anchor_seq: seq, anchor_hash: hash });
      expect(await verified).toMatchObject({ valid: true });
    }
  });

  it("lets nobody but itself take an entry away before it is sealed", async () => {
    for (const change of ["delete from", "truncate", "update"]) {
      const sql = `${change} palimpsest.audit_unsealed ${change === "update" ? "set times = 2" : ""}`;
      await expect(memory.database.ownerQuery(sql)).rejects.toMatchObject({ code: "PA001" });
      const asApp = memory.services.db.transaction(human(), (tx) => tx.query(sql));
      await expect(asApp).rejects.toMatchObject({ code: "42501" });
    }
  });

  it("stays a chain when retention removes its oldest entries, and shows what anybody else removes", async () => {
    const owner = memory.database.ownerQuery;
    const verify = (anchor: object = {}) => memory.call(admin("long"), "verifyAudit", anchor);
    const entries = async () => (await memory.call(admin("long"), "listAudit", { after_seq: 0 })).entries;
    await memory.call(admin("long"), "getPolicy", {});
    // What an owner of the table can do to hide something.
    await owner("alter table palimpsest.audit_entry disable trigger append_only");
    await owner(
      `delete from palimpsest.audit_head where tenant_id = 'long'; delete from palimpsest.audit_entry where tenant_id = 'long';
       insert into palimpsest.audit_unsealed (tenant_id, audit_id, at, request_id, trace_id, actor_type, actor_id, operation,
         surface, decision)
       select 'long', 'aud_' || n, now() - (380 - 10 * n) * interval '1 day', 'r', 't', 'human', 'ann', 'recall', 'sdk', 'allowed'
       from generate_series(1, 5) n`,
    );
    const before = await entries();
    expect(before.slice(0, 5).map(({ audit_id }) => audit_id)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `aud_${n}`),
    );
    const anchor = (at: number) => ({ anchor_seq: at, anchor_hash: before[at - 1]!.hash });
    const worker = startWorker(memory.services, { kinds: [auditCleanup], pollMs: 10 });
    await expect.poll(async () => (await entries())[0]!.audit_id, { timeout: 20_000 }).toBe("aud_2");
    await worker.stop();
    const left = await entries();
    expect(left[0]).toEqual(before[1]);
    const told = left.find(({ operation }) => operation === "job:audit_cleanup");
    expect(told).toMatchObject({ ids: [expect.any(String), `audit:1:${before[0]!.hash}`] });
    expect(await verify()).toMatchObject({ valid: true });
    expect(await verify(anchor(1))).toMatchObject({ valid: true });
    expect(await verify(anchor(3))).toMatchObject({ valid: true });
    const prune = (at: number) =>
      owner(
        `update palimpsest.audit_head h set pruned_seq = a.seq, pruned_hash = a.hash from palimpsest.audit_entry a
         where h.tenant_id = 'long' and a.tenant_id = 'long' and a.seq = $1`,
        [at],
      );
    await prune(3);
    await expect(verify(anchor(2))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await owner("delete from palimpsest.audit_entry where tenant_id = 'long' and seq < 4");
    expect(await verify()).toMatchObject({ valid: false, problem: "missing", first_bad_seq: 1 });
    await owner("update palimpsest.audit_head set pruned_seq = 1 where tenant_id = 'long'");
    expect(await verify()).toMatchObject({ valid: false, problem: "missing", first_bad_seq: 2 });
  });
});
