import { randomBytes } from "node:crypto";
import { PalimpsestError } from "@palimpsest/contract";
import type { Database } from "../database.js";
import { isOurLogin, setLogin } from "./login.sql.js";

export interface LoginOptions {
  /** Whether it may also run background jobs. */
  runsJobs: boolean;
}

/**
 * Make a login that may serve requests and, if asked, run jobs, and nothing else. One that was made so before gets a
 * new password and what is asked now. Gives its connection string, made from the owner's own.
 */
export async function createLogin(
  db: Database,
  name: string,
  ownerUrl: string,
  { runsJobs }: LoginOptions,
): Promise<string> {
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
    const ours = await isOurLogin(tx, name);
    if (ours === false) {
      throw new PalimpsestError(
        "CONFLICT",
        `The role ${name} exists and was not made to serve; choose another name.`,
      );
    }
    await setLogin(tx, { name, password, exists: ours === true, runsJobs });
  });
  const url = new URL(ownerUrl);
  url.username = name;
  url.password = password;
  return url.toString();
}
