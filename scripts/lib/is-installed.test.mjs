import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isInstalled } from "./is-installed.mjs";
import { temporaryFolder } from "./testing/temporary-folder.mjs";

function checkout(locked, installed) {
  const root = temporaryFolder("is-installed-");
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: locked }));
  if (!installed) return root;
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "node_modules", ".package-lock.json"), JSON.stringify({ packages: installed }));
  return root;
}

test("a checkout without node_modules is not installed", () => {
  expect(isInstalled(checkout({ "node_modules/a": { version: "1.0.0" } }))).toBe(false);
});

test("an installation that matches the lock file is complete without the packages of other platforms", () => {
  const locked = {
    "": {},
    "node_modules/a": { version: "1.0.0" },
    "node_modules/a-win32": { version: "1.0.0", optional: true },
  };
  expect(isInstalled(checkout(locked, { "node_modules/a": { version: "1.0.0" } }))).toBe(true);
});

test("a changed version in the lock file needs a new installation", () => {
  const locked = { "node_modules/a": { version: "1.0.1" } };
  expect(isInstalled(checkout(locked, { "node_modules/a": { version: "1.0.0" } }))).toBe(false);
});
