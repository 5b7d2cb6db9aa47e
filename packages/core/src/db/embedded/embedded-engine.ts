import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseStatus } from "../database.js";
import { unavailable } from "../db-errors.js";
import type { Address } from "../pool.js";
import { canonical, engineMajor, inspect, unusable } from "./data-directory.js";
import { EngineThread } from "./engine-thread.js";
import { draftOf, install, removeDrafts } from "./first-boot.js";
import { isListening } from "./is-listening.js";
import { type Claim, claim } from "./owner-lock.js";
import { socketDirectory } from "./socket-directory.js";

export interface EmbeddedOptions {
  dataDir: string;
  relaxedDurability: boolean;
  statementTimeoutMs: number;
  ownerStatementTimeoutMs: number;
  idleTimeoutMs: number;
}

const bootTimeoutMs = 60_000;

/**
 * The engine on a data directory, as an address to connect to. The process that holds the lock runs the engine in a
 * thread and restarts it when it fails. Every other process connects to that process's socket; when that process dies,
 * the first to notice takes over.
 */
export class EmbeddedEngine implements Address {
  readonly #options: EmbeddedOptions;
  #directory = "";
  #claim: Claim | undefined;
  #thread: EngineThread | undefined;
  #address: pg.ClientConfig | undefined;
  /** At most one: two would both find the lock free, or held by this process, and start an engine each. */
  #search: Promise<pg.ClientConfig> | undefined;
  #restarts = 0;
  #closed = false;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    this.#directory = await canonical(this.#options.dataDir);
    await this.resolve();
  }

  async resolve(): Promise<pg.ClientConfig> {
    if (this.#closed) throw unavailable("The database is closed.");
    if (this.#address) return this.#address;
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  lost(): void {
    if (!this.#claim?.mine) this.#address = undefined;
  }

  status(): DatabaseStatus {
    return {
      engine: "embedded",
      role: this.#claim?.mine ? "owner" : "guest",
      ownerPid: this.#claim?.owner.pid,
      dataDir: this.#directory,
      restarts: this.#restarts,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#search?.catch(() => undefined);
    await this.#thread?.close();
    if (this.#claim?.mine) this.#claim.release();
  }

  async #find(): Promise<pg.ClientConfig> {
    const deadline = Date.now() + bootTimeoutMs;
    while (Date.now() < deadline) {
      if (this.#closed) throw unavailable("The database is closed.");
      this.#claim = this.#claim?.mine
        ? this.#claim
        : claim(this.#directory, await socketDirectory(this.#directory));
      if (this.#claim.mine) return this.#own(this.#claim);
      const host = this.#claim.owner.socketDirectory;
      if (await isListening(host)) return this.#found(host);
      await sleep(50);
    }
    const pid = this.#claim?.owner.pid;
    throw unusable(this.#directory, `process ${pid} holds its lock and does not answer; end that process.`);
  }

  async #own(held: Claim & { mine: true }): Promise<pg.ClientConfig> {
    try {
      this.#thread = await this.#start(held);
    } catch (error) {
      held.release();
      this.#claim = undefined;
      throw error;
    }
    void this.#thread.ended.then(() => this.#reopen());
    return this.#found(held.owner.socketDirectory);
  }

  #found(host: string): pg.ClientConfig {
    this.#address = { host, port: 5432, user: "postgres", database: "postgres" };
    return this.#address;
  }

  async #reopen(): Promise<void> {
    this.#address = undefined;
    if (this.#closed) return;
    this.#restarts++;
    await this.#search?.catch(() => undefined);
    await this.resolve().catch(() => undefined);
  }

  async #start({ owner }: Claim): Promise<EngineThread> {
    const found = await inspect(this.#directory);
    await removeDrafts(this.#directory);
    const boot = found === "absent" ? draftOf(this.#directory, owner.token) : this.#directory;
    const thread = new EngineThread({
      ...this.#options,
      bootDirectory: boot,
      socketDirectory: owner.socketDirectory,
    });
    try {
      const major = await thread.booted();
      if (major !== engineMajor) throw new Error(`The engine is version ${major}, not ${engineMajor}.`);
      if (found === "absent") await install(boot, this.#directory, this.#options.relaxedDurability);
      await thread.serve(this.#directory);
      return thread;
    } catch (error) {
      await thread.kill();
      throw unusable(
        this.#directory,
        "the engine cannot open it. Nothing was changed; restore a backup.",
        error,
      );
    }
  }
}
