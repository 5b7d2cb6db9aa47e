import type { Tx } from "../../../db/index.js";
import type { OperationContext } from "../../../services.js";

/** Thrown to roll the transaction back, with the result to return. */
class Undone<T> extends Error {
  constructor(readonly result: T) {
    super("supposed, and undone");
  }
}

/** The result of work in a transaction that is always rolled back. */
export async function rolledBack<T>(
  { services, who }: Pick<OperationContext, "services" | "who">,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await services.db.transaction(
      who,
      async (tx): Promise<T> => {
        throw new Undone(await work(tx));
      },
      { snapshot: true },
    );
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}
