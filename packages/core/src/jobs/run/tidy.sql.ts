import type { Database } from "../../db/index.js";

/** The thresholds of a server's autovacuum, a little later: here everybody waits while a table is tidied. */
const enough = `n_dead_tup > 500 + 0.2 * n_live_tup or n_mod_since_analyze > 500 + 0.2 * n_live_tup`;

/**
 * The embedded engine has no autovacuum: without this its tables would grow with every edit and its planner would
 * know nothing of them. Tidies what has changed enough, one table at a time; gives their names.
 */
export async function tidyTables(db: Database): Promise<string[]> {
  return db.ownerStatements(async (tx) => {
    const due = await tx.query<{ name: string }>(
      `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
       where schemaname = 'palimpsest' and (${enough}) order by relname`,
    );
    for (const { name } of due) await tx.query(`vacuum (analyze) ${name}`);
    return due.map(({ name }) => name);
  });
}

/** Collects the statistics of tables that are new or have grown much, each by itself; gives their names. */
export async function collectStatistics(db: Database): Promise<string[]> {
  const done: string[] = [];
  // A connection reports its changes once a second; the embedded engine has only this one.
  if (db.engine === "embedded") await db.worker((tx) => tx.query("select pg_stat_force_next_flush()"));
  for (;;) {
    const [row] = await db.worker((tx) =>
      tx.query<{ name: string | null }>("select palimpsest.collect_statistics($1) as name", [
        done.at(-1) ?? "",
      ]),
    );
    if (typeof row?.name !== "string") return done;
    done.push(row.name);
  }
}
