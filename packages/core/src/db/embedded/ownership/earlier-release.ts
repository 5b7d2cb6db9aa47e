import { unusable } from "../data-directory.js";
import { isListening } from "../is-listening.js";
import { readRecord } from "./record-file.js";

/** The first release kept its lock beside the directory, and its socket where the lock says. */
export async function assertNoEarlierRelease(directory: string): Promise<void> {
  let lock: { pid?: unknown; socketDirectory?: unknown };
  try {
    lock = JSON.parse(readRecord(`${directory}.lock`) ?? "");
  } catch {
    return;
  }
  if (typeof lock.socketDirectory !== "string" || !(await isListening(lock.socketDirectory))) return;
  throw unusable(
    directory,
    `process ${String(lock.pid)} uses it, and is a palimpsest of an earlier release; stop it.`,
  );
}
