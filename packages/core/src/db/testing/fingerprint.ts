import { createHash } from "node:crypto";
import type { Migration } from "../migrate/migration.js";

/** Names a schema by what it is made from. */
export function fingerprint(migrations: readonly Migration[]): string {
  const hash = createHash("sha256");
  for (const { version, checksum, sql } of migrations) hash.update(`${version}\0${checksum}\0${sql}\0`);
  return hash.digest("hex").slice(0, 12);
}
