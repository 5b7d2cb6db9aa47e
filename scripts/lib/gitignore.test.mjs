import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./bootstrap.mjs";
import { temporaryFolder } from "./testing/temporary-folder.mjs";

test.each([".palimpsest/PG_VERSION", ".palimpsest/.owner/1/alive"])(
  "git ignores %s, which `npm start` makes",
  (path) => {
    const folder = temporaryFolder("gitignore-");
    const git = (...args) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
    git("init", "--quiet");
    copyFileSync(join(root, ".gitignore"), join(folder, ".gitignore"));
    expect(git("check-ignore", path).trim()).toBe(path);
  },
);
