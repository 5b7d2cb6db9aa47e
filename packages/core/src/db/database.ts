import type { QueryResultRow } from "pg";
import type { Principal } from "../principal.js";
import type { PoolStats } from "./pool.js";

/** Something that runs SQL: a transaction in the caller's security context. */
export interface Tx {
  query<R extends QueryResultRow = QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  /**
   * The same for a statement that is run often and finds its rows by key whatever its values are: a connection
   * parses it once and keeps its plan, which for a short one is half of its time.
   */
  prepared<R extends QueryResultRow = QueryResultRow>(text: string, values: unknown[]): Promise<R[]>;
  /**
   * The same without waiting for it. If it fails, so does the transaction, with its error. The statements of a
   * transaction are run in the order in which they are sent, whether or not somebody waits for them.
   */
  send(text: string, values: unknown[]): void;
}

export interface TransactionOptions {
  readOnly?: boolean;
  /** Repeatable read, for several statements that must see one state. */
  snapshot?: boolean;
  /** Embedded: may write a little also while writes are refused for lack of space. */
  essential?: boolean;
  /** `work` is not run again after a conflict: there is more in it than SQL. */
  once?: boolean;
}

/** How this process reaches the data, for `doctor` and the start-up banner. */
export interface DatabaseStatus {
  engine: "embedded" | "postgres";
  /** Embedded only: whether this process runs the engine or speaks to the one that does. */
  role?: "owner" | "guest";
  ownerPid?: number;
  dataDir?: string;
  /** Embedded only: how often the engine was discarded and reopened since this process started. */
  restarts?: number;
  /** Embedded only: how often the engine's socket had vanished and was made anew. */
  socketsRemade?: number;
  /** Embedded only, of the owner: the checkpoints since the engine was opened, which other statements wait for. */
  checkpoints?: { count: number; longestMs: number };
  /** Embedded only, of the owner: whether writes are refused because the disk is nearly full. */
  full?: boolean;
  /** How long ago a transaction last ended well; undefined if none has. */
  answeredMsAgo?: number;
  /** Connections of the serving pool. */
  pool?: PoolStats;
}

/**
 * The seam. Work on tenant data goes through `transaction`, which enters the serving role and the
 * caller's tenant, principal and teams for that transaction alone.
 */
export interface Database {
  readonly engine: "embedded" | "postgres";
  /** May run `work` again after a serialisation failure or deadlock: nothing but SQL belongs in it. */
  transaction<T>(who: Principal, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** As the serving role with no tenant: key lookup, health. Sees no tenant row by itself. */
  anonymous<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** As the worker's role with no tenant: claims jobs and moves what belongs to all tenants. */
  worker<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** As the worker's role in one tenant: the system's own work there. It stands for no principal. */
  workerIn<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** As the owner: migrations, embedding spaces, self-tests. Refused where the login is not the owner. */
  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** As the owner, each statement on its own: what Postgres refuses inside a transaction. */
  ownerStatements<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  status(): DatabaseStatus;
  /** Resolves when the data is lost to this process for good: the process should end with this error. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}
