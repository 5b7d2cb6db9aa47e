import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { sqlState } from "../db-errors.js";
import { unusable } from "./data-directory.js";
import { liveness, type ProcessIdentity, thisProcess } from "./process-identity.js";

/** The owner of a directory, as its lock file names it. */
export interface Owner extends ProcessIdentity {
  token: string;
  socketDirectory: string;
}

export type Claim = { mine: true; owner: Owner; release(): void } | { mine: false; owner: Owner };

/** Beside the directory, since it must exist before the directory does. */
export const lockPath = (directory: string) => `${directory}.lock`;

/**
 * Becomes the owner of the directory, or returns the present one. A lock is taken over only from a process that is
 * known to be dead, never because of its age: an owner in the middle of a long statement looks idle.
 *
 * Lock files are written elsewhere and then hard-linked, so they are always complete. A dead owner's lock is removed
 * only by the holder of a file named after that lock's token, so that no two processes can both replace it and neither
 * can remove a newer lock.
 */
export function claim(directory: string, socketDirectory: string, attempts = 100): Claim {
  const path = lockPath(directory);
  const mine: Owner = { ...thisProcess(), token: randomUUID(), socketDirectory };
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) sleep(20);
    if (create(directory, path, mine)) return { mine: true, owner: mine, release: () => release(path, mine) };
    const owner = read(path);
    if (!owner) continue;
    const state = liveness(owner);
    if (state === "alive") return { mine: false, owner };
    if (state === "unknown") {
      const where = `process ${owner.pid} on host ${owner.host}`;
      throw unusable(directory, `${where} holds its lock. If that process has ended, delete ${path}.`);
    }
    reap(directory, path, owner, mine);
  }
  throw unusable(
    directory,
    `its lock file ${path} is damaged. If no palimpsest uses the directory, delete that file.`,
  );
}

/** The owner that the lock file names, alive or not. */
export function currentOwner(directory: string): Owner | undefined {
  return read(lockPath(directory));
}

function release(path: string, mine: Owner): void {
  if (read(path)?.token === mine.token) unlinkSync(path);
}

function reap(directory: string, path: string, dead: Owner, mine: Owner): void {
  const claims: string[] = [];
  for (let at = 1; ; at++) {
    const file = `${path}.${dead.token}.${at}`;
    claims.push(file);
    if (create(directory, file, mine)) break;
    const other = read(file);
    if (!other) return;
    if (liveness(other) !== "dead") return;
  }
  if (read(path)?.token === dead.token) unlinkSync(path);
  for (const file of claims) rmSync(file, { force: true });
}

/** Creates the file with its whole content. Returns false if it exists already. */
function create(directory: string, path: string, content: Owner): boolean {
  const draft = `${path}.${content.token}.draft`;
  try {
    write(draft, content);
    try {
      linkSync(draft, path);
    } catch (error) {
      // On a file system without hard links the file is created in place, and complete a moment later.
      if (!noLinks.has(sqlState(error) ?? "")) throw error;
      write(path, content);
    } finally {
      unlinkSync(draft);
    }
    return true;
  } catch (error) {
    if (sqlState(error) === "EEXIST") return false;
    throw unusable(directory, `its lock file ${path} cannot be written (${sqlState(error)}).`, error);
  }
}

const noLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

function write(path: string, content: Owner): void {
  writeFileSync(path, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: "wx" });
}

/** The content of the file; undefined if it is missing or not complete yet. */
function read(path: string): Owner | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (sqlState(error) === "ENOENT") return undefined;
    throw unusable(
      path,
      `it cannot be read (${sqlState(error)}); another user's palimpsest may hold it.`,
      error,
    );
  }
  try {
    return JSON.parse(text) as Owner;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
