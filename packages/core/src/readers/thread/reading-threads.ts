import { Worker } from "node:worker_threads";
import { type ErrorCode, type ErrorDetail, PalimpsestError } from "@palimpsest/contract";
import type { ReadResult } from "../document.js";
import { unreadable } from "../unreadable.js";

export interface ThreadLimits {
  /** How many files are read at once. */
  threads: number;
  /** How many may wait for that. */
  waiting: number;
  /** How long one file may take. */
  timeMs: number;
  /** How much memory reading it may take, beside its bytes. */
  heapMb: number;
  /** How long a thread waits for the next file. */
  idleMs: number;
}

type Answer =
  | { read: ReadResult }
  | { failed: { code?: ErrorCode; message: string; details?: ErrorDetail[] } };

const senderLeft = (name: string) => unreadable(name, "was not read to its end: whoever sent it has left.");

/**
 * Threads that read files: a large or hostile one would hold up everything else in the process for seconds. One that takes
 * too long or too much memory is ended with its file, and the next file gets a new one.
 */
export class ReadingThreads {
  readonly #limits: ThreadLimits;
  readonly #idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  /** How many threads there are. */
  get size(): number {
    return this.#busy + this.#idle.length;
  }

  /** Ends the threads that wait for a file. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.map(({ worker }) => worker.terminate()));
  }

  async read(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<ReadResult> {
    await this.#turn();
    try {
      if (signal?.aborted) throw senderLeft(name);
      const worker = this.#take();
      const answer = await this.#ask(worker, name, bytes, signal);
      this.#keep(worker);
      if ("read" in answer) return answer.read;
      const { code, message, details } = answer.failed;
      throw code === undefined ? new Error(message) : new PalimpsestError(code, message, { details });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  /** Waits for its turn; whoever ends hands its own over. */
  async #turn(): Promise<void> {
    if (this.#busy < this.#limits.threads) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.waiting) {
      throw new PalimpsestError("UNAVAILABLE", "Too many files are being read; send it again.", {
        retryAfter: 5,
      });
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #take(): Worker {
    const idle = this.#idle.pop();
    if (idle) {
      clearTimeout(idle.timer);
      idle.worker.ref();
      return idle.worker;
    }
    const worker = new Worker(new URL("./reading-thread.mjs", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
      // Not process.stdout, which an MCP server needs for its protocol.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    // One that fails while it waits is replaced: an error event without a listener would end the process.
    worker.on("error", () => undefined);
    worker.once("exit", () => this.#drop(worker));
    return worker;
  }

  /** Keeps a thread for the next file, for a while in which it does not keep the process alive. */
  #keep(worker: Worker): void {
    worker.unref();
    const timer = setTimeout(() => void worker.terminate(), this.#limits.idleMs).unref();
    this.#idle.push({ worker, timer });
  }

  #drop(worker: Worker): void {
    const at = this.#idle.findIndex((idle) => idle.worker === worker);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  async #ask(worker: Worker, name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<Answer> {
    const { timeMs, heapMb } = this.#limits;
    let timer: NodeJS.Timeout | undefined;
    let settle: (error: unknown) => void = () => undefined;
    const onError = (error: NodeJS.ErrnoException) => {
      const full = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      settle(full ? unreadable(name, `takes more than ${heapMb} MB of memory to read; split it.`) : error);
    };
    const onExit = () => settle(new Error(`The thread that read ${name} ended.`));
    const onAbort = () => settle(senderLeft(name));
    try {
      return await new Promise<Answer>((resolve, reject) => {
        settle = reject;
        worker.once("message", resolve);
        worker.once("error", onError);
        worker.once("exit", onExit);
        signal?.addEventListener("abort", onAbort);
        timer = setTimeout(() => {
          reject(unreadable(name, `takes longer than ${timeMs / 1_000} seconds to read; split it.`));
        }, timeMs);
        worker.postMessage({ name, bytes });
      });
    } catch (error) {
      // It may be at it still.
      await worker.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      worker.removeAllListeners("message");
      worker.off("error", onError);
      worker.off("exit", onExit);
      signal?.removeEventListener("abort", onAbort);
    }
  }
}
