import type { Database } from "../../../db/database.js";
import type { Query } from "./catalogue-faults.js";

/** Ends the transaction without keeping anything of it. */
class Undo extends Error {
  constructor(readonly found: string[]) {
    super("undo");
  }
}

/** What `check` finds while the schema is changed like this; the change is undone. */
export async function faultsOfMutant(
  db: Database,
  ddl: readonly string[],
  check: (query: Query) => Promise<string[]>,
): Promise<string[]> {
  const ended = db.owner(async (tx) => {
    for (const statement of ddl) await tx.query(statement);
    throw new Undo(await check((text, values) => tx.query(text, values)));
  });
  return ended.catch((error: unknown) => {
    if (error instanceof Undo) return error.found;
    throw error;
  });
}
