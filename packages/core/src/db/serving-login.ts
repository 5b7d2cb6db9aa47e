import { randomBytes } from "node:crypto";
import { PalimpsestError } from "@palimpsest/contract";
import type { Database } from "./database.js";

/**
 * Make a login that may do nothing but serve and run jobs, or give one that was made so a new password, and give its
 * connection string, made from the owner's own.
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
    const [found] = await tx.query<{ ours: boolean }>(
      `select not (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication)
         and exists (select 1 from pg_catalog.pg_auth_members a join pg_catalog.pg_roles app on app.oid = a.roleid
                     where a.member = r.oid and app.rolname = 'palimpsest_app') as ours
       from pg_catalog.pg_roles r where r.rolname = $1`,
      [name],
    );
    if (found && !found.ours) {
      throw new PalimpsestError(
        "CONFLICT",
        `The role ${name} exists and was not made to serve; choose another name.`,
      );
    }
    // Both parts come from fixed alphabets: utility statements take no parameters.
    await tx.query(`${found ? "alter" : "create"} role ${name} login password '${password}'`);
    await tx.query(`grant palimpsest_app, palimpsest_worker to ${name}`);
  });
  const url = new URL(ownerUrl);
  url.username = name;
  url.password = password;
  return url.toString();
}
