import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { unavailable } from "../db-errors.js";
import { socketName } from "./is-listening.js";
import { lowBytes, lowFiles } from "./resources/space.js";
import { syncFiles } from "./sync-files.js";

export interface ThreadOptions {
  bootDirectory: string;
  /** How many files the engine may have open. */
  maxFiles: number;
  socketDirectory: string;
  relaxedDurability: boolean;
  logLimitBytes: number;
  statementTimeoutMs: number;
  ownerStatementTimeoutMs: number;
  idleTimeoutMs: number;
}

type Report =
  | {
      type: "booted" | "serving" | "listening" | "closed" | "failed" | "fault" | "checkpoint";
      detail: string | number;
    }
  | { type: "full"; detail: boolean }
  | { type: "compiled"; detail: object }
  | { type: "sync"; detail: { paths: string[]; number: number } };

const watchEveryMs = 250;

/** The engine's code as the first thread compiled it, which takes longer than all else in a start. */
let compiled: object | undefined;

/**
 * The thread that runs PGlite. It is ended when a batch exceeds its time limit or the WASM code traps: the engine
 * cannot cancel a statement, and after a trap its memory cannot be trusted.
 */
export class EngineThread {
  readonly #worker: Worker;
  readonly #clock: BigInt64Array;
  #watchdog: NodeJS.Timeout | undefined;
  #fault = "the engine's thread ended";
  readonly ended: Promise<string>;
  /** Whether writes are refused, for lack of space. */
  full = false;
  /** Of the checkpoints since the thread was started. */
  readonly checkpoints = { count: 0, longestMs: 0 };

  constructor(options: ThreadOptions) {
    const beat = new SharedArrayBuffer(16);
    const answers = new SharedArrayBuffer(4);
    this.#clock = new BigInt64Array(beat);
    this.#worker = new Worker(new URL("./engine-worker.mjs", import.meta.url), {
      // Not process.stdout, which an MCP server needs for its protocol.
      stdout: true,
      stderr: true,
      execArgv: [],
      workerData: {
        bootDirectory: options.bootDirectory,
        maxFiles: options.maxFiles,
        socketPath: join(options.socketDirectory, socketName),
        relaxedDurability: options.relaxedDurability,
        logLimitBytes: options.logLimitBytes,
        low: { bytes: lowBytes, files: lowFiles },
        limits: { serving: options.statementTimeoutMs, owner: options.ownerStatementTimeoutMs },
        idleTimeoutMs: options.idleTimeoutMs,
        beat,
        answers,
        compiled,
      },
    });
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on("message", (report: Report) => {
      if (report.type === "sync")
        void syncFiles(report.detail.paths, report.detail.number, new Int32Array(answers));
      if (report.type === "full") this.full = report.detail;
      if (report.type === "compiled") compiled = report.detail;
      if (report.type === "checkpoint") {
        this.checkpoints.count++;
        this.checkpoints.longestMs = Math.max(this.checkpoints.longestMs, Number(report.detail));
      }
      if (report.type === "fault") this.#fault = `the engine failed: ${report.detail}`;
    });
    this.#worker.on("error", (error) => {
      this.#fault = `the engine failed: ${error.message}`;
    });
    this.ended = new Promise((resolve) => {
      this.#worker.once("exit", () => {
        clearInterval(this.#watchdog);
        resolve(this.#fault);
      });
    });
  }

  /** Waits until the engine has opened the directory; returns its major version. */
  async booted(): Promise<number> {
    return Number(await this.#reported("booted"));
  }

  /** Listens for connections. `directory` is the present path of the boot directory. */
  async serve(directory: string): Promise<void> {
    this.#worker.postMessage({ type: "serve", directory });
    await this.#reported("serving");
    this.#watchdog = setInterval(() => this.#watch(), watchEveryMs);
    this.#watchdog.unref();
  }

  /** Makes the socket anew. */
  async listen(): Promise<void> {
    this.#worker.postMessage({ type: "listen" });
    await this.#reported("listening");
  }

  async close(): Promise<void> {
    this.#worker.postMessage({ type: "close" });
    const limit = setTimeout(() => void this.#worker.terminate(), 5_000);
    await this.ended;
    clearTimeout(limit);
  }

  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  #watch(): void {
    const since = Atomics.load(this.#clock, 0);
    const limit = Number(Atomics.load(this.#clock, 1));
    if (since === 0n || Number(process.hrtime.bigint() - since) / 1e6 <= limit) return;
    this.#fault = `a statement ran longer than ${limit} ms`;
    void this.#worker.terminate();
  }

  async #reported(type: "booted" | "serving" | "listening"): Promise<string | number> {
    return new Promise((resolve, reject) => {
      const onReport = (report: Report) => {
        if (report.type === type) settle(() => resolve(report.detail));
        else if (report.type === "failed") settle(() => reject(unavailable(String(report.detail))));
      };
      const settle = (how: () => void) => {
        this.#worker.off("message", onReport);
        how();
      };
      this.#worker.on("message", onReport);
      void this.ended.then((why) => settle(() => reject(unavailable(why))));
    });
  }
}
