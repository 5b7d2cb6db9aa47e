import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isAlive, processIdentity } from "../postgres/process-identity.mjs";

const MEMORY = "/dev/shm";
const NEEDED_BYTES = 2 * 1024 ** 3;
const PREFIX = "palimpsest-run-";

/**
 * Makes a folder for the temporary files of one test run, and makes it what `os.tmpdir()` returns in this process and
 * its children. A data directory has 1,000 files: copying it to a file system in memory takes a tenth of the time.
 */
export function useRunFolder() {
  // Vitest reads its configuration once for each project.
  if (basename(tmpdir()).startsWith(`${PREFIX}${process.pid}-`)) return tmpdir();
  process.env.PALIMPSEST_TEST_CACHE ||= join(tmpdir(), "palimpsest-test-cache");
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeAbandoned(parent);
  const { pid, started } = processIdentity(process.pid);
  const folder = mkdtempSync(join(parent, `${PREFIX}${pid}-${started ?? "x"}-`));
  process.env.TMPDIR = folder;
  return folder;
}

export function removeRunFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
}

/** Containers often have only 64 MB there. */
function hasRoom(path) {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= NEEDED_BYTES;
}

/** Folders of runs that were killed. One that cannot be removed, as while something is mounted in it, stays. */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid, started] = /^palimpsest-run-(\d+)-(\w+)-\w+$/.exec(name) ?? [];
    if (pid === undefined) continue;
    const owner = { pid: Number(pid), started: started === "x" ? null : started };
    if (isAlive(owner)) continue;
    try {
      removeRunFolder(join(parent, name));
    } catch ({ message }) {
      process.stderr.write(`The folder of an earlier test run is left: ${message}\n`);
    }
  }
}
