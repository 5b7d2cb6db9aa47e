import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claim, currentOwner, lockPath, type Owner } from "./owner-lock.js";
import { thisProcess } from "./process-identity.js";

describe("the lock on a data directory", () => {
  let home: string;
  let directory: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "palimpsest-lock-"));
    directory = join(home, "data");
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const leave = (owner: Partial<Owner>) =>
    writeFileSync(
      lockPath(directory),
      JSON.stringify({ ...thisProcess(), token: "old", socketDirectory: "/nowhere", ...owner }),
    );

  it("goes to the first process, and tells the second where that one is", () => {
    const first = claim(directory, "/run/first");
    const second = claim(directory, "/run/second");
    expect(first.mine).toBe(true);
    expect(second).toMatchObject({ mine: false, owner: { pid: process.pid, socketDirectory: "/run/first" } });
    expect(readFileSync(lockPath(directory), "utf8")).toContain(`"pid":${process.pid}`);
  });

  it("is free again after release, and leaves no files", () => {
    const first = claim(directory, "/run/first");
    if (first.mine) first.release();
    expect(readdirSync(home)).toEqual([]);
    expect(claim(directory, "/run/second").mine).toBe(true);
  });

  it("is taken over from a process that is dead", () => {
    leave({ pid: 2 ** 22 + 1 });
    expect(claim(directory, "/run/next").mine).toBe(true);
    expect(readdirSync(home)).toEqual(["data.lock"]);
  });

  it.runIf(thisProcess().startTime !== null)(
    "is taken over when the pid now belongs to another process",
    () => {
      leave({ startTime: "1" });
      expect(claim(directory, "/run/next").mine).toBe(true);
    },
  );

  it("is never taken from a live process, however old the file", () => {
    leave({});
    utimesSync(lockPath(directory), new Date(0), new Date(0));
    expect(claim(directory, "/run/next").mine).toBe(false);
    expect(currentOwner(directory)?.token).toBe("old");
  });

  it("is never taken from a process on another host, and the error names it", () => {
    leave({ host: `not-${hostname()}`, pid: 2 ** 22 + 1 });
    expect(() => claim(directory, "/run/next")).toThrow(/host not-.*delete .*data\.lock/);
  });

  it("is taken over after the process that was removing a dead lock died itself", () => {
    leave({ pid: 2 ** 22 + 1 });
    const reaper = { ...thisProcess(), pid: 2 ** 22 + 2, token: "reaper", socketDirectory: "/nowhere" };
    writeFileSync(`${lockPath(directory)}.old.1`, JSON.stringify(reaper));
    expect(claim(directory, "/run/next").mine).toBe(true);
    expect(readdirSync(home)).toEqual(["data.lock"]);
  });

  it("is refused with what to do when its file is damaged", () => {
    writeFileSync(lockPath(directory), "{");
    expect(() => claim(directory, "/run/next", 2)).toThrow(/damaged.*delete that file/);
    expect(readdirSync(home)).toEqual(["data.lock"]);
  });

  it("is not released by one who no longer holds it", () => {
    const first = claim(directory, "/run/first");
    leave({ token: "another" });
    if (first.mine) first.release();
    expect(currentOwner(directory)?.token).toBe("another");
  });
});
