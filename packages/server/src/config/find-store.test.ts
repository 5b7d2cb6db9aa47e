import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findStore } from "./find-store.js";
import { loadConfig } from "./load-config.js";
import { storeAndReason, storeName } from "./store-name.js";

let home: string;
let inner: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "palimpsest-find-")));
  inner = join(home, "project", "src");
  mkdirSync(inner, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A store as palimpsest makes it, but without a database. */
function store(folder: string, mode = 0o700): string {
  const path = join(folder, ".palimpsest");
  mkdirSync(path);
  writeFileSync(join(path, "PG_VERSION"), "18");
  chmodSync(path, mode);
  return path;
}

const configIn = (directory: string, env = {}) =>
  loadConfig({ XDG_DATA_HOME: "/data", ...env }, () => directory);

test("finds the store of the directory, or of the nearest one above, and else uses the user's", () => {
  expect(configIn(inner)).toMatchObject({ dataDir: "/data/palimpsest", dataDirFrom: "user" });
  const outer = store(home);
  expect(configIn(inner)).toMatchObject({ dataDir: outer, dataDirFrom: "directory" });
  const nearer = store(join(home, "project"));
  expect(configIn(inner).dataDir).toBe(nearer);
  expect(configIn(home).dataDir).toBe(outer);
});

test("takes an empty directory that was made by hand", () => {
  mkdirSync(join(home, ".palimpsest"), { mode: 0o755 });
  expect(findStore(inner)).toBe(join(home, ".palimpsest"));
});

const refused: [string, (folder: string) => void, RegExp][] = [
  [
    "a file",
    (folder) => writeFileSync(join(folder, ".palimpsest"), ""),
    /is not a directory, so it is no store/,
  ],
  ["a link to a store", (folder) => symlinkSync(store(inner), join(folder, ".palimpsest")), /is a link/],
  ["a link to nothing", (folder) => symlinkSync("/nowhere", join(folder, ".palimpsest")), /is a link/],
  ["one that others can write", (folder) => void store(folder, 0o777), /written by other users.*chmod 700/],
  [
    "one with contents that others can read",
    (folder) => void store(folder, 0o755),
    /others wrote.*chmod 700/,
  ],
];

test.each(refused)("refuses %s, and opens no other store instead", (_, make, message) => {
  make(join(home, "project"));
  for (const directory of [join(home, "project"), inner].slice(0, _ === "a link to a store" ? 1 : 2)) {
    expect(() => configIn(directory)).toThrow(message);
    expect(() => configIn(directory)).toThrow(join(home, "project", ".palimpsest"));
  }
});

test.skipIf(process.geteuid?.() !== 0)("refuses a store of another user, also for root", () => {
  chownSync(store(home), 4711, 4711);
  expect(() => configIn(inner)).toThrow(
    /belongs to another user \(uid 4711; you are 0\)\. Nothing was opened/,
  );
});

test.skipIf(process.geteuid?.() === 0)("refuses a store and a directory that it may not read", () => {
  chmodSync(store(home), 0o000);
  expect(() => configIn(inner)).toThrow(/cannot be read and written by you/);
  chmodSync(join(home, "project"), 0o000);
  expect(() => configIn(inner)).toThrow(/Cannot look for a store at .* \(EACCES\)/);
  chmodSync(join(home, "project"), 0o700);
});

test("a setting wins, so that a foreign store in the way does not matter", () => {
  symlinkSync("/nowhere", join(home, ".palimpsest"));
  const names = [
    { PALIMPSEST_URL: "http://user:secret@host:1/path" },
    { DATABASE_URL: "postgres://user:secret@db:5433/memory" },
    { DATABASE_URL: "postgres:///memory?host=/run/postgresql" },
    { PALIMPSEST_DATA_DIR: "/elsewhere" },
  ].map((env) => storeName(configIn(inner, env)));
  expect(names).toEqual([
    "http://host:1",
    "Postgres db:5433/memory",
    "Postgres /run/postgresql/memory",
    "/elsewhere",
  ]);
});

test("names the store and why it is used", () => {
  expect(storeAndReason(configIn(inner))).toMatch(/^\/data\/palimpsest \(your user's/);
  const path = store(home);
  expect(storeAndReason(configIn(inner))).toBe(`${path} (of the directory you are in)`);
});

test("says so if the working directory is gone", () => {
  const gone = () => {
    throw new Error("ENOENT: uv_cwd");
  };
  expect(() => loadConfig({}, gone)).toThrow(/no longer exists/);
});
