import { readFileSync } from "node:fs";

interface Manifest {
  postgres: { minimum: number; pgvector: string };
}

const { postgres } = JSON.parse(
  readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"),
) as Manifest;

/** The oldest major version of PostgreSQL that the schema works on, and the oldest pgvector. */
export const minimumPostgres = postgres.minimum;
export const minimumPgvector = postgres.pgvector;

/** Whether a version such as "0.8.1" is new enough; null means that pgvector is not installed. */
export function isRecentPgvector(version: string | null): boolean {
  const [major = 0, minor = 0] = (version ?? "").split(".").map(Number);
  const [minMajor = 0, minMinor = 0] = minimumPgvector.split(".").map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
