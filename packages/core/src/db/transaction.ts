import { PalimpsestError } from "@palimpsest/contract";
import pg from "pg";
import type { TransactionOptions, Tx } from "./database.js";
import { isConflict, isConnectionLoss, translate, unavailable } from "./db-errors.js";
import type { Entry } from "./enter.js";
import type { ConnectionPool, Lease } from "./pool.js";

const attempts = 4;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function begin({ snapshot = false, readOnly = false }: TransactionOptions): string {
  return `begin${snapshot ? " isolation level repeatable read" : ""}${readOnly ? " read only" : ""}`;
}

function asTx(client: pg.PoolClient): Tx {
  return {
    async query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]> {
      const result = await client.query<R>(text, values);
      return result.rows;
    },
  };
}

/** Open a transaction on a connection that works: one from before a restart of the server may not. */
async function start(pool: ConnectionPool, entry: Entry, options: TransactionOptions): Promise<Lease> {
  for (let attempt = 1; ; attempt++) {
    const lease = await pool.acquire();
    try {
      // Sent together; the work waits for both, since outside the transaction it would have the login's role.
      await Promise.all([lease.client.query(begin(options)), lease.client.query(entry.text, entry.values)]);
      return lease;
    } catch (error) {
      lease.release(true);
      // What the server did not say itself (a closed or silent connection) is trouble on the way to it.
      const lost = !(error instanceof pg.DatabaseError) || isConnectionLoss(error);
      if (!lost) throw error;
      if (attempt === attempts) throw unavailable("The database is not reachable; try again.", error);
    }
  }
}

async function runOnce<T>(lease: Lease, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    const result = await work(asTx(lease.client));
    const ended = await lease.client.query("commit");
    if (ended.command !== "COMMIT") {
      throw new Error("A failed statement's error was dropped inside a transaction; it was rolled back.");
    }
    lease.release(false);
    return result;
  } catch (error) {
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

/** Begin, enter, work, commit. Work that lost a race with another transaction runs again. */
export async function runTransaction<T>(
  pool: ConnectionPool,
  entry: Entry,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(await start(pool, entry, options), work);
    } catch (error) {
      if (isConflict(error) && attempt < attempts) await pause(Math.random() * 20 * 2 ** attempt);
      else throw translate(error);
    }
  }
}

/** Each statement on its own, on one connection. */
export async function runStatements<T>(pool: ConnectionPool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const lease = await pool.acquire();
  try {
    const result = await work(asTx(lease.client));
    lease.release(false);
    return result;
  } catch (error) {
    lease.release(true);
    throw translate(error);
  }
}
