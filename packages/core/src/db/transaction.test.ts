import { PalimpsestError } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { retryUnavailable } from "../async/index.js";
import { newGate } from "../testing/gate.js";
import { openDatabase } from "./connect.js";
import type { Tx } from "./database.js";
import { sqlState } from "./db-errors.js";
import { engines, type TestDatabase } from "./testing/index.js";
import { principal } from "./testing/principals.js";
import { seamSchema } from "./testing/seam-schema.js";

const anna = principal({ tenantId: "a", id: "anna", teams: ['odd "team", \\ name', "red"], role: "writer" });
const bob = principal({ tenantId: "b", id: "bob" });

describe.each(engines)("transactions on $name", (engine) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await engine.open({ migrations: seamSchema, poolSize: 4 });
  });
  afterAll(() => test.close());

  const count = async (id: string) =>
    (await test.ownerQuery("select 1 from palimpsest.note where id = $1", [id])).length;

  it("set the serving role and the caller's identity for themselves alone", async () => {
    const read = `select current_user::text as role, current_setting('palimpsest.tenant', true) as tenant,
      current_setting('palimpsest.principal', true) as principal, current_setting('palimpsest.role', true) as rank,
      current_setting('palimpsest.readers', true)::text[] as readers,
      current_setting('palimpsest.principal_type', true) as type`;
    const [inside] = await test.db.transaction(anna, (tx) => tx.query(read));
    expect(inside).toEqual({
      role: "palimpsest_app",
      tenant: "a",
      principal: "anna",
      rank: "writer",
      readers: ["anna", 'team:odd "team", \\ name', "team:red"],
      type: "human",
    });
    const [nobody] = await test.db.anonymous((tx) => tx.query(read));
    expect(nobody).toMatchObject({ role: "palimpsest_app", tenant: "", principal: "", readers: [] });
    const [after] = await test.db.ownerStatements((tx) =>
      tx.query(
        "select current_user = session_user as itself, coalesce(current_setting('palimpsest.tenant', true), '') as tenant",
      ),
    );
    expect(after).toEqual({ itself: true, tenant: "" });
  });

  it("see their own tenant and no other, also when many run at once", async () => {
    const rounds = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? anna : bob));
    const seen = await Promise.all(
      rounds.map((who, at) =>
        test.db.transaction(who, async (tx) => {
          await tx.query("insert into palimpsest.note (tenant_id, id) values ($1, $2)", [
            who.tenantId,
            `n${at}`,
          ]);
          const rows = await tx.query<{ tenant_id: string }>(
            "select distinct tenant_id from palimpsest.note",
          );
          return [who.tenantId, rows.map((row) => row.tenant_id)];
        }),
      ),
    );
    for (const [tenant, tenants] of seen) expect(tenants).toEqual([tenant]);
    const strangers = await test.db.anonymous((tx) => tx.query("select 1 from palimpsest.note"));
    expect(strangers).toEqual([]);
  });

  it("keep a prepared statement for the next transaction of any tenant, and show each only its own rows", async () => {
    const read = (who: typeof anna, db = test.db) =>
      db.transaction(who, (tx) =>
        tx.prepared<{ tenant_id: string }>("select distinct tenant_id from palimpsest.note where id <> $1", [
          "none",
        ]),
      );
    const rounds = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? anna : bob));
    for (const who of rounds) {
      await test.db.transaction(who, (tx) =>
        tx.query("insert into palimpsest.note (tenant_id, id) values ($1, 'kept') on conflict do nothing", [
          who.tenantId,
        ]),
      );
    }
    const seen = await Promise.all(rounds.map(async (who) => [who.tenantId, await read(who)]));
    for (const [tenant_id, rows] of seen) expect(rows).toEqual([{ tenant_id }]);
    // One connection, since a plan is kept after a few runs on the same.
    const db = await openDatabase({ ...test.options, poolSize: 1 });
    for (const who of rounds) expect(await read(who, db)).toEqual([{ tenant_id: who.tenantId }]);
    const [kept] = await db.transaction(anna, (tx) =>
      tx.query<{ plans: string }>(
        "select generic_plans as plans from pg_prepared_statements where statement like 'select distinct tenant_id%'",
      ),
    );
    await db.close();
    expect(Number(kept?.plans)).toBeGreaterThan(0);
  });

  it("carry on when the session has lost its prepared statements", async () => {
    const db = await openDatabase({ ...test.options, poolSize: 1 });
    const read = (tx: Tx) => tx.prepared("select id from palimpsest.note where id = $1", ["kept"]);
    await expect(db.transaction(anna, read)).resolves.toHaveLength(1);
    let runs = 0;
    const found = await db.transaction(anna, async (tx) => {
      runs++;
      await tx.query("insert into palimpsest.note (tenant_id, id) values ('a', 'after the loss')");
      if (runs === 1) await tx.query("deallocate all");
      return read(tx);
    });
    expect([runs, found.length]).toEqual([2, 1]);
    expect(await count("after the loss")).toBe(1);
    await db.close();
  });

  it("leave nothing behind when the work throws", async () => {
    const work = test.db.transaction(anna, async (tx) => {
      await tx.query("insert into palimpsest.note (tenant_id, id) values ('a', 'undone')");
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await count("undone")).toBe(0);
  });

  it("do not report success when a failed statement's error was swallowed", async () => {
    const work = test.db.transaction(anna, async (tx) => {
      await tx.query("insert into palimpsest.note (tenant_id, id) values ('a', 'swallowed')");
      await tx.query("select 1/0").catch(() => undefined);
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await count("swallowed")).toBe(0);
  });

  it("run what is sent in its order, and commit it", async () => {
    const found = await test.db.transaction(anna, async (tx) => {
      tx.send("insert into palimpsest.note (tenant_id, id) values ($1, $2)", ["a", "sent"]);
      const rows = await tx.query("select 1 from palimpsest.note where id = 'sent'");
      tx.send("insert into palimpsest.note (tenant_id, id) values ($1, $2)", ["a", "sent last"]);
      return rows.length;
    });
    expect([found, await count("sent"), await count("sent last")]).toEqual([1, 1, 1]);
  });

  it.each([true, false])(
    "fail with the error of what was sent (a statement is awaited after it: %s)",
    async (awaited) => {
      const work = test.db.transaction(anna, async (tx) => {
        await tx.query("insert into palimpsest.note (tenant_id, id) values ('a', 'beside')");
        tx.send("select 1/$1::integer", [0]);
        if (awaited) await tx.query("select 1");
      });
      await expect(work.catch(sqlState)).resolves.toBe("22012");
      expect(await count("beside")).toBe(0);
    },
  );

  it("take no statement after their end", async () => {
    const kept = await test.db.transaction(anna, async (tx) => ({ tx }));
    await expect(kept.tx.query("select 1")).rejects.toThrow("ended");
  });

  it("refuse to write when read only", async () => {
    const insert = "insert into palimpsest.note (tenant_id, id) values ('a', 'readonly')";
    const work = test.db.transaction(anna, (tx) => tx.query(insert), { readOnly: true });
    await expect(work.catch(sqlState)).resolves.toBe("25006");
  });

  it("run again after a serialisation failure, and give up with a retry time after a few attempts", async () => {
    let runs = 0;
    const losing = (times: number) => () =>
      test.db.transaction(anna, async (tx) => {
        runs++;
        if (runs <= times) await tx.query("do $$ begin raise sqlstate '40001'; end $$");
        return runs;
      });
    await expect(losing(2)()).resolves.toBe(3);
    runs = 0;
    await expect(losing(99)()).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfter: 1 });
    expect(runs).toBe(4);
  });

  it("turn constraint errors into our codes and pass other errors on with their SQLSTATE", async () => {
    const run = (sql: string, values?: unknown[]) =>
      test.db.transaction(anna, (tx) => tx.query(sql, values)).catch((error: unknown) => error);
    expect(await run("select $1::text", ["a\u0000b"])).toMatchObject({ code: "INVALID_UNICODE" });
    expect(await run("do $$ begin raise sqlstate '53100'; end $$")).toMatchObject({ code: "STORAGE_FULL" });
    expect(await run("do $$ begin raise sqlstate '57014'; end $$")).toMatchObject({ code: "UNAVAILABLE" });
    const clash = await run("insert into palimpsest.note (tenant_id, id) values ('z', 'z')");
    expect(clash).not.toBeInstanceOf(PalimpsestError);
    expect(sqlState(clash)).toBe("42501");
  });

  it("are rejected while all connections are busy, and run again when one is free", async () => {
    const db = await openDatabase({ ...test.options, poolSize: 2, acquireTimeoutMs: 100 });
    const end = newGate();
    // A busy machine may take longer to connect than a caller waits here.
    const hold = () => retryUnavailable(() => db.transaction(anna, () => end.passed), 100);
    const held = [hold(), hold()];
    await vi.waitFor(() => expect(db.status().pool).toMatchObject({ open: 2, idle: 0, waiting: 0 }), {
      timeout: 60_000,
    });
    const refused = await Promise.allSettled(
      Array.from({ length: 20 }, () => db.transaction(anna, (tx) => tx.query("select 1"))),
    );
    for (const one of refused) {
      expect(one).toMatchObject({ status: "rejected", reason: { code: "UNAVAILABLE", retryAfter: 1 } });
    }
    end.open();
    await Promise.all(held);
    await expect(db.transaction(anna, (tx) => tx.query("select 1 as one"))).resolves.toEqual([{ one: 1 }]);
    await db.close();
  });
});
