import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { readyName } from "./data-directory.js";

/** Where a new database is made: in its directory, which may be a mounted volume. */
export const newDraft = (directory: string) => join(directory, `.new-${randomBytes(4).toString("hex")}`);

/** Finishes or removes what an interrupted first boot has left. Only for the owner. */
export async function finishFirstBoot(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (/^\.(new|try)-[0-9a-f]{8}$/.test(name))
      await rm(join(directory, name), { recursive: true, force: true });
  }
  if (existsSync(join(directory, readyName))) await moveIn(directory);
}

/**
 * Moves a complete new database to its place, after it has been synced to disk. The rename to `.ready` decides: a first
 * boot that ends before it starts over, and one that ends after it is finished at the next start.
 */
export async function install(draft: string, directory: string, relaxedDurability: boolean): Promise<void> {
  if (!relaxedDurability) await flushTree(draft);
  await rename(draft, join(directory, readyName));
  if (!relaxedDurability) await flush(directory);
  await moveIn(directory);
  if (!relaxedDurability) await flush(directory);
}

/** PG_VERSION comes last: it says that a database is there. */
async function moveIn(directory: string): Promise<void> {
  const ready = join(directory, readyName);
  const isVersion = (name: string) => Number(name === "PG_VERSION");
  for (const name of (await readdir(ready)).sort((a, b) => isVersion(a) - isVersion(b))) {
    await rename(join(ready, name), join(directory, name));
  }
  await rmdir(ready);
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
