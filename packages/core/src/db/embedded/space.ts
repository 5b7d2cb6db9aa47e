import { randomFillSync } from "node:crypto";
import { existsSync, rmSync, statfsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { PalimpsestError } from "@palimpsest/contract";

const megabyte = 1024 ** 2;

/**
 * Below this, writes are refused. The engine ends if it cannot make the next segment of its log, of 16 MB, in the middle
 * of a transaction; and a transaction that has begun may still write.
 */
export const lowBytes = 48 * megabyte;

/** Kept in a file, and freed when the engine has to be opened on a disk that is full: recovery writes too. */
const reserveBytes = 32 * megabyte;

/** What a new database takes, with its log. */
const firstBootBytes = 160 * megabyte;

const reserveFile = (directory: string) => join(directory, ".reserve");

export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** Gives the engine the reserve if the disk is full, and throws if a new database has no room. */
export function makeRoom(directory: string, isNew: boolean): void {
  const free = freeBytes(directory);
  if (isNew && free < firstBootBytes) throw diskFull(directory, `a new store needs ${show(firstBootBytes)}`);
  if (free < lowBytes) rmSync(reserveFile(directory), { force: true });
}

/** Takes the reserve, if there is room for it several times over. */
export async function keepReserve(directory: string): Promise<void> {
  const path = reserveFile(directory);
  if (existsSync(path) || freeBytes(directory) < lowBytes + 3 * reserveBytes) return;
  const file = await open(path, "wx", 0o600);
  try {
    // Random, since some file systems store zeros in no space.
    const part = randomFillSync(Buffer.alloc(megabyte));
    for (let written = 0; written < reserveBytes; written += part.length) await file.write(part);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

export function diskFull(directory: string, why: string, cause?: unknown): PalimpsestError {
  return new PalimpsestError(
    "STORAGE_FULL",
    `The disk of the data directory ${directory} is full: ${show(freeBytes(directory))} are free, and ${why}. Free some space and try again; what was stored is intact.`,
    { cause },
  );
}

const show = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`;
