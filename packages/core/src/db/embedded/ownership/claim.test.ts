import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Claim, claim, ownerHome } from "./claim.js";
import { latest, names } from "./generations.js";
import { type Owner, readOwner } from "./owner.js";
import { publish } from "./publish.js";

describe("the ownership of a data directory", () => {
  let folder: string;
  let directory: string;
  const held: Claim[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "palimpsest-own-"));
    directory = join(folder, "data");
  });
  afterEach(() => {
    for (const one of held.splice(0)) if (one.mine) one.held.release();
    rmSync(folder, { recursive: true });
  });

  const ask = async (at = directory) => {
    const claimed = await claim(at, {
      short: ownerHome(at),
      mayOwn: async () => undefined,
      watchMs: 400,
      returnMs: 400,
    });
    held.push(claimed);
    return claimed;
  };
  const place = (at = directory) => join(ownerHome(at), String(latest(ownerHome(at))));
  /** Leaves what an owner leaves that was killed. */
  const leaveDead = async (says: Partial<Owner> = {}) => {
    const claimed = await ask();
    if (!claimed.mine) throw new Error("there is an owner");
    claimed.held.release();
    rmSync(join(place(), names.released));
    const owner = readOwner(place());
    writeFileSync(join(place(), names.owner), JSON.stringify({ ...owner, ...says }));
    return place();
  };

  it("goes to the first process, and tells the second who that is", async () => {
    expect((await ask()).mine).toBe(true);
    expect(await ask()).toMatchObject({ mine: false, owner: { pid: process.pid } });
  });

  it("is refused where no socket can be made, with the reason", async () => {
    const asked = claim(directory, {
      // The system answers this as it answers a file system without sockets, such as sshfs.
      short: join(folder, "missing"),
      mayOwn: async () => undefined,
    });
    await expect(asked).rejects.toThrow("its file system takes no sockets");
    expect(readdirSync(ownerHome(directory))).toEqual([]);
  });

  it("is free at once after it was released", async () => {
    const first = await ask();
    if (first.mine) first.held.release();
    expect((await ask()).mine).toBe(true);
  });

  it("is not taken back by a look at it that comes after its release", async () => {
    const first = await ask();
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "PG_VERSION"), "18");
    if (!first.mine) throw new Error("there is an owner");
    const looking = first.held.renew();
    first.held.release();
    expect([await looking, await first.held.renew(), latest(ownerHome(directory))]).toEqual([
      undefined,
      undefined,
      1,
    ]);
  });

  it.each(["owner", "heartbeat"] as const)(
    "does not wait for a pipe in the place of its %s",
    async (file) => {
      const dead = await leaveDead();
      rmSync(join(dead, names[file]));
      execFileSync("mkfifo", [join(dead, names[file])]);
      expect((await ask()).mine).toBe(true);
    },
  );

  it("writes and removes nothing through links", async () => {
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(join(elsewhere, "1"), { recursive: true });
    mkdirSync(directory);
    symlinkSync(elsewhere, ownerHome(directory));
    await expect(ask()).rejects.toThrow(/\.owner cannot be used: it is not a directory; remove it/);
    expect(readdirSync(elsewhere)).toEqual(["1"]);
    rmSync(ownerHome(directory));
    const claimed = await ask();
    writeFileSync(join(folder, "file"), "untouched");
    rmSync(join(place(), names.heartbeat));
    symlinkSync(join(folder, "file"), join(place(), names.heartbeat));
    if (claimed.mine) await claimed.held.renew().catch(() => undefined);
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("untouched");
  });

  it("goes to one of many that ask at once, also for a directory whose owner is dead", async () => {
    for (let round = 0; round < 10; round++) {
      const all = await Promise.all(Array.from({ length: 20 }, () => ask()));
      const owners = all.filter(({ mine }) => mine);
      expect(owners).toHaveLength(1);
      for (const one of owners) if (one.mine) one.held.release();
    }
    expect(readdirSync(ownerHome(directory)).length).toBeLessThanOrEqual(2);
  });

  it("is not got by a process that was slow and uses a number that is over", async () => {
    for (let at = 0; at < 3; at++) {
      const claimed = await ask();
      if (claimed.mine) claimed.held.release();
    }
    await ask();
    const home = ownerHome(directory);
    expect(latest(home)).toBe(4);
    for (const late of [1, 2, 3, 4]) expect(await publish(home, home, late)).toBeUndefined();
    expect(latest(home)).toBe(4);
  });

  it("of a copy of the directory does not depend on the owner of the original", async () => {
    await ask();
    const copy = join(folder, "copy");
    mkdirSync(copy);
    cpSync(ownerHome(directory), ownerHome(copy), {
      recursive: true,
      filter: (path) => !path.endsWith(names.alive),
    });
    expect((await ask(copy)).mine).toBe(true);
  });

  it("passes on when the heartbeat of an owner on another machine has stopped", async () => {
    await leaveDead({ host: "another", kernel: "another" });
    expect((await ask()).mine).toBe(true);
  });

  it("is refused while the heartbeat of an owner on another machine moves", async () => {
    const left = await leaveDead({ host: "another", kernel: "another", pid: 7 });
    let count = 0;
    const beating = setInterval(() => writeFileSync(join(left, names.heartbeat), String(++count)), 50);
    await expect(ask()).rejects.toThrow(/process 7 on host another uses it and cannot be reached from here/);
    clearInterval(beating);
    expect(readFileSync(join(left, names.owner), "utf8")).toContain("another");
    expect(latest(ownerHome(directory))).toBe(1);
  });

  it("is refused while the heartbeat moves and the socket is gone", async () => {
    const left = await leaveDead();
    let count = 0;
    const beating = setInterval(() => writeFileSync(join(left, names.heartbeat), String(++count)), 50);
    await expect(ask()).rejects.toThrow(/cannot be reached from here/);
    clearInterval(beating);
  });

  it("does not depend on clocks", async () => {
    const left = await leaveDead({ host: "another", kernel: "another" });
    for (const count of ["9999999999999999", "not a number"]) {
      writeFileSync(join(left, names.heartbeat), count);
    }
    expect((await ask()).mine).toBe(true);
  });

  it.each([
    ["what the owner said is damaged", (left: string) => writeFileSync(join(left, names.owner), "\u0000{")],
    ["its directory is empty", (left: string) => readdirSync(left).map((name) => rmSync(join(left, name)))],
    ["its socket is a text file", (left: string) => writeFileSync(join(left, names.alive), "hello")],
  ])("passes on from a dead owner when %s", async (_, damage) => {
    damage(await leaveDead());
    expect((await ask()).mine).toBe(true);
  });

  it("is made anew when its files are removed while it is held", async () => {
    const first = await ask();
    if (!first.mine) throw new Error("there is an owner");
    writeFileSync(join(directory, "PG_VERSION"), "18");
    rmSync(ownerHome(directory), { recursive: true });
    const second = ask();
    expect(await first.held.renew()).toBe("renewed");
    expect(await second).toMatchObject({ mine: false });
    expect(await first.held.renew()).toBeUndefined();
  });

  it("is lost when the directory is moved, replaced by a copy, or taken by a later owner", async () => {
    const first = await ask();
    if (!first.mine) throw new Error("there is an owner");
    expect(await first.held.renew()).toBeUndefined();
    const home = ownerHome(directory);
    const later = await publish(home, home, 2);
    writeFileSync(join(directory, "PG_VERSION"), "18");
    rmSync(join(home, "1"), { recursive: true });
    expect(await first.held.renew()).toBe("taken");
    later?.server.close();
    rmSync(directory, { recursive: true });
    expect(await first.held.renew()).toBe("gone");
  });
});
