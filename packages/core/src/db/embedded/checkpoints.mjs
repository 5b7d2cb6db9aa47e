/**
 * Says when a checkpoint is due. The engine makes none by itself, so its log would grow for ever and take long to
 * recover. Many small ones keep each of them short.
 */
export class Checkpoints {
  #written = 0;
  #at = 0;
  #since = performance.now();
  #limits;

  /** limits: everyBytes of the log, everyMs if anything was written */
  constructor(limits) {
    this.#limits = limits;
  }

  /** The log has been written up to this byte. */
  written(upTo) {
    this.#written = Math.max(this.#written, upTo);
    if (this.#at === 0) this.#at = upTo;
  }

  isDue() {
    const bytes = this.#written - this.#at;
    if (bytes >= this.#limits.everyBytes) return true;
    return bytes > this.#limits.idleBytes && performance.now() - this.#since >= this.#limits.everyMs;
  }

  done() {
    this.#at = this.#written;
    this.#since = performance.now();
  }
}
