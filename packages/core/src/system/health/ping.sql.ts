import type { Database } from "../../db/index.js";

/** Throws if the database does not answer in the role that serves requests. */
export async function ping(db: Database): Promise<void> {
  await db.anonymous((tx) => tx.query("select 1"));
}
