import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../connect.js";
import type { Database } from "../database.js";
import { Child } from "../testing/child.js";
import { migratedDataDir } from "../testing/embedded.js";
import { hasNamespaces, withMounts } from "../testing/namespaces.js";
import { principal } from "../testing/principals.js";
import { seamSchema } from "../testing/seam-schema.js";
import { socketName } from "./is-listening.js";
import { ownerHome } from "./ownership/claim.js";

const insert = "insert into palimpsest.note (tenant_id, id) values ('a', $1)";
const anna = principal({ tenantId: "a" });
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === "linux";

describe("a data directory", () => {
  let home: string;
  let dataDir: string;
  const cleanUp: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    ({ home, dataDir } = await migratedDataDir(seamSchema));
  });
  afterEach(async () => {
    for (const step of cleanUp.splice(0).reverse()) await step();
    await rm(home, { recursive: true, force: true });
  });
  const open = async (): Promise<Database> => {
    const db = await openDatabase({ dataDir });
    cleanUp.push(() => db.close());
    return db;
  };
  const write = (db: Database, id: string) => db.transaction(anna, (tx) => tx.query(insert, [id]));
  const ids = async (db: Database) =>
    (await db.transaction(anna, (tx) => tx.query<{ id: string }>("select id from palimpsest.note"))).map(
      ({ id }) => id,
    );

  it("that is renamed while it is served stops its owner, and keeps what was acknowledged", async () => {
    const db = await open();
    await write(db, "before");
    await rename(dataDir, join(home, "elsewhere"));
    expect((await db.lost).message).toMatch(/it was renamed or deleted while it was in use/);
    await expect(write(db, "after")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(existsSync(dataDir)).toBe(false);
    dataDir = join(home, "elsewhere");
    expect(await ids(await open())).toEqual(["before"]);
  });

  it("that is deleted while it is served stops its owner, which makes no new one", async () => {
    const db = await open();
    await write(db, "before");
    rmSync(dataDir, { recursive: true });
    await expect(write(db, "into the void")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect((await db.lost).message).toMatch(/it was renamed or deleted while it was in use/);
    await expect(ids(db)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(existsSync(join(dataDir, "PG_VERSION"))).toBe(false);
  });

  it("whose socket is removed gets a new one, and says so", async () => {
    const db = await open();
    rmSync(join(ownerHome(dataDir), socketName));
    await vi.waitFor(() => expect(db.status().socketsRemade).toBe(1), { timeout: 60_000 });
    const guest = await open();
    expect(guest.status().role).toBe("guest");
    await write(guest, "by the new socket");
    expect(await ids(db)).toEqual(["by the new socket"]);
  });

  it("whose files of the owner are removed while it writes goes on, with the same engine", async () => {
    const db = await open();
    const written: string[] = [];
    for (let removed = 0; removed < 2; removed++) {
      rmSync(ownerHome(dataDir), { recursive: true });
      while (db.status().socketsRemade === removed) {
        written.push(`note ${written.length}`);
        await write(db, written.at(-1)!);
      }
    }
    expect(db.status()).toMatchObject({ role: "owner", restarts: 0, socketsRemade: 2 });
    expect((await ids(await open())).toSorted()).toEqual(written.toSorted());
  });

  it.runIf(isRoot)("of another user is refused to one who could open it, and left unchanged", async () => {
    execFileSync("chown", ["-R", "65534", dataDir]);
    await expect(open()).rejects.toThrow(/it belongs to user 65534 and this process runs as user 0/);
    const theirs = execFileSync("find", [dataDir, "-not", "-uid", "65534"], { encoding: "utf8" });
    expect(theirs).toBe("");
  });

  it.runIf(isRoot)(
    "that is empty and belongs to another user is refused, and nothing is put into it",
    async () => {
      dataDir = join(home, "theirs");
      mkdirSync(dataDir, { mode: 0o777 });
      execFileSync("chown", ["65534", dataDir]);
      await expect(open()).rejects.toThrow(/it belongs to user 65534 and this process runs as user 0/);
      expect(readdirSync(dataDir)).toEqual([]);
    },
  );

  it.runIf(hasNamespaces)("on a read-only file system is refused with that reason", async () => {
    const child = await Child.start(
      withMounts(`mount --bind ${dataDir} ${dataDir} && mount -o remount,ro,bind ${dataDir}`),
    );
    cleanUp.push(() => child.kill());
    await expect(child.open({ dataDir })).rejects.toThrow(/read-only file system/);
  });

  it.runIf(isLinux)("that takes no more, though its disk has room, is not said to be damaged", async () => {
    const child = await Child.start(["prlimit", "--fsize=100000"]);
    cleanUp.push(() => child.kill());
    await expect(child.open({ dataDir })).rejects.toMatchObject({
      message: expect.stringMatching(/may not make files of 16 MB.*ulimit -f.*What was stored is intact\.$/),
    });
    await child.kill();
    expect(readdirSync(dataDir).filter((name) => name.startsWith(".try"))).toEqual([]);
    expect(await ids(await open())).toEqual([]);
  });

  it.runIf(hasNamespaces)("that is an empty mounted volume becomes a store", async () => {
    const volume = join(home, "volume");
    mkdirSync(volume);
    const mounts = `mount --bind ${home} ${home} && mount -o remount,ro,bind ${home} && mount -t tmpfs -o size=300m none ${volume} && mkdir ${volume}/lost+found`;
    const child = await Child.start(withMounts(mounts));
    cleanUp.push(() => child.kill());
    expect(await child.open({ dataDir: volume })).toMatchObject({ role: "owner" });
  });

  it("that is a symbolic link to nothing is refused with what to do", async () => {
    symlinkSync(join(home, "nothing"), join(home, "link"));
    dataDir = join(home, "link");
    await expect(open()).rejects.toThrow(/symbolic link to a directory that does not exist; make that one/);
  });

  it("whose owner's file is random bytes opens and loses nothing", async () => {
    const first = await openDatabase({ dataDir });
    await write(first, "kept");
    await first.close();
    for (const name of readdirSync(ownerHome(dataDir))) {
      writeFileSync(join(ownerHome(dataDir), name, "owner.json"), Buffer.from([0, 255, 123, 34]));
    }
    expect(await ids(await open())).toEqual(["kept"]);
  });
});
