import { PalimpsestError } from "@palimpsest/contract";
import type { Database } from "../database.js";
import { mayRunJobs, readRoleFacts } from "./selfcheck.sql.js";

/**
 * Refuse to serve through a role that row level security does not bind. On the embedded engine the
 * session is always the superuser's, and the role entered for each transaction is what counts.
 */
export async function assertServingRole(db: Database): Promise<void> {
  const facts = await db.anonymous(readRoleFacts);
  if (!facts) throw refusal("The serving role could not be read.");
  const judged = db.engine === "postgres" ? [facts.entered, facts.login] : [facts.entered];
  if (facts.entered !== "palimpsest_app") throw refusal(`Work runs as ${facts.entered}, not palimpsest_app.`);
  for (const role of judged) {
    if (facts.unbound.includes(role)) throw refusal(`The role ${role} bypasses row level security.`);
    if (facts.owned.includes(role)) throw refusal(`The role ${role} owns tables of the schema.`);
  }
}

function refusal(why: string): PalimpsestError {
  return new PalimpsestError(
    "UNAVAILABLE",
    `${why} Make a login for serving with: palimpsest migrate login NAME, and set DATABASE_URL to what it prints.`,
  );
}

/** What a server says whose login may serve and no more. */
export const noJobsHere =
  "This server runs no background jobs: its login is not a member of palimpsest_worker. Run them with: palimpsest worker";

/** Refuse to run jobs through a login that may not claim them. */
export async function assertWorkerRole(db: Database): Promise<void> {
  if (await db.anonymous(mayRunJobs)) return;
  throw new PalimpsestError(
    "UNAVAILABLE",
    "This login may not run jobs: it is not a member of palimpsest_worker. Make one that is with: palimpsest migrate login NAME, and set DATABASE_URL to what it prints.",
  );
}
