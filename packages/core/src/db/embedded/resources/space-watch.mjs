import { statfsSync } from "node:fs";

const everyMs = 100;

/** Whether the disk is nearly full. It stays so until there is a little more space than when it began. */
export class SpaceWatch {
  #directory;
  #limits;
  #low = false;
  #seen = Number.NEGATIVE_INFINITY;

  /** limits: bytes and files (inodes) below which the disk counts as nearly full */
  constructor(directory, limits) {
    this.#directory = directory;
    this.#limits = limits;
  }

  isLow() {
    const now = performance.now();
    if (now - this.#seen < everyMs) return this.#low;
    this.#seen = now;
    const free = freeSpace(this.#directory);
    if (free === undefined) return this.#low;
    const { bavail, bsize, files, ffree } = free;
    const factor = this.#low ? 1.25 : 1;
    // Some file systems count no inodes.
    const noFiles = files > 0 && ffree < this.#limits.files * factor;
    this.#low = noFiles || bavail * bsize < this.#limits.bytes * factor;
    return this.#low;
  }
}

/** Undefined if the directory cannot be looked at for the moment: whether it is still there is seen by its owner. */
function freeSpace(directory) {
  try {
    return statfsSync(directory);
  } catch {
    return undefined;
  }
}
