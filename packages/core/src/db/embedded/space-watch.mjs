import { statfsSync } from "node:fs";

const everyMs = 100;

/** Whether the disk is nearly full. It stays so until there is a little more space than when it began. */
export class SpaceWatch {
  #directory;
  #lowBytes;
  #low = false;
  #seen = Number.NEGATIVE_INFINITY;

  constructor(directory, lowBytes) {
    this.#directory = directory;
    this.#lowBytes = lowBytes;
  }

  isLow() {
    const now = performance.now();
    if (now - this.#seen < everyMs) return this.#low;
    this.#seen = now;
    const { bavail, bsize } = statfsSync(this.#directory);
    this.#low = bavail * bsize < this.#lowBytes * (this.#low ? 1.25 : 1);
    return this.#low;
  }
}
