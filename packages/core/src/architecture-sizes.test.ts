import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const maxLines = 250;
const maxFilesInFolder = 15;

const packages = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const files = readdirSync(packages, { recursive: true, encoding: "utf8" })
  .filter((path) => /^[a-z]+\/src\/.*\.ts$/.test(path) && !/node_modules|\.generated\.ts$/.test(path))
  .sort();

it("reads the files of all packages", () => {
  expect(files.length).toBeGreaterThan(500);
});

it(`no file has more than ${maxLines} lines`, () => {
  const lines = (path: string) => readFileSync(join(packages, path), "utf8").split("\n").length - 1;
  expect(files.filter((path) => lines(path) > maxLines)).toEqual([]);
});

it(`no folder has more than ${maxFilesInFolder} source files`, () => {
  const folders = new Map<string, number>();
  for (const path of files.filter((name) => !/\.test\.ts$/.test(name))) {
    folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  }
  expect([...folders].filter(([, count]) => count > maxFilesInFolder)).toEqual([]);
});
