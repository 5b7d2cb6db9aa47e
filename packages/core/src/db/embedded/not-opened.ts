import { existsSync } from "node:fs";
import type { PalimpsestError } from "@palimpsest/contract";
import { unusable } from "./data-directory.js";
import type { Loss } from "./ownership/ownership.js";
import { cannotWrite, diskFull, isLow } from "./resources/space.js";

export const losses: Record<Loss, string> = {
  gone: "it was renamed or deleted while it was in use. The engine has stopped; what was stored is where the directory is now.",
  replaced: "another directory has been put in its place while it was in use. The engine has stopped.",
  taken: "another process has become its owner. The engine of this process has stopped.",
};

/**
 * Why the engine could not be opened. A backup is needed only if the files are damaged, and a disk that takes no more looks
 * much the same from here.
 */
export async function notOpened(directory: string, isNew: boolean, cause: unknown): Promise<PalimpsestError> {
  if (!existsSync(directory)) return unusable(directory, losses.gone, cause);
  if (isLow(directory)) return diskFull(directory, "the engine cannot be opened", cause);
  const refused = await cannotWrite(directory, cause);
  if (refused) return refused;
  const detail = cause instanceof Error ? cause.message : String(cause);
  const advice = isNew
    ? "There was no data in it yet; try again."
    : "Nothing was changed. Try again; if that fails too, its files are damaged: restore a backup.";
  return unusable(directory, `the engine cannot open it (${detail}). ${advice}`, cause);
}
