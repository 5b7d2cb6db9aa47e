import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unavailable } from "../../db-errors.js";

// sockaddr_un holds 104 bytes on macOS and 108 on Linux, and Node cuts longer paths off without an error.
const longestPath = 100;

export interface SocketPath {
  /** The directory, by a path that is short enough for the sockets in it. */
  path: string;
  release(): void;
}

/**
 * The directory itself, or, if its path is too long for a socket, a symbolic link to it in a new private directory.
 * `longest` is the longest name in the directory that is needed.
 */
export function socketPath(directory: string, longest: string): SocketPath {
  const fits = (base: string) => Buffer.byteLength(join(base, longest)) <= longestPath;
  if (fits(directory)) return { path: directory, release: () => undefined };
  const base = [tmpdir(), "/tmp"].find((candidate) => fits(join(candidate, "palimpsest-XXXXXX", "d")));
  if (base === undefined) throw unavailable("No directory is short enough for a socket; set TMPDIR to one.");
  const home = mkdtempSync(join(base, "palimpsest-"));
  const path = join(home, "d");
  symlinkSync(directory, path);
  return { path, release: () => rmSync(home, { recursive: true, force: true }) };
}
