import type { Tx } from "../database.js";

export interface RoleFacts {
  [column: string]: unknown;
  /** The role that the transaction took on, and the one that it logged in with. */
  entered: string;
  login: string;
  /** Which of the two row level security does not bind, by their attributes. */
  unbound: string[];
  /** Which of the two owns a table of the schema, itself or by membership. */
  owned: string[];
}

export async function readRoleFacts(tx: Tx): Promise<RoleFacts | undefined> {
  const [facts] = await tx.query<RoleFacts>(
    `select current_user::text as entered, session_user::text as login,
       array(select r.rolname::text from pg_catalog.pg_roles r
             where r.rolname in (current_user, session_user) and (r.rolsuper or r.rolbypassrls)) as unbound,
       array(select distinct r.rolname::text from pg_catalog.pg_roles r, pg_catalog.pg_class c
             join pg_catalog.pg_namespace n on n.oid = c.relnamespace
             where r.rolname in (current_user, session_user) and n.nspname = 'palimpsest'
               and pg_catalog.pg_has_role(r.oid, c.relowner, 'member')) as owned`,
  );
  return facts;
}

/** Whether this process logged in as one who may take on the worker's role. */
export async function mayRunJobs(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ may: boolean }>(
    `select exists (select 1 from pg_catalog.pg_roles r
       where r.rolname = 'palimpsest_worker' and pg_catalog.pg_has_role(session_user, r.oid, 'member')) as may`,
  );
  return row!.may;
}
