import type { QueryResultRow } from "pg";
import * as sql from "./catalogue.sql.js";
import { functionCallers } from "./function-callers.js";
import { privileges } from "./privileges.js";

export type Query = <R extends QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>;

/** Tables that belong to no tenant. */
export const globalTables = ["schema_migration", "embedding_space"];

/** What in the catalogue breaks the rules that isolation rests on, in words; empty when all is well. */
export async function catalogueFaults(query: Query): Promise<string[]> {
  return [
    ...(await tableFaults(query)),
    ...(await keyFaults(query)),
    ...(await viewFaults(query)),
    ...(await grantFaults(query)),
    ...(await functionFaults(query)),
    ...(await callerFaults(query)),
    ...(await roleFaults(query)),
  ];
}

async function tableFaults(query: Query): Promise<string[]> {
  const tables = await query<{ name: string; enabled: boolean; forced: boolean; key: string[] }>(sql.tables);
  if (tables.length < 25) return ["the schema is not there"];
  return tables.flatMap(({ name, enabled, forced, key }) => [
    ...(enabled ? [] : [`${name}: row level security is off`]),
    ...(forced ? [] : [`${name}: row level security is not forced`]),
    ...(key[0] === "tenant_id" || globalTables.includes(name)
      ? []
      : [`${name}: its key does not begin with tenant_id`]),
  ]);
}

async function keyFaults(query: Query): Promise<string[]> {
  const bare = (table: string) => table.replace("palimpsest.", "");
  const keys = await query<{
    name: string;
    from_table: string;
    to_table: string;
    columns: string[];
    refers: string[];
    cascades: boolean;
  }>(sql.foreignKeys);
  const tables = await query<{ name: string }>(sql.tables);
  const hangs = new Set(keys.filter(({ cascades }) => cascades).map(({ from_table }) => bare(from_table)));
  const uniques = await query<{ name: string; table: string; columns: string[] }>(sql.uniques);
  return [
    ...keys
      .filter(({ to_table }) => !globalTables.includes(bare(to_table)))
      .filter(({ columns, refers }) => {
        const at = columns.indexOf("tenant_id");
        return at < 0 || refers[at] !== "tenant_id";
      })
      .map(({ name }) => `${name}: a foreign key without tenant_id`),
    ...keys
      .filter(({ to_table, cascades }) => !globalTables.includes(bare(to_table)) && !cascades)
      .map(({ name }) => `${name}: the tenant cannot be deleted; it needs "on delete cascade"`),
    ...tables
      .filter(({ name }) => ![...globalTables, "tenant", "memory_term"].includes(name) && !hangs.has(name))
      .map(({ name }) => `${name}: its rows outlive their tenant; it needs a foreign key to it`),
    ...uniques
      .filter(({ table, columns }) => !globalTables.includes(table) && !columns.includes("tenant_id"))
      .map(({ name }) => `${name}: unique across tenants`),
  ];
}

async function viewFaults(query: Query): Promise<string[]> {
  const views = await query<{ name: string; options: string[] }>(sql.views);
  return views
    .filter(({ options }) => !options.includes("security_invoker=true"))
    .map(({ name }) => `${name}: a view without security_invoker`);
}

interface Grant {
  table: string;
  column: string | null;
  privilege: string;
  grantable: boolean;
  role: string;
}

async function grantFaults(query: Query): Promise<string[]> {
  const grants = await query<Grant & QueryResultRow>(sql.grants);
  const found = new Set(
    grants.map(({ role, table, column, privilege, grantable }) =>
      [role, table, column ? `${privilege}(${column})` : privilege, ...(grantable ? ["grantable"] : [])].join(
        " ",
      ),
    ),
  );
  const schema = await query<{ role: string; privilege: string }>(sql.schemaGrants);
  return [
    ...[...found].filter((grant) => !privileges.has(grant)).map((grant) => `not on the list: ${grant}`),
    ...[...privileges].filter((grant) => !found.has(grant)).map((grant) => `missing: ${grant}`),
    ...schema
      .filter(({ role, privilege }) => privilege !== "USAGE" || !role.startsWith("palimpsest_"))
      .map(({ role, privilege }) => `schema: ${role} has ${privilege}`),
  ];
}

/** It has no parameters and gives no rows. Only the owner of a table may analyse it. */
const asOwner = new Set(["palimpsest.collect_statistics(text)"]);

async function functionFaults(query: Query): Promise<string[]> {
  const all = await query<{
    name: string;
    definer: boolean;
    owner: string;
    config: string[];
    public: boolean;
  }>(sql.functions);
  return all
    .filter(({ definer }) => definer)
    .flatMap(({ name, owner, config, public: open }) => [
      ...(owner === "palimpsest_definer" || asOwner.has(name)
        ? []
        : [`${name}: runs with the rights of ${owner}`]),
      ...(config.some((setting) => /^search_path=pg_catalog(, public)?, pg_temp$/.test(setting))
        ? []
        : [`${name}: search_path is open`]),
      ...(open ? [`${name}: anyone may execute it`] : []),
    ]);
}

async function callerFaults(query: Query): Promise<string[]> {
  const found = await query<{ name: string; roles: string[] }>(sql.functionGrants);
  const callers = new Map(found.map(({ name, roles }) => [name, roles.join(" ")]));
  return [...new Set([...callers.keys(), ...Object.keys(functionCallers)])]
    .filter((name) => callers.get(name) !== functionCallers[name])
    .map((name) => `${name}: may be called by ${callers.get(name)} instead of ${functionCallers[name]}`);
}

async function roleFaults(query: Query): Promise<string[]> {
  const roles = await query<{ name: string; powers: string[]; member_of: string[]; owns: string[] }>(
    sql.roles,
  );
  if (roles.length !== 3) return ["a role is missing"];
  return roles.flatMap(({ name, powers, member_of, owns }) => [
    ...powers.map((power) => `${name}: has ${power}`),
    ...member_of.map((role) => `${name}: is a member of ${role}`),
    ...owns.map((table) => `${name}: owns ${table}`),
  ]);
}
