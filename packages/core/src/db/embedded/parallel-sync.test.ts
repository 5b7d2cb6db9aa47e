import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { syncFiles } from "./sync-files.js";

interface ParallelSync {
  written(path: string): void;
  isSynced(path: string): boolean;
}
type Ask = (paths: string[], number: number) => void;
const { ParallelSync }: { ParallelSync: new (ask: Ask, answers: Int32Array) => ParallelSync } = await import(
  new URL("./parallel-sync.mjs", import.meta.url).href
);

const answering = (how: (number: number) => number) => {
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const asked: string[][] = [];
  const sync = new ParallelSync((paths: string[], number: number) => {
    asked.push(paths);
    Atomics.store(answers, 0, how(number));
  }, answers);
  return { sync, asked };
};

it("syncs all written files at the first, and each of them once", () => {
  const { sync, asked } = answering((number) => number);
  for (const path of ["a", "b", "c"]) sync.written(path);
  expect(["a", "b", "c", "a", "d"].map((path) => sync.isSynced(path))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(asked).toEqual([["a", "b", "c"]]);
});

it("does not count a file that was written again", () => {
  const { sync } = answering((number) => number);
  for (const path of ["a", "b"]) sync.written(path);
  expect(sync.isSynced("a")).toBe(true);
  sync.written("b");
  expect(sync.isSynced("b")).toBe(false);
});

it("leaves the files to the caller when syncing them failed", () => {
  const { sync } = answering((number) => -number);
  for (const path of ["a", "b"]) sync.written(path);
  expect([sync.isSynced("a"), sync.isSynced("b")]).toEqual([false, false]);
});

it("does not mind a file that was dropped, and reports one that cannot be synced", async () => {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-sync-"));
  const answers = new Int32Array(new SharedArrayBuffer(4));
  writeFileSync(join(folder, "a"), "text");
  await syncFiles([join(folder, "a"), join(folder, "dropped")], 7, answers);
  expect(answers[0]).toBe(7);
  await syncFiles([join(folder, "a", "not a folder")], 8, answers);
  expect(answers[0]).toBe(-8);
  rmSync(folder, { recursive: true });
});
