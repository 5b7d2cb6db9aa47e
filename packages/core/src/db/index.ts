export { type DatabaseOptions, openDatabase } from "./connect.js";
export type { Database, DatabaseStatus, TransactionOptions, Tx } from "./database.js";
export { sqlState } from "./db-errors.js";
export { iso } from "./iso.js";
export { migratePrint } from "./migrate/migrate-print.js";
export { assertSchema, type MigrationStatus, migrateStatus } from "./migrate/migrate-status.js";
export { migrateUp } from "./migrate/migrate-up.js";
export { assertServingRole } from "./selfcheck.js";
export { createServingLogin } from "./serving-login.js";
