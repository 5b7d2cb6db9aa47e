import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { sqlState } from "../db-errors.js";
import { unusable } from "./data-directory.js";
import { liveness, type ProcessIdentity, thisProcess } from "./process-identity.js";

/** What the lock file says of the directory's owner. */
export interface Owner extends ProcessIdentity {
  token: string;
  socketDirectory: string;
}

export type Claim = { mine: true; owner: Owner; release(): void } | { mine: false; owner: Owner };

/** Beside the directory, not in it: it must exist before the directory does. */
export const lockPath = (directory: string) => `${directory}.lock`;

/**
 * Become the directory's owner, or learn who is. A lock is taken over only from a process that is known
 * to be dead, never by age: an owner deep in a long statement looks idle.
 *
 * Files appear whole (written aside, then hard-linked), and a dead owner's lock is removed only by the
 * holder of a reaper file named after that lock's token, so that no two processes can both believe that
 * they replaced it and neither can remove a lock made meanwhile.
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
      throw unusable(directory, `${where} holds it. If that is gone for good, delete ${path}.`);
    }
    reap(directory, path, owner, mine);
  }
  throw unusable(
    directory,
    `its lock file ${path} is damaged. If no palimpsest runs on it, delete that file.`,
  );
}

/** The owner as the lock file has it now, alive or not. */
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

/** Create the file with its whole content, or leave the one that is there. */
function create(directory: string, path: string, content: Owner): boolean {
  const draft = `${path}.${content.token}.draft`;
  try {
    write(draft, content);
    try {
      linkSync(draft, path);
    } catch (error) {
      // A file system without hard links: created in place, and whole only a moment later.
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

/** What the file says; undefined if it is not there, or not whole yet. */
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
