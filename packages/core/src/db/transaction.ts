import { PalimpsestError } from "@palimpsest/contract";
import pg from "pg";
import { retry } from "../async/index.js";
import type { TransactionOptions, Tx } from "./database.js";
import {
  isConflict,
  isConnectionLoss,
  isStatementLoss,
  sqlState,
  translate,
  unavailable,
} from "./db-errors.js";
import type { Entry } from "./enter.sql.js";
import type { ConnectionPool, Lease } from "./pool.js";
import type { StatementNames } from "./statement-names.js";

const attempts = 4;

function begin({ snapshot = false, readOnly = false, essential = false }: TransactionOptions): string {
  const access = readOnly ? " read only" : essential ? " read write" : "";
  return `begin${snapshot ? " isolation level repeatable read" : ""}${access}`;
}

interface Statements extends Tx {
  /** Takes no further statement: after the transaction it would be run as the login itself. */
  end(): void;
  /** Waits for those that were sent; throws the error of the first that failed. */
  settled(): Promise<unknown>;
}

/** The statements of one piece of work on a connection. */
function statementsOn(client: pg.PoolClient, names: StatementNames): Statements {
  const sent: Promise<unknown>[] = [];
  let failure: unknown;
  let hasEnded = false;
  const query = async <R extends pg.QueryResultRow>(text: string, values?: unknown[], name?: string) => {
    if (hasEnded) throw new Error("A statement was sent after its transaction had ended.");
    try {
      const result = await client.query<R>({ name, text, values });
      return result.rows;
    } catch (error) {
      // The statements after the one that failed only say that the transaction has failed.
      if (failure !== undefined && sqlState(error) === "25P02") throw failure;
      failure = error;
      throw error;
    }
  };
  const prepared: Tx["prepared"] = (text, values) => query(text, values, names.of(text));
  return {
    query,
    prepared,
    send: (text, values) => {
      const one = prepared(text, values);
      // Its error is thrown by `settled`, and the next statement that somebody waits for fails too.
      one.catch(() => undefined);
      sent.push(one);
    },
    end: () => {
      hasEnded = true;
    },
    settled: () => Promise.all(sent),
  };
}

/** Opens a transaction on a working connection. After a restart of the server all pooled connections may be broken. */
async function start(pool: ConnectionPool, entry: Entry, options: TransactionOptions): Promise<Lease> {
  try {
    return await retry(() => startOn(pool, entry, options), {
      attempts: pool.size + 1,
      delayMs: (error) => (error instanceof LostConnection ? 0 : undefined),
    });
  } catch (error) {
    if (!(error instanceof LostConnection)) throw error;
    throw unavailable("The database is not reachable; try again.", error.cause);
  }
}

async function startOn(pool: ConnectionPool, entry: Entry, options: TransactionOptions): Promise<Lease> {
  const lease = await pool.acquire();
  const entering = { name: pool.names.of(entry.text), ...entry };
  try {
    // Sent together; the work waits for both, since outside the transaction it would have the login's role.
    await Promise.all([lease.client.query(begin(options)), lease.client.query(entering)]);
    return lease;
  } catch (error) {
    lease.release(true);
    // An error that the server did not send itself means a closed or silent connection.
    const lost = !(error instanceof pg.DatabaseError) || isConnectionLoss(error);
    if (sqlState(error) === "42501") throw unavailable(roleRefused, error);
    throw lost ? new LostConnection("lost", { cause: error }) : error;
  }
}

class LostConnection extends Error {}

const roleRefused =
  "The database login may not take on the role that this work needs. Run again, as the owner: palimpsest migrate login NAME";

async function runOnce<T>(
  lease: Lease,
  work: (tx: Tx) => Promise<T>,
  names: StatementNames,
  readOnly: boolean,
): Promise<T> {
  const tx = statementsOn(lease.client, names);
  try {
    const result = await work(tx);
    tx.end();
    if (readOnly) {
      // Nothing was written, so there is no need to wait for the end of the transaction; the next user of the
      // connection is served after it.
      lease.client.query("rollback").catch(() => undefined);
      lease.release(false);
      return result;
    }
    const [ended] = await Promise.all([lease.client.query("commit"), tx.settled()]);
    if (ended.command !== "COMMIT") {
      throw new Error("A failed statement's error was dropped inside a transaction; it was rolled back.");
    }
    lease.release(false);
    return result;
  } catch (error) {
    tx.end();
    await rollBack(lease);
    if (lease.broken() && !(error instanceof PalimpsestError)) {
      throw unavailable("The database connection was lost; try again.", error);
    }
    throw error;
  }
}

async function rollBack(lease: Lease): Promise<void> {
  const failed = await lease.client.query("rollback").then(
    () => false,
    () => true,
  );
  lease.release(failed);
}

/** Begins, enters, works and commits. Runs the work again after a conflict, or if a prepared statement was lost. */
export async function runTransaction<T>(
  pool: ConnectionPool,
  entry: Entry,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const run = async () =>
    runOnce(await start(pool, entry, options), work, pool.names, options.readOnly ?? false);
  const delayMs = (error: unknown, failures: number) => {
    if (isConflict(error)) return Math.random() * 20 * 2 ** failures;
    if (!isStatementLoss(error)) return undefined;
    pool.names.giveUp();
    return 0;
  };
  try {
    const result = await retry(run, { attempts: options.once ? 1 : attempts, delayMs });
    pool.answeredAt = performance.now();
    return result;
  } catch (error) {
    if (options.once && isStatementLoss(error)) pool.names.giveUp();
    throw translate(error);
  }
}

/** Runs each statement on its own, on one connection. */
export async function runStatements<T>(pool: ConnectionPool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const lease = await pool.acquire();
  try {
    const tx = statementsOn(lease.client, pool.names);
    const result = await work(tx);
    await tx.settled();
    lease.release(false);
    return result;
  } catch (error) {
    lease.release(true);
    throw translate(error);
  }
}
