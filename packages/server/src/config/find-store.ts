import { accessSync, constants, lstatSync, readdirSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { invalidSetting } from "./invalid-setting.js";
import { shellWord } from "./shell-word.js";

const storeFolder = ".palimpsest";
const instead = "Name the store to use with --data-dir or PALIMPSEST_DATA_DIR.";

/**
 * The store of a directory, found as git finds a repository: `.palimpsest` in it, or in the nearest directory above.
 * Refuses one that may hold what somebody else wrote, since agents would read that as their own memory.
 */
export function findStore(directory: string): string | undefined {
  const path = join(directory, storeFolder);
  const found = look(path);
  if (found !== undefined) return assertOwn(path, found);
  const above = dirname(directory);
  return above === directory ? undefined : findStore(above);
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw invalidSetting(
      `Cannot look for a store at ${path} (${code}). ${instead} Or change to another directory.`,
      error,
    );
  }
}

function assertOwn(path: string, found: Stats): string {
  const refuse = (why: string, what = instead) => invalidSetting(`${path} ${why}. ${what}`);
  if (found.isSymbolicLink()) throw refuse("is a link, which is not followed");
  if (!found.isDirectory()) throw refuse("is not a directory, so it is no store");
  const user = process.geteuid?.();
  // Windows has neither owners by number nor modes.
  if (user === undefined) return path;
  if (found.uid !== user) {
    throw refuse(
      `belongs to another user (uid ${found.uid}; you are ${user})`,
      `Nothing was opened. ${instead}`,
    );
  }
  if ((found.mode & 0o022) !== 0) {
    throw refuse("can be written by other users", `If it is yours alone, run: chmod 700 ${shellWord(path)}`);
  }
  if (!mayUse(path))
    throw refuse(
      "cannot be read and written by you",
      "Check its mode, or name another store with --data-dir.",
    );
  // A store closes itself to others whenever it is opened, but a clone or an archive unpacks with wider modes.
  if ((found.mode & 0o077) !== 0 && readdirSync(path).length > 0) {
    throw refuse(
      "was not made by palimpsest on this machine, since other users can read it: it may hold memories that others wrote",
      `If you trust them, run: chmod 700 ${shellWord(path)}`,
    );
  }
  return path;
}

function mayUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
