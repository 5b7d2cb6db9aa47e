import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PalimpsestError } from "@palimpsest/contract";
import type pg from "pg";
import type { DatabaseStatus } from "../database.js";
import { unavailable } from "../db-errors.js";
import type { Address } from "../pool.js";
import { assertOwned, canonical, engineMajor, inspect, unusable } from "./data-directory.js";
import { EngineThread } from "./engine-thread.js";
import { finishFirstBoot, install, newDraft } from "./first-boot.js";
import { isListening, socketName } from "./is-listening.js";
import { losses, notOpened } from "./not-opened.js";
import { type Claim, claim, longestName, ownerHome } from "./ownership/claim.js";
import { describe, isStopped } from "./ownership/owner.js";
import type { Loss, Ownership } from "./ownership/ownership.js";
import { type SocketPath, socketPath } from "./ownership/socket-path.js";
import { closeToOthers } from "./private-files.js";
import { enginesFiles } from "./resources/descriptors.js";
import { keepReserve, makeRoom } from "./resources/space.js";

export interface EmbeddedOptions {
  dataDir: string;
  relaxedDurability: boolean;
  logLimitBytes: number;
  statementTimeoutMs: number;
  ownerStatementTimeoutMs: number;
  idleTimeoutMs: number;
}

const bootTimeoutMs = 60_000;
const superviseEveryMs = 1_000;

/**
 * The engine on a data directory, as an address to connect to. The process that owns the directory runs the engine in a
 * thread and restarts it when it fails. Every other process connects to that process's socket; when that process dies,
 * the first to notice takes over.
 */
export class EmbeddedEngine implements Address {
  readonly #options: EmbeddedOptions;
  #directory = "";
  /** The directory of the engine's socket and of the owner's, by a short path. */
  #sockets: SocketPath | undefined;
  #claim: Claim | undefined;
  #thread: EngineThread | undefined;
  #address: pg.ClientConfig | undefined;
  /** At most one: two would both find the directory free, or owned by this process, and start an engine each. */
  #search: Promise<pg.ClientConfig> | undefined;
  #supervision: NodeJS.Timeout | undefined;
  /** Whether a database was there; if it is absent later, it must not be made anew. */
  #seen = false;
  #restarts = 0;
  #socketsRemade = 0;
  #closed = false;
  #loss: PalimpsestError | undefined;
  #reportLoss: (loss: PalimpsestError) => void = () => undefined;
  /** Resolves when the directory is lost to this process for good. */
  readonly lostForGood = new Promise<PalimpsestError>((resolve) => {
    this.#reportLoss = resolve;
  });

  constructor(options: EmbeddedOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    this.#directory = await canonical(this.#options.dataDir);
    this.#sockets = socketPath(ownerHome(this.#directory), longestName);
    await this.resolve();
  }

