import { randomBytes } from "node:crypto";
import { PalimpsestError } from "@palimpsest/contract";
import type { Database } from "./database.js";

/**
 * Make (or give a new password to) a login that may do nothing but serve, and give its connection string,
 * made from the owner's own.
 */
export async function createServingLogin(db: Database, name: string, ownerUrl: string): Promise<string> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "A login's name is lower-case letters, digits and underscores.",
    );
  }
  if (db.engine !== "postgres") {
    throw new PalimpsestError("VALIDATION_ERROR", "The embedded engine needs no login.");
  }
  const password = randomBytes(24).toString("base64url");
  await db.owner(async (tx) => {
    const [found] = await tx.query("select 1 from pg_catalog.pg_roles where rolname = $1", [name]);
    // Both parts come from fixed alphabets: utility statements take no parameters.
    await tx.query(`${found ? "alter" : "create"} role ${name} login password '${password}'`);
    await tx.query(`grant palimpsest_app to ${name}`);
  });
  const url = new URL(ownerUrl);
  url.username = name;
  url.password = password;
  return url.toString();
}
