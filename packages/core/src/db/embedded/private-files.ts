import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sqlState } from "../db-errors.js";

const wanted = (isDirectory: boolean) => (isDirectory ? 0o700 : 0o600);

/** Undefined for what another process has removed or renamed meanwhile. */
function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error) => {
    if (sqlState(error) === "ENOENT") return undefined;
    throw error;
  });
}

/** The paths of a data directory that other users may read or write. Links and sockets are not looked at. */
export async function openToOthers(directory: string): Promise<string[]> {
  const open: string[] = [];
  const look = async (path: string) => {
    const info = await ifThere(lstat(path));
    if (!info || !(info.isDirectory() || info.isFile())) return;
    if ((info.mode & 0o077) !== 0) open.push(path);
    if (!info.isDirectory()) return;
    for (const name of (await ifThere(readdir(path))) ?? []) await look(join(path, name));
  };
  await look(directory);
  return open;
}

/** Closes the data directory to other users, as far as this user may: a mounted volume can belong to another. */
export async function closeToOthers(directory: string): Promise<void> {
  for (const path of await openToOthers(directory)) {
    const info = await ifThere(lstat(path));
    if (!info) continue;
    await ifThere(chmod(path, wanted(info.isDirectory()))).catch((error) => {
      if (path !== directory || sqlState(error) !== "EPERM") throw error;
    });
  }
}
