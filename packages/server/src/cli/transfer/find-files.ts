import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { UsageError } from "../usage-error.js";

export interface FoundFile {
  /** Absolute and without links: the same file has the same path however it was named. */
  path: string;
  /** What it is called below the path that was given. */
  name: string;
  bytes: number;
  changedAt: Date;
}

/** What is in a folder and is not read. */
export interface SkippedEntry {
  name: string;
  reason: string;
}

export interface Found {
  files: FoundFile[];
  skipped: SkippedEntry[];
}

/** The files that paths name: each file, and all files of a folder in the order of their names. */
export async function findFiles(paths: string[]): Promise<Found> {
  const found: Found = { files: [], skipped: [] };
  for (const given of paths) {
    const path = await realpath(given).catch(() => undefined);
    if (path === undefined) throw new UsageError(`There is no file or folder ${given}.`);
    const info = await stat(path);
    if (info.isDirectory()) await addFolder(path, "", found);
    else if (info.isFile())
      found.files.push({ path, name: basename(given), bytes: info.size, changedAt: info.mtime });
    // A pipe or a device may never end.
    else throw new UsageError(`${given} is no regular file. Save what it holds in a file and name that.`);
  }
  return found;
}

async function addFolder(folder: string, prefix: string, found: Found): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    // The folder that was asked for itself must be there.
    if (prefix === "") throw new UsageError(`The folder ${folder} cannot be read (${error.code}).`);
    found.skipped.push({ name: prefix, reason: unreadable(prefix, error) });
    return [];
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const name = `${prefix}${entry.name}`;
    const reason = whySkipped(entry);
    if (reason !== undefined) found.skipped.push({ name: entry.isDirectory() ? `${name}/` : name, reason });
    else if (entry.isDirectory()) await addFolder(path, `${name}/`, found);
    else {
      await stat(path).then(
        ({ size, mtime }) => found.files.push({ path, name, bytes: size, changedAt: mtime }),
        (error: NodeJS.ErrnoException) => found.skipped.push({ name, reason: unreadable(name, error) }),
      );
    }
  }
}

/** Links are not followed: they may lead out of the folder, or round in a circle. */
function whySkipped(entry: Dirent): string | undefined {
  if (entry.name.startsWith(".")) return "is hidden; name it to ingest it";
  if (entry.isSymbolicLink()) return "is a symbolic link, which is not followed; name it to ingest it";
  return entry.isFile() || entry.isDirectory() ? undefined : "is no regular file";
}

/** A name that is no UTF-8 is read with replacement characters, and a file of that name is not there. */
function unreadable(name: string, { code }: NodeJS.ErrnoException): string {
  return name.includes("\ufffd") && code === "ENOENT"
    ? "has a name that is not valid UTF-8; rename it to ingest it"
    : `cannot be read (${code})`;
}
