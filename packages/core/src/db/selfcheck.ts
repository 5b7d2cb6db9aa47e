import { PalimpsestError } from "@palimpsest/contract";
import type { Database } from "./database.js";

interface RoleFacts {
  entered: string;
  login: string;
  unbound: string[];
  owned: string[];
}

// Which of the two roles in force could step around row level security: by attribute, or as a table's
// owner (itself or by membership).
const roleFacts = `
select current_user::text as entered, session_user::text as login,
  array(select r.rolname::text from pg_catalog.pg_roles r
        where r.rolname in (current_user, session_user) and (r.rolsuper or r.rolbypassrls)) as unbound,
  array(select distinct r.rolname::text from pg_catalog.pg_roles r, pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where r.rolname in (current_user, session_user) and n.nspname = 'palimpsest'
          and pg_catalog.pg_has_role(r.oid, c.relowner, 'member')) as owned`;

/**
 * Refuse to serve through a role that row level security does not bind. On the embedded engine the
 * session is always the superuser's, and the role entered for each transaction is what counts.
 */
export async function assertServingRole(db: Database): Promise<void> {
  const facts = await db.anonymous(async (tx) => (await tx.query<RoleFacts>(roleFacts))[0]);
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
