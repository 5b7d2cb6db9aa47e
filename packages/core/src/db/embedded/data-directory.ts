import { constants, lstatSync, mkdirSync } from "node:fs";
import { access, lstat, mkdir, readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { PalimpsestError } from "@palimpsest/contract";
import { sqlState } from "../db-errors.js";

/** The PostgreSQL major version whose files the engine reads. */
export const engineMajor = 18;

export function unusable(directory: string, why: string, cause?: unknown): PalimpsestError {
  return new PalimpsestError("UNAVAILABLE", `The data directory ${directory} cannot be used: ${why}`, {
    cause,
  });
}

/** The canonical path of a directory, which need not exist yet. Makes its parent. */
export async function canonical(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    await makeDirectory(dirname(path));
    const parent = await realpath(dirname(path));
    return await realpath(path).catch((error) => {
      if (sqlState(error) === "ENOENT") return join(parent, basename(path));
      throw error;
    });
  } catch (error) {
    throw unusable(path, reason(error), error);
  }
}

/** Node's recursive mkdir never returns if a parent exists and cannot hold directories (/proc). */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (sqlState(error) === "EEXIST") return;
    if (sqlState(error) !== "ENOENT" || dirname(path) === path) throw error;
    await makeDirectory(dirname(path));
    await mkdir(path);
  }
}

/** Makes the directory for this user alone; keeps one that exists. A link is refused: it may lead anywhere. */
export function makePrivateDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (sqlState(error) !== "EEXIST") throw error;
    if (!lstatSync(path).isDirectory()) throw unusable(path, "it is not a directory; remove it.");
  }
}

/** Our own files beside the database, and that of an empty mounted volume. */
const notData = (name: string) => /^(\.owner|\.reserve|\.(new|try)-[0-9a-f]{8}|lost\+found)$/.test(name);

/** A complete new database that is being moved to its place; see first-boot.ts. */
export const readyName = ".ready";

/** Whether the directory holds a database. Throws if it cannot be used; changes nothing. */
export async function inspect(directory: string): Promise<"absent" | "present"> {
  try {
    const info = await stat(directory).catch((error) => {
      if (sqlState(error) === "ENOENT") return undefined;
      throw error;
    });
    if (info && !info.isDirectory()) throw unusable(directory, "it is a file; use a directory.");
    await access(info ? directory : dirname(directory), constants.W_OK | constants.X_OK);
    if (!info) {
      await assertNoLink(directory);
      return "absent";
    }
    const entries = (await readdir(directory)).filter((name) => !notData(name));
    if (entries.length === 0 || entries.includes(readyName)) return "absent";
    if (!entries.includes("PG_VERSION")) {
      throw unusable(directory, "it holds other files; use an empty or a new directory.");
    }
    await checkVersion(directory);
    return "present";
  } catch (error) {
    if (error instanceof PalimpsestError) throw error;
    throw unusable(directory, reason(error), error);
  }
}

async function assertNoLink(directory: string): Promise<void> {
  const link = await lstat(directory).catch(() => undefined);
  if (link)
    throw unusable(directory, "it is a symbolic link to a directory that does not exist; make that one.");
}

/**
 * Throws if the database belongs to another user, who could not open it any more after this one has. An empty directory
 * of another user is refused too, since that one can put anything into it; but a mounted volume may belong to root.
 */
export async function assertOwned(directory: string): Promise<void> {
  const owner = async (path: string) => (await lstat(path).catch(() => undefined))?.uid;
  const database = await owner(join(directory, "PG_VERSION"));
  const other = database ?? ((await owner(directory)) || undefined);
  const user = process.getuid?.();
  if (other === undefined || user === undefined || other === user) return;
  throw unusable(
    directory,
    `it belongs to user ${other} and this process runs as user ${user}. Run it as that user, or change the owner of the directory and all in it.`,
  );
}

async function checkVersion(directory: string): Promise<void> {
  const text = (await readFile(join(directory, "PG_VERSION"), "utf8")).trim();
  if (text === String(engineMajor)) return;
  if (!/^\d{1,3}$/.test(text))
    throw unusable(directory, "its PG_VERSION is damaged; restore it from a backup.");
  throw unusable(
    directory,
    `it was written by engine version ${text} and this palimpsest reads version ${engineMajor}. ` +
      "To move: with the palimpsest that wrote it, palimpsest export --out backup.jsonl; with this one, " +
      "palimpsest import backup.jsonl --data-dir and a new directory.",
  );
}

/** What the file system says to a socket that it cannot hold. */
const noSockets = new Set(["EPERM", "EACCES", "EOPNOTSUPP", "ENOTSUP", "EINVAL", "ENOSYS"]);

export function reason(error: unknown): string {
  const state = sqlState(error);
  // The directory for the socket was made just before, so this user may write there.
  if (noSockets.has(state ?? "") && (error as NodeJS.ErrnoException).syscall === "listen")
    return "its file system takes no sockets, by which a store is kept from being opened twice; use a directory on a local disk.";
  if (state === "EACCES" || state === "EPERM")
    return "this user may not write there; change its owner or mode.";
  if (state === "EROFS") return "it is on a read-only file system.";
  if (state === "ENOTDIR") return "part of its path is a file.";
  if (state === "ENOSPC") return "its disk is full.";
  return `the file system answers ${state ?? "with an unknown error"}.`;
}