  async resolve(): Promise<pg.ClientConfig> {
    if (this.#closed) throw unavailable("The database is closed.");
    if (this.#loss) throw this.#loss;
    if (this.#address) return this.#address;
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  lost(): void {
    if (!this.#claim?.mine) this.#address = undefined;
  }

  explain(cause: unknown): PalimpsestError {
    const owner = this.#claim?.mine ? undefined : this.#claim?.owner;
    if (!owner) return unavailable("The embedded engine does not answer; try again.", cause);
    const run = `The engine on ${this.#directory} is run by ${describe(owner)}, which`;
    const silent = `${run} does not answer: it is busy or stopped. Try again, or end that process.`;
    if (!isStopped(owner)) return unavailable(silent, cause);
    // Nothing but a signal continues it, so there is no time to retry after.
    const stopped = `${run} is stopped; continue it with: kill -CONT ${owner.pid}`;
    return new PalimpsestError("UNAVAILABLE", stopped, { cause });
  }

  status(): DatabaseStatus {
    return {
      engine: "embedded",
      role: this.#claim?.mine ? "owner" : "guest",
      ownerPid: this.#claim?.owner?.pid,
      dataDir: this.#directory,
      restarts: this.#restarts,
      socketsRemade: this.#socketsRemade,
      checkpoints: this.#thread?.checkpoints,
      full: this.#thread?.full,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#supervision);
    await this.#search?.catch(() => undefined);
    await this.#thread?.close();
    if (this.#claim?.mine && !this.#loss) this.#claim.held.release();
    this.#sockets?.release();
  }

  async #find(): Promise<pg.ClientConfig> {
    const deadline = performance.now() + bootTimeoutMs;
    while (performance.now() < deadline) {
      if (this.#closed) throw unavailable("The database is closed.");
      if (!this.#claim?.mine) this.#claim = await this.#ask();
      if (this.#claim.mine) return this.#own(this.#claim);
      if (await isListening(this.#socketDirectory)) return this.#found();
      await sleep(50);
    }
    throw this.explain(undefined);
  }

  async #ask(): Promise<Claim> {
    if ((await inspect(this.#directory)) === "absent" && this.#seen)
      throw unusable(this.#directory, "it was renamed or deleted while it was in use.");
    // Another user's directory may have a false owner in it. Root may join the owner of any.
    if (process.getuid?.() !== 0) await assertOwned(this.#directory);
    return claim(this.#directory, {
      short: this.#socketDirectory,
      mayOwn: async () => {
        enginesFiles();
        await assertOwned(this.#directory);
        // Becoming the owner takes some space too.
        if (existsSync(this.#directory)) makeRoom(this.#directory, false);
      },
    });
  }

  get #socketDirectory(): string {
    return this.#sockets!.path;
  }

  async #own(claimed: Claim & { mine: true }): Promise<pg.ClientConfig> {
    try {
      this.#thread = await this.#start();
    } catch (error) {
      clearInterval(this.#supervision);
      if (this.#seen) await this.#renew(claimed.held);
      if (this.#loss) throw this.#loss;
      claimed.held.release();
      this.#claim = undefined;
      throw error;
    }
    const thread = this.#thread;
    void thread.ended.then(() => this.#reopen());
    clearInterval(this.#supervision);
    this.#supervision = setInterval(() => void this.#supervise(claimed), superviseEveryMs).unref();
    return this.#found();
  }

  #found(): pg.ClientConfig {
    this.#seen = true;
    this.#address = { host: this.#socketDirectory, port: 5432, user: "postgres", database: "postgres" };
    return this.#address;
  }

  /** Shows that the owner lives, and stops the engine if the directory is not its own any more. */
  async #supervise({ held }: Claim & { mine: true }): Promise<void> {
    if (!(await this.#renew(held)) || this.#closed || this.#loss) return;
    await keepReserve(this.#directory).catch(() => undefined);
    const socket = join(this.#socketDirectory, socketName);
    if (existsSync(socket) || !this.#address) return;
    await this.#thread?.listen().catch(() => undefined);
    this.#socketsRemade++;
  }

  /** Whether the directory is this process's own, as far as that can be seen now. */
  async #renew(held: Ownership): Promise<boolean> {
    const change = await held.renew().catch(() => "unknown" as const);
    if (change === undefined || change === "renewed") return true;
    if (change !== "unknown" && !this.#closed && !this.#loss) await this.#lose(held, change);
    return false;
  }

  async #lose(held: Ownership, loss: Loss): Promise<void> {
    clearInterval(this.#supervision);
    this.#loss = unusable(this.#directory, losses[loss]);
    this.#address = undefined;
    await this.#thread?.kill();
    held.abandon();
    this.#reportLoss(this.#loss);
  }

  async #reopen(): Promise<void> {
    this.#address = undefined;
    if (this.#closed || this.#loss) return;
    this.#restarts++;
    await this.#search?.catch(() => undefined);
    await this.resolve().catch(() => undefined);
  }

  async #start(): Promise<EngineThread> {
    await finishFirstBoot(this.#directory);
    const isNew = (await inspect(this.#directory)) === "absent";
    if (isNew && this.#seen) throw unusable(this.#directory, losses.gone);
    await closeToOthers(this.#directory);
    makeRoom(this.#directory, isNew);
    const boot = isNew ? newDraft(this.#directory) : this.#directory;
    const thread = new EngineThread({
      ...this.#options,
      bootDirectory: boot,
      maxFiles: enginesFiles(),
      socketDirectory: this.#socketDirectory,
    });
    try {
      const major = await thread.booted();
      if (major !== engineMajor) throw new Error(`The engine is version ${major}, not ${engineMajor}.`);
      if (isNew) await install(boot, this.#directory, this.#options.relaxedDurability);
      await thread.serve(this.#directory);
      return thread;
    } catch (error) {
      await thread.kill();
      throw await notOpened(this.#directory, isNew, error);
    }
  }
}
