import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasNamespaces, withMounts } from "../../../packages/core/src/db/testing/namespaces.ts";
import { removeRunFolder, useRunFolder } from "./run-folder.mjs";

const { TMPDIR } = process.env;

/** What a run of its own would get. */
function newRunFolder() {
  process.env.TMPDIR = TMPDIR;
  const folder = useRunFolder();
  onTestFinished(() => {
    process.env.TMPDIR = TMPDIR;
    removeRunFolder(folder);
  });
  return folder;
}

test("temporary files of a run go into a folder of its own", () => {
  const folder = newRunFolder();
  expect(tmpdir()).toBe(folder);
  expect(existsSync(folder)).toBe(true);
  expect(useRunFolder()).toBe(folder);
});

test("folders of runs that have ended are removed, and those of running ones are kept", () => {
  const running = newRunFolder();
  const abandoned = join(dirname(running), "palimpsest-run-4194303-1-abcdef");
  const other = join(dirname(running), `other-${basename(running)}`);
  for (const folder of [abandoned, other]) mkdirSync(folder, { recursive: true });
  onTestFinished(() => removeRunFolder(other));
  newRunFolder();
  expect([abandoned, running, other].map(existsSync)).toEqual([false, true, true]);
});

test.runIf(hasNamespaces)(
  "a folder in which something is still mounted does not keep a run from starting",
  () => {
    const parent = dirname(newRunFolder());
    const abandoned = join(parent, "palimpsest-run-4194303-2-abcdef");
    const mounted = join(abandoned, "mounted");
    mkdirSync(mounted, { recursive: true });
    onTestFinished(() => removeRunFolder(abandoned));
    const [command, ...args] = withMounts(`mount -t tmpfs tmpfs "${mounted}"`);
    const script = `import { useRunFolder } from "${new URL("./run-folder.mjs", import.meta.url)}"; console.log(useRunFolder());`;
    const started = execFileSync(
      command,
      [...args, process.execPath, "--input-type=module", "--eval", script],
      {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        env: { ...process.env, TMPDIR },
      },
    );
    onTestFinished(() => removeRunFolder(started.trim()));
    expect(existsSync(mounted)).toBe(true);
  },
);
