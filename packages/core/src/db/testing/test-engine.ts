import type { QueryResultRow } from "pg";
import type { DatabaseOptions } from "../connect.js";
import type { Database } from "../database.js";
import type { Migration } from "../migrate/migration.js";

export interface TestDatabase {
  db: Database;
  /** As a superuser, whom row level security hides nothing from: to set up and to look. */
  ownerQuery<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  /** What `db` was opened with, for a second handle on the same data. */
  options: DatabaseOptions;
  /** Close `db`, open the same data again and put it in `db`. */
  reopen(): Promise<Database>;
  /** Close `db` and delete the data. */
  close(): Promise<void>;
}

export interface TestOptions extends Omit<DatabaseOptions, "url" | "ownerUrl" | "dataDir"> {
  /** The schema to start from; the product's own unless given. */
  migrations?: readonly Migration[];
}

export interface TestEngine {
  name: "embedded" | "postgres";
  open(options?: TestOptions): Promise<TestDatabase>;
}
