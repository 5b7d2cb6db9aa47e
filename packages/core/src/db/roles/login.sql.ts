import type { Tx } from "../database.js";

/** Undefined: there is no such role. False: it may do more than a login of ours, or nothing of what one may. */
export async function isOurLogin(tx: Tx, name: string): Promise<boolean | undefined> {
  const [found] = await tx.query<{ ours: boolean }>(
    `select not (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication)
       and exists (select 1 from pg_catalog.pg_auth_members a join pg_catalog.pg_roles app on app.oid = a.roleid
                   where a.member = r.oid and app.rolname = 'palimpsest_app') as ours
     from pg_catalog.pg_roles r where r.rolname = $1`,
    [name],
  );
  return found?.ours;
}

/** Name and password must come from fixed alphabets: utility statements take no parameters. */
export async function setLogin(
  tx: Tx,
  login: { name: string; password: string; exists: boolean; runsJobs: boolean },
): Promise<void> {
  const { name, password, exists, runsJobs } = login;
  await tx.query(`${exists ? "alter" : "create"} role ${name} login password '${password}'`);
  await tx.query(`grant palimpsest_app to ${name}`);
  await tx.query(`${runsJobs ? "grant" : "revoke"} palimpsest_worker ${runsJobs ? "to" : "from"} ${name}`);
}
