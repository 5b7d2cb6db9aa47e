import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { startWorker } from "../../jobs/index.js";
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
    await expect.poll(() => count("audit_unsealed"), { timeout: 60_000 }).toBe(0);
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
    await expect.poll(() => count("audit_unsealed"), { timeout: 60_000 }).toBe(0);
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
});
