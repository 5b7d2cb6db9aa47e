import { PalimpsestError } from "@palimpsest/contract";

/** How long a call may take. What is not written by then is not written. */
export class Deadline {
  #timer: NodeJS.Timeout | undefined;
  #missed: PalimpsestError | undefined;
  readonly #miss: Promise<never>;

  /** Undefined: as long as it takes. */
  constructor(seconds: number | undefined) {
    this.#miss = new Promise((_, reject) => {
      if (seconds === undefined) return;
      this.#timer = setTimeout(() => {
        this.#missed = new PalimpsestError(
          "UNAVAILABLE",
          `The call took longer than ${seconds} s, so nothing was changed. Try again.`,
          { retryAfter: 1 },
        );
        reject(this.#missed);
      }, seconds * 1_000);
    });
    this.#miss.catch(() => undefined);
  }

  /** The result of the work, unless it comes too late. */
  within<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#miss]);
  }

  /** What has been written up to here is committed, or rolled back because it comes too late; it cannot be late after this. */
  settle(): void {
    if (this.#missed) throw this.#missed;
    clearTimeout(this.#timer);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
