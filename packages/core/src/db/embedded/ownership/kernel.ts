import { execFileSync } from "node:child_process";
import { readFileSync, statfsSync, statSync } from "node:fs";

/**
 * Identifies the running kernel. All containers and namespaces of a machine share it; another machine, or the same one
 * after a reboot, has another. Undefined if the system does not tell.
 */
export function kernelId(): string | undefined {
  try {
    if (process.platform === "linux")
      return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim() || undefined;
    return execFileSync("sysctl", ["-n", "kern.bootsessionuuid"], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** By the magic numbers that statfs returns: ext, xfs, btrfs, zfs, f2fs, overlay, tmpfs, ramfs; on macOS hfs and apfs. */
const localTypes: Partial<Record<NodeJS.Platform, Set<number>>> = {
  linux: new Set([
    0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0x794c7630, 0x01021994, 0x858458f6,
  ]),
  darwin: new Set([0x11, 0x1a]),
};

/**
 * Whether the directory is on a file system where every process of this kernel reaches the same socket by the same
 * file. Network file systems and FUSE may show one file twice.
 */
export function isLocal(directory: string): boolean {
  return localTypes[process.platform]?.has(statfsSync(directory).type) ?? false;
}

/**
 * The mounted file system that the directory is in, by the kernel's number. What is reached through an overlay and past it
 * is one file with two numbers, and a socket that listens in one refuses in the other.
 */
export const deviceOf = (directory: string): number => statSync(directory).dev;
