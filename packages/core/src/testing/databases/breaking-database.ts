import type { Database, Tx } from "../../db/index.js";

/** Which statement of the writes fails, and how many were run. */
export interface Breaking {
  db: Database;
  /** The statement, counted from 1, after which the transaction breaks off; one that is never reached: at its end. */
  at: number;
  count: number;
}

export class BrokenOff extends Error {}

/** A database whose write transactions break off after a statement, as if the process had died there. */
export function breakingDatabase(whole: Database): Breaking {
  const count = () => {
    breaking.count += 1;
    if (breaking.count === breaking.at) throw new BrokenOff(`after statement ${breaking.at}`);
  };
  const after = async <T>(run: Promise<T>): Promise<T> => {
    const result = await run;
    count();
    return result;
  };
  const counted = (tx: Tx): Tx => ({
    query: (text, values) => after(tx.query(text, values)),
    prepared: (text, values) => after(tx.prepared(text, values)),
    send: (text, values) => {
      tx.send(text, values);
      count();
    },
  });
  const transaction: Database["transaction"] = (who, work, options = {}) => {
    if (options.readOnly) return whole.transaction(who, work, options);
    const broken = async (tx: Tx): Promise<never> => {
      await work(counted(tx));
      throw new BrokenOff("at its end");
    };
    return whole.transaction(who, broken, options);
  };
  const db = new Proxy(whole, {
    get(target, name) {
      if (name === "transaction") return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const breaking: Breaking = { at: 1, count: 0, db };
  return breaking;
}
