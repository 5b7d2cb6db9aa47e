import { execFile } from "node:child_process";
import { open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sqlState } from "../db-errors.js";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where a new database is made: beside its final place, so that a rename can move it there. */
export const draftOf = (directory: string, token: string) => `${directory}.new-${token}`;

/** Removes what interrupted first boots have left. Only for the holder of the lock. */
export async function removeDrafts(directory: string): Promise<void> {
  const parent = dirname(directory);
  const prefix = `${basename(directory)}.new-`;
  const isDraft = (name: string) => name.startsWith(prefix) && uuid.test(name.slice(prefix.length));
  for (const name of await readdir(parent)) {
    if (isDraft(name)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Moves a complete new database to its place, after it has been synced to disk. */
export async function install(draft: string, directory: string, relaxedDurability: boolean): Promise<void> {
  if (!relaxedDurability) await flushTree(draft);
  await rmdir(directory).catch((error) => {
    if (sqlState(error) !== "ENOENT") throw error;
  });
  await rename(draft, directory);
  if (!relaxedDurability) await flush(dirname(directory));
}

/** Uses coreutils' sync if there is one: a syncfs is far cheaper than 1,000 fsyncs. */
async function flushTree(directory: string): Promise<void> {
  const synced = await new Promise<boolean>((resolve) => {
    execFile("sync", ["-f", directory], { timeout: 20_000 }, (error) => resolve(error === null));
  });
  if (synced) return;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    await flush(join(entry.parentPath, entry.name));
  }
  await flush(directory);
}

async function flush(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
