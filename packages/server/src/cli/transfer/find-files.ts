import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { UsageError } from "../usage-error.js";

export interface FoundFile {
  path: string;
  /** What it is called below the path that was given: the same file has the same name in the next run. */
  name: string;
  bytes: number;
  changedAt: Date;
}

/** The files that paths name: each file, and all files of a folder, except hidden ones, in the order of their names. */
export async function findFiles(paths: string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (info === undefined) throw new UsageError(`There is no file or folder ${path}.`);
    if (!info.isDirectory()) {
      found.push({ path, name: basename(path), bytes: info.size, changedAt: info.mtime });
      continue;
    }
    for (const inner of await filesIn(path)) {
      const { size, mtime } = await stat(inner);
      const name = relative(path, inner).split(sep).join("/");
      found.push({ path: inner, name, bytes: size, changedAt: mtime });
    }
  }
  return found;
}

/** Links are not followed: they may lead out of the folder, or round in a circle. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const shown = entries.filter(({ name }) => !name.startsWith("."));
  const inner = await Promise.all(
    shown
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return filesIn(path);
        return entry.isFile() ? [path] : [];
      }),
  );
  return inner.flat();
}
