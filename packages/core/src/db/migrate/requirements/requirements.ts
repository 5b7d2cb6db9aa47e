import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../database.js";
import { sqlState } from "../../db-errors.js";
import { isRecentPgvector, minimumPgvector, minimumPostgres } from "./minimum-versions.js";
import { readServerFacts } from "./requirements.sql.js";

/** Refuse a server on which the schema would not work, and say what it needs. */
export async function checkServer(tx: Tx): Promise<void> {
  const { major, vector } = await readServerFacts(tx);
  if (major < minimumPostgres) {
    throw refusal(`PostgreSQL ${minimumPostgres} or later is needed, and the server is version ${major}.`);
  }
  if (vector === null)
    throw refusal("The server lacks pgvector; install it (Debian: postgresql-17-pgvector).");
  if (!isRecentPgvector(vector)) {
    throw refusal(`pgvector ${minimumPgvector} or later is needed, and the database has ${vector}.`);
  }
}

/** A login that may not change the schema is the usual reason for a refused migration. */
export function explain(error: unknown): unknown {
  if (sqlState(error) !== "42501") return error;
  return new PalimpsestError(
    "UNAVAILABLE",
    "This login may not change the schema. Migrate with the owner's connection string; if pgvector is " +
      "missing from the database, a superuser runs first: create extension vector",
    { cause: error },
  );
}

function refusal(why: string): PalimpsestError {
  return new PalimpsestError("UNAVAILABLE", why);
}
