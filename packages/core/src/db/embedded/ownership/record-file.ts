import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;

/** Opens a file for writing, or makes it anew; but no file elsewhere through a link. */
export const writeFlags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

const largest = 64 * 1024;

/** A small file's text; undefined if there is no such file. A pipe would block, a link may lead elsewhere. */
export function readRecord(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const info = fstatSync(file);
    return info.isFile() && info.size <= largest ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
