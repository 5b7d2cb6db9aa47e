import { setTimeout as sleep } from "node:timers/promises";
import type { PalimpsestError } from "@palimpsest/contract";
import pg from "pg";
import { withTimeout } from "../async/index.js";
import { isConnectionLoss, sqlState, unavailable } from "./db-errors.js";
import type { StatementNames } from "./statement-names.js";

export interface PoolOptions {
  applicationName: string;
  size: number;
  /** How long a caller waits for a free connection before it gets an error with a retry time. */
  acquireTimeoutMs: number;
  /** How long an answer may take before the connection counts as dead, as when the network drops it. */
  answerTimeoutMs?: number;
  names: StatementNames;
}

/** Where to connect. Fixed for a server; of an embedded engine it changes when another process takes over. */
export interface Address {
  resolve(): Promise<pg.ClientConfig>;
  /** Called when a connection could not be made, so that the next `resolve` looks again. */
  lost(): void;
  /** What to tell a caller when no connection can be made, for no other known reason. */
  explain(cause: unknown): PalimpsestError;
}

export interface Lease {
  client: pg.PoolClient;
  /** A connection that may be broken is destroyed and not given to the next caller. */
  release(broken: boolean): void;
  /** Whether the connection ended while in use. pg reports this by an event; its query errors have no code. */
  broken(): boolean;
}

export interface PoolStats {
  open: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

/** A `pg.Pool` that follows its address, and fails in bounded time when it is exhausted or the database is down. */
export class ConnectionPool {
  readonly #address: Address;
  readonly #options: PoolOptions;
  #pool: pg.Pool | undefined;
  #target = "";
  #closed = false;
  readonly #dead = new WeakSet<pg.PoolClient>();
  readonly names: StatementNames;
  /** The maximum number of connections. */
  readonly size: number;
  /** When a transaction last ended well, by `performance.now()`. */
  answeredAt: number | undefined;

  constructor(address: Address, options: PoolOptions) {
    this.#address = address;
    this.#options = options;
    this.names = options.names;
    this.size = options.size;
  }

  async acquire(): Promise<Lease> {
    const deadline = performance.now() + this.#options.acquireTimeoutMs;
    let cause: unknown;
    for (let attempt = 0; attempt === 0 || performance.now() < deadline; attempt++) {
      if (attempt > 0) await sleep(50);
      try {
        return await this.#connect(deadline);
      } catch (error) {
        cause = error;
        if (this.#closed || !isConnectionLoss(error)) break;
        this.#address.lost();
      }
    }
    throw this.#failure(cause);
  }

  stats(): PoolStats {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = this.#pool ?? {};
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool?.end();
  }

  async #connect(deadline: number): Promise<Lease> {
    if (this.#closed) throw unavailable("The database is closed.");
    const config = await withTimeout(this.#address.resolve(), Math.max(0, deadline - performance.now()), () =>
      unavailable("The database is starting; try again."),
    );
    const client = await this.#poolFor(config).connect();
    return {
      client,
      release: (broken) => client.release(broken || this.#dead.has(client)),
      broken: () => this.#dead.has(client),
    };
  }

  #poolFor(config: pg.ClientConfig): pg.Pool {
    const target = JSON.stringify(config);
    if (this.#pool && target === this.#target) return this.#pool;
    const left = this.#pool;
    const pool = new pg.Pool({
      ...config,
      application_name: this.#options.applicationName,
      max: this.#options.size,
      connectionTimeoutMillis: this.#options.acquireTimeoutMs,
      query_timeout: this.#options.answerTimeoutMs,
      idleTimeoutMillis: 30_000,
      // A session keeps the plans of its prepared statements, which were made for the store as it was then.
      maxLifetimeSeconds: 600,
      allowExitOnIdle: true,
      keepAlive: true,
      pipeline: true,
    });
    // From the start: a server may close a connection right after it was opened or while it is destroyed, and an
    // error event without a listener ends the process.
    pool.on("connect", (client) => void client.on("error", () => this.#dead.add(client)));
    // An idle connection that breaks leaves the pool by itself; the next caller gets a new one.
    pool.on("error", () => undefined);
    this.#pool = pool;
    this.#target = target;
    if (left) void left.end();
    return pool;
  }

  #failure(cause: unknown): unknown {
    const state = sqlState(cause);
    if (state === "UNAVAILABLE" || state === "STORAGE_FULL") return cause;
    if (state?.startsWith("28") || state === "3D000") {
      return unavailable(`The database refused the login (${state}); check the connection string.`, cause);
    }
    if (state?.startsWith("ERR_"))
      return unavailable("The database's connection string cannot be read.", cause);
    if (isConnectionLoss(cause)) return unavailable("The database is not reachable; try again.", cause);
    // An error of the pool itself, which has no code.
    if (cause instanceof Error && cause.message.startsWith("timeout exceeded")) {
      return unavailable("All database connections are busy; try again.", cause);
    }
    return this.#address.explain(cause);
  }
}
