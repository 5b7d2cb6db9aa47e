import type { Query } from "../catalogue/catalogue-faults.js";
import { privileges } from "../catalogue/privileges.js";
import type { Attempt } from "./add-attempt.js";
import { attempts } from "./attempts.js";
import { planted } from "./plant.js";
import { surfaces } from "./surfaces.js";
import { type Viewer, viewers } from "./viewers.js";

// Tries a statement and undoes it; gives the rows it touched or returned, or the SQLSTATE it was refused with.
const tools = `
create or replace function pg_temp.try(p_sql text) returns text language plpgsql as $$
declare n bigint;
begin
  execute p_sql;
  get diagnostics n = row_count;
  raise exception using errcode = 'PX000', message = n::text;
exception when sqlstate 'PX000' then return sqlerrm; when others then return sqlstate;
end $$;
create or replace function pg_temp.peek(p_sql text) returns text language plpgsql as $$
declare found text;
begin
  execute p_sql into found;
  return found;
exception when others then return sqlstate;
end $$`;

interface Probe {
  label: string;
  sql: string;
  expect: string;
}

/**
 * What two tenants and their people can see or do that they should not, or cannot that they should: every planted
 * row through every viewer's eyes, and every write attempt. Of one table alone, or of all. Runs in a transaction of
 * the owner's, on the rows of `plant`.
 */
export async function isolationFaults(query: Query, only?: string): Promise<string[]> {
  const [{ home }] = (await query<{ home: string }>("select current_user::text as home")) as [
    { home: string },
  ];
  await query(tools);
  const faults: string[] = [];
  const concerns = (table: string) => only === undefined || table === only;
  for (const viewer of viewers) {
    const tables = [...new Set(planted.map(({ table }) => table))].filter(concerns);
    faults.push(
      ...(await answers(
        query,
        home,
        viewer,
        "peek",
        tables.map((table) => reading(table, viewer)),
      )),
    );
  }
  const writes = attempts.filter(({ table }) => concerns(table));
  for (const by of new Set(writes.map((attempt) => attempt.by))) {
    const probes = writes.filter((attempt) => attempt.by === by).map(writing);
    faults.push(...(await answers(query, home, by, "try", probes)));
  }
  if (only === undefined) {
    for (const { by, probes } of surfaces) faults.push(...(await answers(query, home, by, "peek", probes)));
  }
  return faults;
}

function reading(table: string, viewer: Viewer): Probe {
  const rows = planted.filter((p) => p.table === table);
  const key = rows[0]!.key;
  const may =
    privileges.has(`${viewer.as} ${table} SELECT`) ||
    key.every((column) => privileges.has(`${viewer.as} ${table} SELECT(${column})`));
  const seen = rows.filter((p) => p.seenBy(viewer)).map((p) => key.map((column) => p.row[column]).join("/"));
  return {
    label: `${table} as ${viewer.name}`,
    sql: `select coalesce(string_agg(k, ' ' order by k collate "C"), '')
          from (select concat_ws('/', ${key.join(", ")}) as k from palimpsest.${table}) t`,
    expect: may ? seen.sort().join(" ") : "42501",
  };
}

const writing = ({ table, what, by, sql, expect }: Attempt): Probe => ({
  label: `${table}: ${what}, by ${by.name}`,
  sql,
  expect,
});

async function answers(
  query: Query,
  home: string,
  viewer: Viewer,
  tool: "peek" | "try",
  probes: Probe[],
): Promise<string[]> {
  if (probes.length === 0) return [];
  await query(
    `select set_config('role', $1, true), set_config('palimpsest.tenant', $2, true),
       set_config('palimpsest.principal', $3, true), set_config('palimpsest.readers', $4, true),
       set_config('palimpsest.role', $5, true), set_config('palimpsest.principal_type', $6, true)`,
    [viewer.as, viewer.tenant, viewer.principal, `{${viewer.readers.join(",")}}`, viewer.role, viewer.type],
  );
  const rows = await query<{ got: string }>(
    `select pg_temp.${tool}(s) as got from unnest($1::text[]) with ordinality t(s, n) order by n`,
    [probes.map(({ sql }) => sql)],
  );
  await query("select set_config('role', $1, true)", [home]);
  return probes.flatMap(({ label, expect }, at) =>
    rows[at]?.got === expect ? [] : [`${label}: ${rows[at]?.got} instead of ${expect}`],
  );
}
