import {
  assertServingRole,
  type Database,
  isRecentPgvector,
  mayRunJobs,
  migrateStatus,
  minimumPgvector,
  minimumPostgres,
  rebuildAdvice,
  staleIndexes,
  staleIndexNote,
  vectorIndexState,
} from "@palimpsest/core";
import { forceRowSecurity, readClock, readRowSecurity, readVersions } from "./database-checks.sql.js";
import { type Finding, fail, pass, runCheck } from "./finding.js";

const maxClockSkewMs = 2_000;

export const databaseChecks: ((db: Database) => Promise<Finding>)[] = [
  (db) =>
    runCheck("engine", "Start the database, and check DATABASE_URL.", async () => {
      const { version, vector } = await readVersions(db);
      const message = `${db.engine}: PostgreSQL ${version}, pgvector ${vector ?? "missing"}`;
      if (Number.parseInt(version, 10) < minimumPostgres)
        return fail("engine", message, `Upgrade to PostgreSQL ${minimumPostgres} or later.`);
      if (!isRecentPgvector(vector))
        return fail(
          "engine",
          message,
          `Install pgvector ${minimumPgvector} or later, then run: create extension vector.`,
        );
      return pass("engine", message);
    }),

  (db) =>
    runCheck("schema", "Use the palimpsest that made this schema, or a newer one.", async () => {
      const { current, latest } = await migrateStatus(db);
      if (current === latest) return pass("schema", `version ${current}`);
      return fail(
        "schema",
        `version ${current}; this palimpsest needs version ${latest}`,
        "Run: palimpsest migrate up",
      );
    }),

  (db) =>
    runCheck("roles", "Make a login for serving with: palimpsest migrate login NAME", async () => {
      await assertServingRole(db);
      const jobs = (await db.anonymous(mayRunJobs)) ? "may run jobs" : "may not run jobs";
      return pass(
        "roles",
        `requests run as palimpsest_app, which cannot bypass row level security; this login ${jobs}`,
      );
    }),

  (db) =>
    runCheck("row level security", "Run: palimpsest migrate up", async () => {
      const tables = await readRowSecurity(db);
      const open = tables.filter(({ forced }) => !forced).map(({ name }) => name);
      if (tables.length === 0)
        return fail("row level security", "there are no tables yet", "Run: palimpsest migrate up");
      if (open.length === 0) return pass("row level security", `forced on all ${tables.length} tables`);
      return fail(
        "row level security",
        `not forced on ${open.join(", ")}`,
        `Run as the owner: ${forceRowSecurity(open)}`,
      );
    }),

  (db) =>
    runCheck("lexical index", "Run: palimpsest migrate up", async () => {
      const stale = await staleIndexes(db);
      if (stale === 0) return pass("lexical index", "of the version that this server makes, in every tenant");
      return fail("lexical index", staleIndexNote(stale), rebuildAdvice);
    }),

  (db) =>
    runCheck("vector index", "Run: palimpsest migrate up", async () => {
      const { vectors, state } = await vectorIndexState(db);
      if (state === "built") return pass("vector index", `built; about ${vectors} vectors`);
      if (state === "not needed") return pass("vector index", `not needed: about ${vectors} vectors`);
      return fail(
        "vector index",
        `missing: each search by meaning compares all of about ${vectors} vectors`,
        "Run, with the login that owns the schema: palimpsest migrate index",
      );
    }),

  (db) =>
    runCheck("clock", "Check the database, then the clocks of both machines.", async () => {
      const before = Date.now();
      const database = await readClock(db);
      const after = Date.now();
      // The database read its clock at some moment between the two.
      const skew = Math.max(0, before - database, database - after);
      const message = `the database's clock differs from this machine's by ${(skew / 1_000).toFixed(1)} s`;
      return skew <= maxClockSkewMs
        ? pass("clock", message)
        : fail("clock", message, "Synchronise the clocks of both machines (NTP).");
    }),
];
