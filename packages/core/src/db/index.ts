export { type DatabaseOptions, openDatabase } from "./connect.js";
export type { Database, DatabaseStatus, TransactionOptions, Tx } from "./database.js";
export { isTenantGone, sqlState } from "./db-errors.js";
export { openToOthers } from "./embedded/private-files.js";
export { descriptorLimit, mostConnections } from "./embedded/resources/descriptors.js";
export { readersOf } from "./enter.sql.js";
export { type HeldDatabase, heldDatabase, notInTransaction } from "./held-database.js";
export { iso } from "./iso.js";
export { migratePrint } from "./migrate/migrate-print.js";
export { assertSchema, type MigrationStatus, migrateStatus } from "./migrate/migrate-status.js";
export { migrateUp } from "./migrate/migrate-up.js";
export {
  isRecentPgvector,
  minimumPgvector,
  minimumPostgres,
} from "./migrate/requirements/minimum-versions.js";
export { createLogin, type LoginOptions } from "./roles/login.js";
export { assertServingRole, assertWorkerRole, noJobsHere } from "./roles/selfcheck.js";
export { mayRunJobs } from "./roles/selfcheck.sql.js";
export type { Rows } from "./rows.generated.js";
export { selectList } from "./select-list.js";
