import type { Database } from "../../db/index.js";

/**
 * Told of each transaction that writes, by its number: as it begins, before it is committed, and after. It may throw, as if
 * the process or the database had ended there, or never end.
 */
export type WriteHook = (moment: "begin" | "commit" | "after", n: number) => unknown;

/** The same database, with a hook into its writes. */
export function hookedDatabase(whole: Database, hook: WriteHook): Database {
  let count = 0;
  const transaction: Database["transaction"] = async (who, work, options = {}) => {
    if (options.readOnly) return whole.transaction(who, work, options);
    count += 1;
    const n = count;
    await hook("begin", n);
    const result = await whole.transaction(
      who,
      async (tx) => {
        const made = await work(tx);
        await hook("commit", n);
        return made;
      },
      options,
    );
    await hook("after", n);
    return result;
  };
  return new Proxy(whole, {
    get(target, name) {
      if (name === "transaction") return transaction;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
