import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type DatabaseOptions, openDatabase } from "../../connect.js";
import { Child } from "../../testing/child.js";
import { migratedDataDir } from "../../testing/embedded.js";
import { hasNamespaces, hasOverlays, inPidNamespace, overlay, withMounts } from "../../testing/namespaces.js";
import { seamSchema } from "../../testing/seam-schema.js";
import { ownerHome } from "./claim.js";
import { latest, names } from "./generations.js";
import { readOwner } from "./owner.js";

const insert = "insert into palimpsest.note (tenant_id, id) values ('a', $1)";
const count = "select count(*)::int as count from palimpsest.note";

describe("a second process on a data directory", () => {
  const cleanUp: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
  });
  const child = async (wrapper: string[] = []) => {
    const started = await Child.start(wrapper);
    cleanUp.push(() => started.kill());
    return started;
  };
  const store = async () => {
    const { home, dataDir } = await migratedDataDir(seamSchema);
    cleanUp.push(() => rm(home, { recursive: true, force: true }));
    return { home, options: { dataDir, relaxedDurability: true } };
  };
  const write = async (who: Child, prefix: string) => {
    for (let at = 0; at < 30; at++) await who.query(insert, [`${prefix}-${at}`]);
  };

  /** Tries the two in turn: each sees what the other writes, and nothing is lost over a restart. */
  const share = async (owner: Child, guest: Child, options: DatabaseOptions, guestOptions = options) => {
    expect(await owner.open(options)).toMatchObject({ role: "owner" });
    await write(owner, "owner");
    expect(await guest.open(guestOptions)).toMatchObject({ role: "guest" });
    await write(guest, "guest");
    expect(await owner.query(count)).toEqual([{ count: 60 }]);
    await Promise.all([owner.kill(), guest.kill()]);
    const after = await openDatabase(options);
    cleanUp.push(() => after.close());
    // A process in a namespace of its own may outlive the command that started it for a moment.
    await vi.waitFor(async () => {
      expect(await after.owner((tx) => tx.query(count))).toEqual([{ count: 60 }]);
      expect(after.status()).toMatchObject({ role: "owner" });
    }, 60_000);
  };

  it.runIf(hasNamespaces)("joins an owner that is in another PID namespace", async () => {
    const { options } = await store();
    await share(await child(), await child(inPidNamespace), options);
  });

  it.runIf(hasNamespaces)("joins an owner that it does not see from its own PID namespace", async () => {
    const { options } = await store();
    await share(await child(inPidNamespace), await child(inPidNamespace), options);
  });

  it.runIf(hasNamespaces)("joins the owner when it sees the directory under another mount path", async () => {
    const { home, options } = await store();
    const other = join(home, "mounted");
    mkdirSync(other);
    const guest = await child(withMounts(`mount --bind ${options.dataDir} ${other}`));
    await share(await child(), guest, options, { ...options, dataDir: other });
  });

  it.runIf(hasOverlays)(
    "is refused while the owner uses the directory through an overlay over it",
    async () => {
      const { home, options } = await store();
      const mounted = join(home, "mounted");
      for (const name of ["lower", "work", "mounted"]) mkdirSync(join(home, name));
      const owner = await child(withMounts(overlay(home, options.dataDir, mounted)));
      expect(await owner.open({ ...options, dataDir: mounted })).toMatchObject({ role: "owner" });
      await expect(openDatabase(options)).rejects.toThrow(/uses it and cannot be reached from here/);
      await write(owner, "owner");
      expect(await owner.query(count)).toEqual([{ count: 30 }]);
    },
  );

  it("joins the owner by a path that is too long for a socket, and by a symbolic link", async () => {
    const { home, options } = await store();
    const long = join(home, "d".repeat(60), "e".repeat(60));
    mkdirSync(join(home, "d".repeat(60)));
    await rename(options.dataDir, long);
    execFileSync("ln", ["-s", long, join(home, "link")]);
    const linked = { ...options, dataDir: join(home, "link") };
    await share(await child(), await child(), { ...options, dataDir: long }, linked);
  });

  it("takes over at once from a dead owner that had another host name", async () => {
    const { options } = await store();
    const owner = await child();
    await owner.open(options);
    await write(owner, "owner");
    await owner.kill();
    const home = ownerHome(options.dataDir);
    const left = join(home, String(latest(home)));
    writeFileSync(
      join(left, names.owner),
      JSON.stringify({ ...readOwner(left), host: `not-${hostname()}`, pid: 1 }),
    );
    const next = await child();
    expect(await next.open(options)).toMatchObject({ role: "owner" });
    expect(await next.query(count)).toEqual([{ count: 30 }]);
  });

  it("opens a copy of a directory in use as another store", async () => {
    const { home, options } = await store();
    const owner = await child();
    await owner.open(options);
    const copy = { ...options, dataDir: join(home, "copy") };
    execFileSync("cp", ["-R", options.dataDir, copy.dataDir]);
    const other = await child();
    expect(await other.open(copy)).toMatchObject({ role: "owner", ownerPid: other.pid });
  });

  it("is told that the owner is stopped, opens nothing, and goes on when the owner does", async () => {
    const { options } = await store();
    const owner = await child();
    await owner.open(options);
    const guest = await openDatabase({ ...options, acquireTimeoutMs: 500, statementTimeoutMs: 500 });
    cleanUp.push(() => guest.close());
    const ping = () => guest.anonymous((tx) => tx.query("select 1 as one"));
    await ping();
    owner.signal("SIGSTOP");
    const tasks = `/proc/${owner.pid}/task`;
    const isStopped = (task: string) => readFileSync(join(tasks, task, "stat"), "utf8").includes(") T ");
    await vi.waitFor(() => expect(readdirSync(tasks).every(isStopped)).toBe(true), 60_000);
    // On the connection that it has, and on a new one.
    for (const _ of [1, 2]) {
      await expect(ping()).rejects.toMatchObject({
        code: "UNAVAILABLE",
        message: expect.stringMatching(new RegExp(`process ${owner.pid} .*which is stopped; .*kill -CONT`)),
        retryAfter: undefined,
      });
    }
    expect(guest.status().role).toBe("guest");
    owner.signal("SIGCONT");
    expect(await ping()).toEqual([{ one: 1 }]);
  });

  it("does not open a directory that a process of the first release has in use", async () => {
    const { options } = await store();
    const owner = await child();
    const other = await store();
    await owner.open(other.options);
    writeFileSync(
      `${options.dataDir}.lock`,
      JSON.stringify({ pid: owner.pid, socketDirectory: ownerHome(other.options.dataDir) }),
    );
    await expect(openDatabase(options)).rejects.toThrow(/an earlier release; stop it/);
    expect(readdirSync(options.dataDir)).toContain("PG_VERSION");
  });
});
