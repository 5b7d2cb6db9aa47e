import { execFile } from "node:child_process";
import { open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sqlState } from "../db-errors.js";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where a new database is made, beside its final place so that a rename can move it there. */
export const draftOf = (directory: string, token: string) => `${directory}.new-${token}`;

/** Remove what first boots left that were killed half-way. Only for the holder of the lock. */
export async function removeDrafts(directory: string): Promise<void> {
  const parent = dirname(directory);
  const prefix = `${basename(directory)}.new-`;
  const isDraft = (name: string) => name.startsWith(prefix) && uuid.test(name.slice(prefix.length));
  for (const name of await readdir(parent)) {
    if (isDraft(name)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Put a complete new database in place, on disk before it is visible. */
export async function install(draft: string, directory: string, relaxedDurability: boolean): Promise<void> {
  if (!relaxedDurability) await flushTree(draft);
  await rmdir(directory).catch((error) => {
    if (sqlState(error) !== "ENOENT") throw error;
  });
  await rename(draft, directory);
  if (!relaxedDurability) await flush(dirname(directory));
}

/** One syncfs by coreutils' sync is far cheaper than a thousand fsyncs; without it, file by file. */
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
