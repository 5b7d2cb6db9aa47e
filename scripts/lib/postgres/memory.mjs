import { readFileSync, statSync } from "node:fs";
import { freemem } from "node:os";
import { capture, succeeds } from "../run.mjs";

const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Puts what will be in an empty directory into memory, if there is enough of it and the right to mount. Each test
 * database is a folder of 300 files: some file systems take half a second of the kernel's time to make and delete it.
 */
export async function keepInMemory(path) {
  if (process.platform !== "linux" || freemem() < NEEDED_BYTES) return false;
  const { uid, gid } = statSync(path);
  return succeeds("mount", ["-t", "tmpfs", "-o", `mode=700,uid=${uid},gid=${gid}`, "palimpsest", path]);
}

export async function releaseMemory(path) {
  if (isMounted(path)) await capture("umount", ["-l", path]);
}

function isMounted(path) {
  if (process.platform !== "linux") return false;
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  return mounts.some((line) => line.split(" ")[1] === path);
}
