import type { QueryResultRow } from "pg";
import { type DatabaseOptions, openDatabase } from "../connect.js";
import type { TestDatabase } from "./test-engine.js";

/** A loaded machine may be slow to start an engine; a test that is about waiting sets its own limit. */
export const testDefaults = { applicationName: "test", acquireTimeoutMs: 20_000 };

interface Backstage {
  /** SQL as one whom nothing is hidden from. */
  query(text: string, values?: unknown[]): Promise<QueryResultRow[]>;
  /** Delete the data, after the database was closed. */
  discard(): Promise<void>;
}

/** Open what was prepared. */
export async function testDatabase(options: DatabaseOptions, backstage: Backstage): Promise<TestDatabase> {
  const test: TestDatabase = {
    db: await openDatabase(options),
    options,
    ownerQuery: async <R extends QueryResultRow>(text: string, values?: unknown[]) =>
      (await backstage.query(text, values)) as R[],
    async reopen() {
      await test.db.close();
      test.db = await openDatabase(options);
      return test.db;
    },
    async close() {
      await test.db.close();
      await backstage.discard();
    },
  };
  return test;
}
