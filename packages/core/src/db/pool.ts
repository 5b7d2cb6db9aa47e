import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withTimeout } from "../async/index.js";
import { isConnectionLoss, sqlState, unavailable } from "./db-errors.js";
import type { StatementNames } from "./statement-names.js";

export interface PoolOptions {
  applicationName: string;
  size: number;
  /** How long a caller waits for a free connection before it is told to come back later. */
  acquireTimeoutMs: number;
  /** How long an answer may take before the connection counts as dead: for a network that swallows it. */
  answerTimeoutMs?: number;
  names: StatementNames;
}

/** Where to connect: fixed for a server; for an embedded engine it is found anew after its owner died. */
export interface Address {
  resolve(): Promise<pg.ClientConfig>;
  /** Told when a connection could not be made, so that the next `resolve` looks again. */
  lost(): void;
}

export interface Lease {
  client: pg.PoolClient;
  /** A connection in doubt is destroyed, never handed to the next caller. */
  release(broken: boolean): void;
  /** The connection ended under its user. pg says so by an event; its query errors carry no code. */
  broken(): boolean;
}

export interface PoolStats {
  open: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

/** A `pg.Pool` that follows its address and answers exhaustion and outages in bounded time. */
export class ConnectionPool {
  readonly #address: Address;
  readonly #options: PoolOptions;
  #pool: pg.Pool | undefined;
  #target = "";
  #closed = false;
  readonly #dead = new WeakSet<pg.PoolClient>();
  readonly names: StatementNames;
  /** The most connections it holds. */
  readonly size: number;

  constructor(address: Address, options: PoolOptions) {
    this.#address = address;
    this.#options = options;
    this.names = options.names;
    this.size = options.size;
  }

  async acquire(): Promise<Lease> {
    const deadline = Date.now() + this.#options.acquireTimeoutMs;
    let cause: unknown;
    for (let attempt = 0; attempt === 0 || Date.now() < deadline; attempt++) {
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
    const config = await withTimeout(this.#address.resolve(), Math.max(0, deadline - Date.now()), () =>
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
      // The costs that a session remembers of its kept statements are those of the store as it was then.
      maxLifetimeSeconds: 600,
      allowExitOnIdle: true,
      keepAlive: true,
      pipeline: true,
    });
    // From its first moment to its last: a server may end a connection in the breath in which it opened it,
    // or while it is being destroyed, and an error event that nobody hears ends the process.
    pool.on("connect", (client) => void client.on("error", () => this.#dead.add(client)));
    // An idle connection that breaks has already left the pool; the next caller gets a new one.
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
    // The pool's own, which has no code.
    if (cause instanceof Error && cause.message.startsWith("timeout exceeded")) {
      return unavailable("All database connections are busy; try again.", cause);
    }
    const code = state ? ` (${state})` : "";
    return unavailable(
      `No connection to the database can be made${code}; check its address and TLS settings.`,
      cause,
    );
  }
}
