import type { QueryResultRow } from "pg";
import { type DatabaseOptions, openDatabase } from "../connect.js";
import type { TestDatabase } from "./test-engine.js";

/** Open what was prepared; `discard` deletes it in the end. */
export async function testDatabase(
  options: DatabaseOptions,
  discard: () => Promise<void>,
): Promise<TestDatabase> {
  const test: TestDatabase = {
    db: await openDatabase(options),
    options,
    ownerQuery: <R extends QueryResultRow>(text: string, values?: unknown[]) =>
      test.db.owner((tx) => tx.query<R>(text, values)),
    async reopen() {
      await test.db.close();
      test.db = await openDatabase(options);
      return test.db;
    },
    async close() {
      await test.db.close();
      await discard();
    },
  };
  return test;
}
