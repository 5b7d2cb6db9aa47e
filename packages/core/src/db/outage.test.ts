import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase } from "./connect.js";
import type { Database } from "./database.js";
import type { TestDatabase } from "./testing/index.js";
import { postgres } from "./testing/postgres.js";
import { principal } from "./testing/principals.js";
import { seamSchema } from "./testing/seam-schema.js";

const anna = principal({ tenantId: "a" });
const slowMachine = { timeout: 60_000 };

/** A proxy in front of the server, which a test can cut and restore: to the client that is a restart. */
class ServerProxy {
  #server: Server | undefined;
  #sockets = new Set<Socket>();
  port = 0;

  constructor(readonly target: URL) {}

  /** Lets connections through again, after it has reset so many new ones. */
  async open({ rejecting = 0 } = {}): Promise<void> {
    let left = rejecting;
    this.#server = createServer((near) => {
      if (left > 0) {
        left -= 1;
        near.resetAndDestroy();
        return;
      }
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.on("close", () => this.#sockets.delete(from));
      }
    });
    this.#server.listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = (this.#server.address() as AddressInfo).port;
  }

  /** Connections stay open, but nothing passes any more. */
  block(): void {
    for (const socket of this.#sockets) socket.unpipe();
  }

  async cut(): Promise<void> {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

describe("a Postgres server that goes away", () => {
  let test: TestDatabase;
  let proxy: ServerProxy;
  let db: Database;
  beforeAll(async () => {
    test = await postgres.open({ migrations: seamSchema });
    proxy = new ServerProxy(new URL(test.options.url!));
    await proxy.open();
    const limits = { acquireTimeoutMs: 800, statementTimeoutMs: 5_000 };
    db = await openDatabase({ url: proxyAddress(), poolSize: 3, ...limits });
  });
  afterAll(async () => {
    await db.close();
    await proxy.cut();
    await test.close();
  });
  afterEach(async () => expect(await ping()).toEqual([{ one: 1 }]));

  const proxyAddress = () => {
    const url = new URL(test.options.url!);
    url.hostname = "127.0.0.1";
    url.port = String(proxy.port);
    return url.toString();
  };
  const ping = () => db.transaction(anna, (tx) => tx.query("select 1 as one"));
  /** Statements that run long, once the server runs them. */
  const running = async (count: number) => {
    const sleep = () => db.transaction(anna, (tx) => tx.query("select pg_sleep(60)"));
    const settled = Promise.allSettled(Array.from({ length: count }, sleep));
    const sleeping = `select 1 from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`;
    await vi.waitFor(async () => expect(await test.ownerQuery(sleeping)).toHaveLength(count), slowMachine);
    return { settled };
  };
  const unavailable = { code: "UNAVAILABLE", retryAfter: 1 };

  it("fails running requests with a retry time, and serves the next one on a new connection", async () => {
    const { settled } = await running(2);
    await test.ownerQuery(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    for (const one of await settled) {
      expect(one).toMatchObject({ status: "rejected", reason: unavailable });
    }
  });

  it("fails requests while it is down, and serves the first one after its return", async () => {
    await Promise.all([ping(), ping(), ping()]);
    const { settled } = await running(1);
    await proxy.cut();
    expect((await settled)[0]).toMatchObject({ reason: unavailable });
    await expect(ping()).rejects.toMatchObject(unavailable);
    await proxy.open();
  });

  it("is waited for when it returns within the time to get a connection", async () => {
    await proxy.cut();
    await proxy.open({ rejecting: 1 });
    expect(await ping()).toEqual([{ one: 1 }]);
  });

  it("times out when the network drops its answers", async () => {
    const hasty = await openDatabase({ ...test.options, url: proxyAddress(), statementTimeoutMs: 100 });
    await hasty.transaction(anna, (tx) => tx.query("select 1"));
    proxy.block();
    const retried = await hasty.transaction(anna, (tx) => tx.query("select 1 as one"));
    expect(retried).toEqual([{ one: 1 }]);
    await hasty.close();
    await proxy.cut();
    await proxy.open();
  });

  it("cancels a statement that exceeds its time limit", async () => {
    const hasty = await openDatabase({ ...test.options, statementTimeoutMs: 200 });
    const late = hasty.transaction(anna, (tx) => tx.query("select pg_sleep(60)"));
    await expect(late).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await hasty.close();
  });

  it("ends an idle transaction at its time limit", async () => {
    const strict = await openDatabase({ ...test.options, idleTimeoutMs: 150 });
    const idle = strict.transaction(anna, async (tx) => {
      const [own] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
      const isThere = "select 1 from pg_stat_activity where pid = $1";
      await vi.waitFor(
        async () => expect(await test.ownerQuery(isThere, [own!.pid])).toEqual([]),
        slowMachine,
      );
      await tx.query("select 1");
    });
    await expect(idle).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await strict.close();
  });

  it("ends a wait for a lock at its time limit", async () => {
    const strict = await openDatabase({ ...test.options, lockTimeoutMs: 100 });
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
