import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../connect.js";
import type { Database } from "../database.js";
import { Child } from "../testing/child.js";
import { embedded } from "../testing/embedded.js";
import { principal } from "../testing/principals.js";
import { seamSchema } from "../testing/seam-schema.js";
import type { TestDatabase, TestOptions } from "../testing/test-engine.js";

const insert = "insert into palimpsest.note (tenant_id, id) values ('a', $1)";
const anna = principal({ tenantId: "a" });
const idsIn = async (db: Database) =>
  (await db.transaction(anna, (tx) => tx.query<{ id: string }>("select id from palimpsest.note"))).map(
    ({ id }) => id,
  );

describe("processes on one data directory", () => {
  const cleanUp: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  });
  const open = async (options: TestOptions = {}): Promise<TestDatabase> => {
    const test = await embedded.open({ migrations: seamSchema, ...options });
    cleanUp.push(() => test.close());
    return test;
  };
  const child = async (): Promise<Child> => {
    const started = await Child.start();
    cleanUp.push(() => started.kill());
    return started;
  };

  it("see each other's writes at once, and lose none", async () => {
    const test = await open();
    const guests = await Promise.all([child(), child()]);
    const found = await Promise.all(guests.map((guest) => guest.open(test.options)));
    for (const one of found) expect(one).toMatchObject({ role: "guest", ownerPid: process.pid });
    await test.db.transaction(anna, (tx) => tx.query(insert, ["from-owner"]));
    for (const guest of guests) {
      expect(await guest.query("select id from palimpsest.note")).toEqual([{ id: "from-owner" }]);
    }
    await Promise.all(
      guests.flatMap((guest, g) =>
        Array.from({ length: 50 }, (_, at) => guest.query(insert, [`${g}-${at}`])),
      ),
    );
    expect(await idsIn(test.db)).toHaveLength(101);
  });

  it("make an absent directory once, also after one was killed while making it", async () => {
    const home = await mkdtemp(join(tmpdir(), "palimpsest-boot-"));
    cleanUp.push(() => rm(home, { recursive: true, force: true }));
    const options = { dataDir: join(home, "data"), relaxedDurability: true };
    const [killed, ...others] = await Promise.all([child(), child(), child()]);
    killed.open(options).catch(() => undefined);
    const hasBegun = async () =>
      (await readdir(home, { recursive: true })).some((name) => name.endsWith("PG_VERSION"));
    await vi.waitFor(async () => expect(await hasBegun()).toBe(true), { timeout: 60_000, interval: 5 });
    await killed.kill();
    const found = await Promise.all(others.map((one) => one.open(options)));
    expect(found.map(({ role }) => role).sort()).toEqual(["guest", "owner"]);
    expect(new Set(found.map(({ ownerPid }) => ownerPid)).size).toBe(1);
    expect(await readdir(home)).toEqual(["data"]);
    expect((await readdir(options.dataDir)).filter((name) => name.startsWith("."))).toEqual([".owner"]);
  });

  it("carry on when the owner is killed: one takes over, and nothing acknowledged is lost", async () => {
    const test = await open();
    await test.db.close();
    const owner = await child();
    expect(await owner.open(test.options)).toMatchObject({ role: "owner" });
    const guests = [await openDatabase(test.options), await openDatabase(test.options)];
    cleanUp.push(...guests.map((guest) => () => guest.close()));
    expect(guests.map((guest) => guest.status().role)).toEqual(["guest", "guest"]);

    const acknowledged: string[] = [];
    let refused = 0;
    let running = true;
    const writers = [...guests, ...guests, ...guests].map(async (guest, g) => {
      for (let at = 0; running; at++) {
        try {
          await guest.transaction(anna, (tx) => tx.query(insert, [`${g}-${at}`]));
          acknowledged.push(`${g}-${at}`);
        } catch (error) {
          expect(error).toMatchObject({ code: "UNAVAILABLE", retryAfter: 1 });
          refused++;
        }
      }
    });
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(50), 60_000);
    const before = acknowledged.length;
    await owner.kill();
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 50), 60_000);
    running = false;
    await Promise.all(writers);

    expect(refused).toBeLessThan(40);
    expect(guests.map((guest) => guest.status().role).sort()).toEqual(["guest", "owner"]);
    expect(await idsIn(guests[0]!)).toEqual(expect.arrayContaining(acknowledged));
  });

  it("carry on when the owner exits normally", async () => {
    const test = await open();
    await test.db.close();
    const owner = await child();
    await owner.open(test.options);
    const guest = await openDatabase(test.options);
    cleanUp.push(() => guest.close());
    await owner.query(insert, ["last-words"]);
    await owner.close();
    expect(await idsIn(guest)).toEqual(["last-words"]);
    expect(guest.status().role).toBe("owner");
  });

  it("are served while the owner's event loop is blocked, and do not take over", async () => {
    const test = await open();
    await test.db.close();
    const owner = await child();
    await owner.open(test.options);
    const guest = await openDatabase(test.options);
    cleanUp.push(() => guest.close());
    const block = await owner.block();
    await guest.transaction(anna, (tx) => tx.query(insert, ["meanwhile"]));
    const joined = await openDatabase(test.options);
    expect(joined.status()).toMatchObject({ role: "guest", ownerPid: owner.pid });
    await joined.close();
    await block.end();
  });

  it("are not blocked for long by one that stops in the middle of a transaction", async () => {
    const test = await open({ idleTimeoutMs: 500 });
    const guest = await child();
    await guest.open(test.options);
    await guest.stall(insert, ["half"]);
    process.kill(guest.pid, "SIGSTOP");
    expect(await idsIn(test.db)).toEqual([]);
  });
});
