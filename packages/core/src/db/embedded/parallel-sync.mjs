/**
 * Syncs many files at once, for a checkpoint. One after the other they take several times as long, and every statement
 * waits meanwhile. The engine's thread cannot do it, since Postgres calls it and expects the files to be synced when
 * it returns: it asks the main thread, which has more threads for file operations, and waits.
 */
export class ParallelSync {
  #dirty = new Set();
  #synced = new Set();
  #ask;
  #answers;
  #asked = 0;

  /** ask(paths, number): the main thread then writes that number, or its negative, to `answers`. */
  constructor(ask, answers) {
    this.#ask = ask;
    this.#answers = answers;
  }

  written(path) {
    this.#dirty.add(path);
    this.#synced.delete(path);
  }

  /** Whether the file has been synced with others since it was last written. False: the caller has to sync it. */
  isSynced(path) {
    if (this.#dirty.has(path) && this.#dirty.size > 1) this.#syncAll();
    return this.#synced.delete(path);
  }

  #syncAll() {
    const paths = [...this.#dirty];
    this.#dirty.clear();
    this.#asked++;
    this.#ask(paths, this.#asked);
    for (const end = performance.now() + 2_000; performance.now() < end; ) {
      const answered = Atomics.load(this.#answers, 0);
      if (answered === this.#asked) this.#synced = new Set(paths);
      if (Math.abs(answered) === this.#asked) return;
      Atomics.wait(this.#answers, 0, answered, 100);
    }
  }
}
