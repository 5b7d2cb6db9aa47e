import { randomBytes, randomFillSync } from "node:crypto";
import { existsSync, rmSync, statfsSync, statSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { PalimpsestError } from "@palimpsest/contract";
import { sqlState } from "../../db-errors.js";
import { reason, unusable } from "../data-directory.js";

const megabyte = 1024 ** 2;

/**
 * Below this, writes are refused. The engine ends if it cannot make the next segment of its log, of 16 MB, in the middle
 * of a transaction; and a transaction that has begun may still write.
 */
export const lowBytes = 48 * megabyte;

/** The same for inodes: the engine makes files as its tables grow. */
export const lowFiles = 64;

/** Of the log. */
const segmentBytes = 16 * megabyte;

/** Kept in a file, and freed when the engine has to be opened on a disk that is full: recovery writes too. */
const reserveBytes = 32 * megabyte;

/** What a new database takes, with its log. */
const firstBootBytes = 160 * megabyte;
const firstBootFiles = 2_000;

const reserveFile = (directory: string) => join(directory, ".reserve");

/** Some file systems count no inodes; then there is no limit. */
function freeSpace(directory: string): { bytes: number; files: number } {
  const { bavail, bsize, files, ffree } = statfsSync(directory);
  return { bytes: bavail * bsize, files: files > 0 ? ffree : Number.POSITIVE_INFINITY };
}

export function isLow(directory: string): boolean {
  const { bytes, files } = freeSpace(directory);
  return bytes < lowBytes || files < lowFiles;
}

/** Gives the engine the reserve if the disk is full, and throws if a new database has no room. */
export function makeRoom(directory: string, isNew: boolean): void {
  const { bytes, files } = freeSpace(directory);
  if (isNew && bytes < firstBootBytes) throw diskFull(directory, `a new store needs ${show(firstBootBytes)}`);
  if (isNew && files < firstBootFiles)
    throw diskFull(directory, `a new store makes about ${firstBootFiles} files`);
  if (isLow(directory)) rmSync(reserveFile(directory), { force: true });
}

/**
 * Takes the reserve, if there is room for it several times over. Only beside the database, on its device: another file
 * system may have been mounted over the directory since the owner has looked.
 */
export async function keepReserve(directory: string): Promise<void> {
  const path = reserveFile(directory);
  const { bytes, files } = freeSpace(directory);
  const database = statSync(join(directory, "PG_VERSION"), { throwIfNoEntry: false });
  if (!database || existsSync(path) || bytes < lowBytes + 3 * reserveBytes || files < 2 * lowFiles) return;
  await fill(path, reserveBytes, database.dev);
}

/** Makes a file of this size, on the given device or on any. */
async function fill(path: string, bytes: number, device?: number): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    const { dev } = await file.stat();
    if (dev !== (device ?? dev)) throw new Error("the directory is another one by now");
    // Random, since some file systems store zeros in no space.
    const part = randomFillSync(Buffer.alloc(megabyte));
    for (let written = 0; written < bytes; written += part.length) await file.appendFile(part);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

const spent = new Set(["ENOSPC", "EDQUOT"]);

/**
 * Why the engine cannot make the next segment of its log, or undefined if it can. Quotas and limits of a process do not
 * show in the free space. What a quota leaves no room for may have it at the next try, since the reserve is given up.
 */
export async function cannotWrite(directory: string, cause: unknown): Promise<PalimpsestError | undefined> {
  const trial = join(directory, `.try-${randomBytes(4).toString("hex")}`);
  try {
    await fill(trial, segmentBytes);
    await rm(trial, { force: true });
    return undefined;
  } catch (error) {
    const state = sqlState(error) ?? "";
    if (spent.has(state)) rmSync(reserveFile(directory), { force: true });
    if (spent.has(state)) return diskFull(directory, "a quota leaves no room for more", cause);
    const limited = `this process may not make files of ${show(segmentBytes)}. Raise its limit (ulimit -f).`;
    const why = state === "EFBIG" ? limited : reason(error);
    return unusable(directory, `${why} What was stored is intact.`, cause);
  }
}

export function diskFull(directory: string, why: string, cause?: unknown): PalimpsestError {
  const { bytes, files } = freeSpace(directory);
  const free = files < firstBootFiles ? `${show(bytes)} and ${files} inodes` : show(bytes);
  return new PalimpsestError(
    "STORAGE_FULL",
    `The disk of the data directory ${directory} is full: ${free} are free, and ${why}. Free some space and try again; what was stored is intact.`,
    { cause },
  );
}

const show = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`;
