import type pg from "pg";
import type { Principal } from "../principal.js";
import type { Database, DatabaseStatus, TransactionOptions, Tx } from "./database.js";
import { sqlState, unavailable } from "./db-errors.js";
import { EmbeddedEngine } from "./embedded/embedded-engine.js";
import { enter, enterAsOwner, enterAsWorker, type ServerTimeouts } from "./enter.sql.js";
import { type Address, ConnectionPool } from "./pool.js";
import { StatementNames } from "./statement-names.js";
import { runStatements, runTransaction } from "./transaction.js";

export interface DatabaseOptions {
  /** A Postgres server. Absent: the embedded engine on `dataDir`. */
  url?: string;
  /** The login that migrates, where it is not the one that serves. */
  ownerUrl?: string;
  dataDir?: string;
  applicationName?: string;
  poolSize?: number;
  acquireTimeoutMs?: number;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** How long a transaction may stand idle before it is rolled back. */
  idleTimeoutMs?: number;
  /** Embedded: acknowledge a commit before it is on disk. A crash of the machine may lose the last ones. */
  relaxedDurability?: boolean;
  /** Embedded: how large the write-ahead log may become, except by one large transaction. */
  logLimitBytes?: number;
  /** Embedded: how long the owner's statements (index builds, migrations) may run. */
  ownerStatementTimeoutMs?: number;
}

interface Engine {
  readonly lostForGood: Promise<Error>;
  status(): DatabaseStatus;
  close(): Promise<void>;
}

/** Open the database. Embedded: start the engine, or join the process that already runs it. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const {
    applicationName = "palimpsest",
    poolSize = 10,
    acquireTimeoutMs = 2_000,
    statementTimeoutMs = 30_000,
    lockTimeoutMs = 10_000,
    idleTimeoutMs = 15_000,
  } = options;
  const pools = (serving: Address, owner: Address, answerTimeoutMs?: number) => ({
    serving: new ConnectionPool(serving, {
      applicationName,
      size: poolSize,
      acquireTimeoutMs,
      answerTimeoutMs,
      names: new StatementNames("serving"),
    }),
    owner: new ConnectionPool(owner, {
      applicationName: `${applicationName}:owner`,
      size: 2,
      acquireTimeoutMs,
      names: new StatementNames("owner"),
    }),
  });
  if (options.url !== undefined) {
    const limits = { statementMs: statementTimeoutMs, lockMs: lockTimeoutMs, idleMs: idleTimeoutMs };
    const server: Engine = {
      lostForGood: new Promise(() => undefined),
      status: () => ({ engine: "postgres" }),
      close: async () => undefined,
    };
    const owner = fixed(options.ownerUrl ?? options.url);
    const at = pools(fixed(options.url), owner, statementTimeoutMs + 2_000);
    return new PooledDatabase("postgres", at, server, limits);
  }
  if (options.dataDir === undefined)
    throw unavailable("Neither a database address nor a data directory is set.");
  const engine = new EmbeddedEngine({
    dataDir: options.dataDir,
    relaxedDurability: options.relaxedDurability ?? false,
    logLimitBytes: options.logLimitBytes ?? 128 * 1024 ** 2,
    statementTimeoutMs,
    ownerStatementTimeoutMs: options.ownerStatementTimeoutMs ?? 600_000,
    idleTimeoutMs,
  });
  await engine.open();
  // A statement may wait for others before its own time begins; an owner that is stopped by a signal never answers.
  return new PooledDatabase(
    "embedded",
    pools(engine, engine, 2 * statementTimeoutMs + 2_000),
    engine,
    undefined,
  );
}

function fixed(url: string): Address {
  const config: pg.ClientConfig = { connectionString: url };
  const explain = (cause: unknown) => {
    const state = sqlState(cause);
    const code = state ? ` (${state})` : "";
    return unavailable(
      `No connection to the database can be made${code}; check its address and TLS settings.`,
      cause,
    );
  };
  return { resolve: async () => config, lost: () => undefined, explain };
}

class PooledDatabase implements Database {
  readonly engine: "embedded" | "postgres";
  readonly #pools: { serving: ConnectionPool; owner: ConnectionPool };
  readonly #engine: Engine;
  readonly #limits: ServerTimeouts | undefined;

  constructor(
    kind: "embedded" | "postgres",
    pools: { serving: ConnectionPool; owner: ConnectionPool },
    engine: Engine,
    limits: ServerTimeouts | undefined,
  ) {
    this.engine = kind;
    this.#pools = pools;
    this.#engine = engine;
    this.#limits = limits;
  }

  transaction<T>(who: Principal, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
    const essential = options?.essential === true && this.engine === "embedded";
    return runTransaction(this.#pools.serving, enter(who, this.#limits), work, { ...options, essential });
  }

  anonymous<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    // It looks up keys, and notes their use: without that nobody could read.
    const essential = this.engine === "embedded";
    return runTransaction(this.#pools.serving, enter(undefined, this.#limits), work, { essential });
  }

  worker<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return runTransaction(this.#pools.serving, enterAsWorker(undefined, this.#limits), work);
  }

  workerIn<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return runTransaction(this.#pools.serving, enterAsWorker(tenantId, this.#limits), work);
  }

  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return runTransaction(this.#pools.owner, enterAsOwner(), work);
  }

  ownerStatements<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return runStatements(this.#pools.owner, work);
  }

  get lost(): Promise<Error> {
    return this.#engine.lostForGood;
  }

  status(): DatabaseStatus {
    const { serving } = this.#pools;
    const answeredMsAgo =
      serving.answeredAt === undefined ? undefined : performance.now() - serving.answeredAt;
    return { ...this.#engine.status(), answeredMsAgo, pool: serving.stats() };
  }

  async close(): Promise<void> {
    await Promise.all([this.#pools.serving.close(), this.#pools.owner.close()]);
    await this.#engine.close();
  }
}
