import { mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Child } from "../testing/child.js";
import { migratedDataDir } from "../testing/embedded.js";
import { hasNamespaces, withMounts } from "../testing/namespaces.js";
import { seamSchema } from "../testing/seam-schema.js";

const insert =
  "insert into palimpsest.note (tenant_id, id, body) values ('a', $1, to_jsonb(repeat($1, 20000)))";
const ids = "select id from palimpsest.note order by id";
const megabyte = 1024 ** 2;

describe.runIf(hasNamespaces)("a data directory on a disk that gets full", () => {
  let home: string;
  let volume: string;
  let child: Child;
  beforeEach(async () => {
    const { home: made, dataDir } = await migratedDataDir(seamSchema);
    home = made;
    volume = join(home, "volume");
    await mkdir(volume);
    const mount = `mount -t tmpfs -o size=260m,nr_inodes=4000 none ${volume} && cp -R ${dataDir} ${volume}/data`;
    child = await Child.start(withMounts(mount));
  });
  afterEach(async () => {
    await child.kill();
    await rm(home, { recursive: true, force: true });
  });

  /** The volume as the child sees it. */
  const inside = (name: string) => join(`/proc/${child.pid}/root`, volume, name);
  const free = () => {
    const { bavail, bsize } = statfsSync(inside(""));
    return bavail * bsize;
  };
  const fillUpTo = (left: number) => {
    try {
      writeFileSync(inside("filler"), Buffer.alloc(Math.max(0, free() - left)));
    } catch (error) {
      // The child has written meanwhile: then the disk is as full as can be.
      expect(error).toMatchObject({ code: "ENOSPC" });
    }
  };
  const write = (id: string) =>
    child.query(insert, [id]).then(
      () => "stored",
      (error: { code?: string }) => error.code ?? "failed",
    );

  it("refuses writes and goes on reading, and takes writes again when there is space", async () => {
    await child.open({ dataDir: join(volume, "data") });
    const stored: string[] = [];
    for (let at = 10; at < 20; at++)
      if ((await write(`before-${at}`)) === "stored") stored.push(`before-${at}`);
    expect(stored).toHaveLength(10);
    fillUpTo(20 * megabyte);
    await vi.waitFor(async () => expect((await child.status()).full).toBe(true), { timeout: 60_000 });
    expect(await write("refused")).toBe("STORAGE_FULL");
    expect((await child.query(ids)).map(({ id }) => id)).toEqual(stored);
    rmSync(inside("filler"));
    await vi.waitFor(async () => expect(await write("later")).toBe("stored"), { timeout: 60_000 });
    expect((await child.query(ids)).map(({ id }) => id)).toEqual([...stored, "later"]);
    expect((await child.status()).restarts).toBe(0);
  });

  it("keeps what was acknowledged when it gets full in the middle of many writes", async () => {
    await child.open({ dataDir: join(volume, "data") });
    const stored: string[] = [];
    const refused = new Set<string>();
    for (let at = 1000; at < 1400; at++) {
      if (at === 1100) fillUpTo(3 * megabyte);
      const outcome = await write(`n-${at}`);
      if (outcome === "stored") stored.push(`n-${at}`);
      else refused.add(outcome);
    }
    expect(stored.length).toBeLessThan(400);
    expect([...refused]).toEqual(["STORAGE_FULL"]);
    expect((await child.query(ids)).map(({ id }) => id)).toEqual(stored);
    rmSync(inside("filler"));
    await vi.waitFor(async () => expect(await write("o-later")).toBe("stored"), { timeout: 60_000 });
    expect((await child.query(ids)).map(({ id }) => id)).toEqual([...stored, "o-later"]);
  });

  it("refuses writes while no more files can be made, and takes them again when they can", async () => {
    await child.open({ dataDir: join(volume, "data") });
    expect(await write("before")).toBe("stored");
    const { ffree } = statfsSync(inside(""));
    mkdirSync(inside("files"));
    for (let at = 0; at < ffree - 30; at++) writeFileSync(inside(`files/${at}`), "");
    await vi.waitFor(async () => expect((await child.status()).full).toBe(true), { timeout: 60_000 });
    expect(await write("refused")).toBe("STORAGE_FULL");
    expect(await child.query(ids)).toEqual([{ id: "before" }]);
    rmSync(inside("files"), { recursive: true });
    await vi.waitFor(async () => expect(await write("later")).toBe("stored"), { timeout: 60_000 });
  });

  it("is opened again while it is full, after its process was killed", async () => {
    await child.open({ dataDir: join(volume, "data") });
    expect(await write("kept")).toBe("stored");
    const reserve = () => statSync(inside("data/.reserve")).size;
    await vi.waitFor(() => expect(reserve()).toBe(32 * megabyte), { timeout: 60_000 });
    fillUpTo(0);
    await vi.waitFor(async () => expect((await child.status()).full).toBe(true), { timeout: 60_000 });
    const second = await Child.start(["nsenter", `--mount=/proc/${child.pid}/ns/mnt`]);
    try {
      await child.kill();
      child = second;
      expect(await second.open({ dataDir: join(volume, "data") })).toMatchObject({ role: "owner" });
      expect(await second.query(ids)).toEqual([{ id: "kept" }]);
      expect(await write("refused")).toBe("STORAGE_FULL");
    } finally {
      await second.kill();
    }
  });

  it("is refused with what a new store needs when there is no room for one", async () => {
    fillUpTo(100 * megabyte);
    await expect(child.open({ dataDir: join(volume, "new") })).rejects.toMatchObject({
      code: "STORAGE_FULL",
      message: expect.stringMatching(
        /is full: \d+ MB are free, and a new store needs 160 MB\. Free some space/,
      ),
    });
  });
});
