import * as catalogue from "./catalogue.sql.js";
import type { Query } from "./catalogue-faults.js";
import { privileges } from "./privileges.js";

export interface Mutant {
  name: string;
  table: string;
  ddl: string[];
}

interface Policy {
  policyname: string;
  tablename: string;
  roles: string[];
  qual: string | null;
  with_check: string | null;
}

const ownTenant = "(tenant_id = palimpsest.tenant())";
/** The same, asked once for a statement and not for each row. */
const askedOnce = "(tenant_id = ( SELECT palimpsest.tenant() AS tenant))";

/** The schema with one protection taken away, in every way that someone could notice. */
export async function mutants(query: Query): Promise<Mutant[]> {
  const policies = await query<Policy & { [column: string]: unknown }>(
    `select policyname::text, tablename::text, roles::text[], qual, with_check from pg_policies
     where schemaname = 'palimpsest' and tablename <> 'schema_migration' order by tablename, policyname`,
  );
  const tables = await query<{ name: string }>(catalogue.tables);
  const views = await query<{ name: string }>(catalogue.views);
  return [
    ...policies.flatMap(ofPolicy),
    ...tables
      .filter(({ name }) => !["schema_migration", "embedding_space"].includes(name))
      .map(({ name }) => ({
        name: `${name} without row level security`,
        table: name,
        ddl: [`alter table palimpsest.${name} disable row level security`],
      })),
    ...views.map(({ name }) => ({
      name: `${name} without security_invoker`,
      table: name,
      ddl: [`alter view palimpsest.${name} reset (security_invoker)`],
    })),
  ];
}

function ofPolicy({ policyname, tablename, roles, qual, with_check }: Policy): Mutant[] {
  const on = `${policyname} on palimpsest.${tablename}`;
  const weaker = (part: string, expression: string): Mutant[] =>
    [...weakened(expression)].map((instead) => ({
      name: `${on}: ${part} (${instead})`,
      table: tablename,
      ddl: [`alter policy ${on} ${part} (${instead})`],
    }));
  // A check that no statement of these roles can reach guards nothing yet: weakening it changes nothing.
  const writes = roles.some((role) =>
    [...privileges].some((line) => line.startsWith(`${role} ${tablename} INSERT`)),
  );
  return [
    { name: `${on}: dropped`, table: tablename, ddl: [`drop policy ${on}`] },
    ...(qual ? weaker("using", qual) : []),
    ...(with_check && writes ? weaker("with check", with_check) : []),
  ];
}

/** Nothing asked; all but the tenant; nothing but the tenant. */
function weakened(stored: string): Set<string> {
  const expression = stored.replace(askedOnce, ownTenant);
  if (expression === "true") return new Set();
  const instead = new Set(["true", expression.replace(ownTenant, "true"), ownTenant]);
  instead.delete(expression);
  return instead;
}
