import { createHash } from "node:crypto";
import { lstat, mkdir } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { unavailable } from "../db-errors.js";

/** The name `pg` and `psql` look for in a socket directory at the default port. */
export const socketName = ".s.PGSQL.5432";

// sockaddr_un holds 104 bytes on macOS, 108 on Linux.
const longestPath = 100;

/**
 * A private directory with a short path for the engine's socket. The protocol has no password: whoever can open the
 * directory can read all data.
 */
export async function socketDirectory(dataDir: string): Promise<string> {
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const name = `palimpsest-${userInfo().uid}-${hash}`;
  const path = [tmpdir(), "/tmp"]
    .map((base) => join(base, name))
    .find((candidate) => join(candidate, socketName).length < longestPath);
  if (path === undefined)
    throw unavailable("No directory short enough for a socket; set TMPDIR to a short path.");
  await mkdir(path, { mode: 0o700, recursive: true });
  const info = await lstat(path);
  if (!info.isDirectory() || info.uid !== userInfo().uid || (info.mode & 0o077) !== 0) {
    throw unavailable(`${path} is open to other users; remove it and start again.`);
  }
  return path;
}
