import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "./connect.js";
import type { Database } from "./database.js";
import type { TestDatabase } from "./testing/index.js";
import { postgres } from "./testing/postgres.js";
import { principal } from "./testing/principals.js";
import { seamSchema } from "./testing/seam-schema.js";

const anna = principal({ tenantId: "a" });

/** The way to the server, which a test can cut and restore: a restart as the client sees it. */
class Road {
  #server: Server | undefined;
  #cars = new Set<Socket>();
  port = 0;

  constructor(readonly target: URL) {}

  async open(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#cars.add(from);
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.on("close", () => this.#cars.delete(from));
      }
    });
    this.#server.listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = (this.#server.address() as AddressInfo).port;
  }

  /** Connections stay, and nothing comes through any more. */
  block(): void {
    for (const car of this.#cars) car.unpipe();
  }

  async cut(): Promise<void> {
    this.#server?.close();
    for (const car of this.#cars) car.destroy();
  }
}

describe("a Postgres server that goes away", () => {
  let test: TestDatabase;
  let road: Road;
  let db: Database;
  beforeAll(async () => {
    test = await postgres.open({ migrations: seamSchema });
    road = new Road(new URL(test.options.url!));
    await road.open();
    const limits = { acquireTimeoutMs: 800, statementTimeoutMs: 5_000 };
    db = await openDatabase({ url: addressOnRoad(), poolSize: 3, ...limits });
  });
  afterAll(async () => {
    await db.close();
    await road.cut();
    await test.close();
  });
  afterEach(async () => expect(await ping()).toEqual([{ one: 1 }]));

  const addressOnRoad = () => {
    const url = new URL(test.options.url!);
    url.hostname = "127.0.0.1";
    url.port = String(road.port);
    return url.toString();
  };
  const ping = () => db.transaction(anna, (tx) => tx.query("select 1 as one"));
  const sleep = () => db.transaction(anna, (tx) => tx.query("select pg_sleep(20)"));

  it("fails running requests with a retry time, and serves the next one on a new connection", async () => {
    const running = [sleep(), sleep()];
    const settled = Promise.allSettled(running);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await test.ownerQuery(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    for (const one of await settled) {
      expect(one).toMatchObject({ status: "rejected", reason: { code: "UNAVAILABLE", retryAfter: 1 } });
    }
  });

  it("answers in bounded time while it is down, and the first request after its return succeeds", async () => {
    await Promise.all([ping(), ping(), ping()]);
    const running = sleep().catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await road.cut();
    expect(await running).toMatchObject({ code: "UNAVAILABLE", retryAfter: 1 });
    const began = Date.now();
    await expect(ping()).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfter: 1 });
    expect(Date.now() - began).toBeLessThan(2_000);
    await road.open();
  });

  it("is waited for when it returns within the time to get a connection", async () => {
    await road.cut();
    const early = ping();
    setTimeout(() => void road.open(), 200);
    expect(await early).toEqual([{ one: 1 }]);
  });

  it("times out when the network drops its answers", async () => {
    const hasty = await openDatabase({ ...test.options, url: addressOnRoad(), statementTimeoutMs: 100 });
    await hasty.transaction(anna, (tx) => tx.query("select 1"));
    road.block();
    const began = Date.now();
    const retried = await hasty.transaction(anna, (tx) => tx.query("select 1 as one"));
    expect(retried).toEqual([{ one: 1 }]);
    expect(Date.now() - began).toBeLessThan(4_000);
    await hasty.close();
    await road.cut();
    await road.open();
  });

  it("cancels a statement that exceeds its time limit", async () => {
    const hasty = await openDatabase({ ...test.options, statementTimeoutMs: 200 });
    const began = Date.now();
    const late = hasty.transaction(anna, (tx) => tx.query("select pg_sleep(20)"));
    await expect(late).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(Date.now() - began).toBeLessThan(2_000);
    await hasty.close();
  });

  it("ends an idle transaction and a wait for a lock at their time limits", async () => {
    const strict = await openDatabase({ ...test.options, idleTimeoutMs: 150, lockTimeoutMs: 100 });
    const idle = strict.transaction(anna, async (tx) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await tx.query("select 1");
    });
    await expect(idle).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await strict.transaction(anna, async (tx) => {
      await tx.query("insert into palimpsest.note (tenant_id, id) values ('a', 'locked')");
      const second = strict.transaction(anna, (other) =>
        other.query("insert into palimpsest.note (tenant_id, id) values ('a', 'locked')"),
      );
      await expect(second).rejects.toMatchObject({ code: "UNAVAILABLE" });
    });
    await strict.close();
  });

  it("shows our application name to its administrator", async () => {
    const named = await openDatabase({ ...test.options, applicationName: "palimpsest-named", poolSize: 1 });
    await named.transaction(anna, (tx) => tx.query("select 1"));
    const seen = await test.ownerQuery(
      "select application_name from pg_stat_activity where application_name = 'palimpsest-named'",
    );
    expect(seen).toHaveLength(1);
    await named.close();
  });
});
