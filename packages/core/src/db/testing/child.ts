import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DatabaseOptions } from "../connect.js";
import type { DatabaseStatus } from "../database.js";

const script = fileURLToPath(new URL("./child.mjs", import.meta.url));

interface Answer {
  id: number;
  result?: unknown;
  error?: { code?: string; message: string };
}

/** Another process on the same data, which a test may kill. */
export class Child {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #exited: Promise<void>;
  #next = 1;

  private constructor(wrapper: readonly string[]) {
    const [command = "", ...rest] = [...wrapper, process.execPath, script];
    this.#process = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
    this.#exited = new Promise((resolve) => this.#process.once("exit", () => resolve()));
    void this.#exited.then(() => {
      for (const [id, settle] of this.#waiting) settle({ id, error: { code: "DIED", message: "died" } });
    });
    createInterface({ input: this.#process.stdout! }).on("line", (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  /** `wrapper` is a command that runs the one that follows it, such as `unshare`. */
  static async start(wrapper: readonly string[] = []): Promise<Child> {
    const child = new Child(wrapper);
    await child.#answer(0);
    return child;
  }

  get pid(): number {
    return this.#process.pid!;
  }

  open(options: DatabaseOptions): Promise<DatabaseStatus> {
    return this.#call("open", { options }) as Promise<DatabaseStatus>;
  }

  status(): Promise<DatabaseStatus> {
    return this.#call("status", {}) as Promise<DatabaseStatus>;
  }

  query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return this.#call("query", { sql, values }) as Promise<Record<string, unknown>[]>;
  }

  /** Write inside a transaction that it never ends. */
  stall(sql: string, values: unknown[] = []): Promise<unknown> {
    return this.#call("stall", { sql, values });
  }

  /** The same as the owner, statement after statement. */
  stallAsOwner(statements: string[]): Promise<unknown> {
    return this.#call("stallAsOwner", { statements });
  }

  /** Keep its event loop from running, until the returned `end` is called. */
  async block(): Promise<{ end(): Promise<unknown> }> {
    const folder = await mkdtemp(join(tmpdir(), "palimpsest-block-"));
    const [begun, end] = [join(folder, "begun"), join(folder, "end")];
    const ended = this.#call("block", { begun, end });
    while (!existsSync(begun)) await setTimeout(5);
    return {
      end: async () => {
        await writeFile(end, "");
        await ended;
        await rm(folder, { recursive: true });
      },
    };
  }

  async close(): Promise<void> {
    await this.#call("close", {});
    this.#process.stdin!.end();
    await this.#exited;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#exited;
  }

  async #call(op: string, input: object): Promise<unknown> {
    const id = this.#next++;
    const answer = this.#answer(id);
    this.#process.stdin!.write(`${JSON.stringify({ id, op, ...input })}\n`);
    const { result, error } = await answer;
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  }

  #answer(id: number): Promise<Answer> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}
