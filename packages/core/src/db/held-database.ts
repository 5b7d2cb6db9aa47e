import { PalimpsestError } from "@palimpsest/contract";
import type { QueryResultRow } from "pg";
import type { Principal } from "../principal.js";
import type { Database, TransactionOptions, Tx } from "./database.js";
import { translate } from "./db-errors.js";
import { enter } from "./enter.sql.js";

export interface HeldDatabase {
  db: Database;
  /** Takes no further work, and resolves when what runs has ended. */
  end(reason: Error): Promise<void>;
}

/**
 * A database whose work is all done inside one transaction that is open: each piece in a savepoint, one after the other,
 * so that a piece that fails leaves nothing and the transaction goes on. Every statement sees what was committed before it;
 * `snapshot` has no effect.
 */
export function heldDatabase(whole: Database, holder: Principal, tx: Tx): HeldDatabase {
  let ended: Error | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };
  const transaction = <T>(
    who: Principal,
    work: (inner: Tx) => Promise<T>,
    options: TransactionOptions = {},
  ) =>
    inTurn(async () => {
      if (ended) throw ended;
      const piece = pieceOf(tx, () => ended);
      await tx.query("savepoint piece");
      try {
        if (who !== holder) await take(tx, who);
        const result = await work(piece.tx);
        await piece.settled();
        // What was only set for a read is taken back as well.
        if (options.readOnly) await tx.query("rollback to savepoint piece");
        else if (who !== holder) await take(tx, holder);
        await tx.query("release savepoint piece");
        return result;
      } catch (error) {
        await piece.settled().catch(() => undefined);
        await tx.query("rollback to savepoint piece");
        await tx.query("release savepoint piece");
        throw translate(error);
      }
    });
  const refuse = async (): Promise<never> => {
    throw notInTransaction();
  };
  return {
    db: {
      engine: whole.engine,
      transaction,
      anonymous: (work) => transaction(holder, work),
      ...{ worker: refuse, workerIn: refuse, owner: refuse, ownerStatements: refuse },
      status: () => whole.status(),
      lost: whole.lost,
      close: refuse,
    },
    end: async (reason) => {
      ended ??= reason;
      await last;
    },
  };
}

export const notInTransaction = (): PalimpsestError =>
  new PalimpsestError(
    "CONFLICT",
    "This operation cannot be part of a transaction; call it before or after one.",
  );

async function take(tx: Tx, who: Principal): Promise<void> {
  const { text, values } = enter(who, undefined);
  await tx.query(text, values);
}

/** The statements of one piece of work, which takes none after its end. */
function pieceOf(tx: Tx, ended: () => Error | undefined) {
  const sent: Promise<unknown>[] = [];
  let isOver = false;
  const assertRunning = () => {
    const reason = ended();
    if (reason) throw reason;
    if (isOver) throw new Error("A statement was sent after its work had ended.");
  };
  const prepared = async <R extends QueryResultRow>(text: string, values: unknown[]): Promise<R[]> => {
    assertRunning();
    return tx.prepared<R>(text, values);
  };
  const piece: Tx = {
    query: async (text, values) => {
      assertRunning();
      return tx.query(text, values);
    },
    prepared,
    send: (text, values) => {
      const one = prepared(text, values);
      one.catch(() => undefined);
      sent.push(one);
    },
  };
  const settled = () => {
    isOver = true;
    return Promise.all(sent);
  };
  return { tx: piece, settled };
}
