import type { Database, Tx } from "@palimpsest/core";

interface Column {
  readonly name: string;
  readonly type: string;
}

const columnsOf = (tx: Tx, table: string): Promise<Column[]> =>
  tx.query<Column & Record<string, unknown>>(
    `select column_name::text as name, data_type::text as type from information_schema.columns
     where table_schema = 'palimpsest' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'
     order by ordinal_position`,
    [table],
  );

/** How a column of a copy differs from its original: ids and places must, the rest must not. */
const copied = ({ name, type }: Column): string => {
  // What was said outside sessions stays outside them.
  if (name === "reading_position")
    return "reading_position + case when reading_position < 0 then -copy else copy end * $1::bigint";
  if (
    ["id", "memory_id", "session_id", "event_id", "record_id", "chunk_id"].includes(name) &&
    type === "text"
  ) {
    return `${name} || '.' || copy`;
  }
  return name;
};

/**
 * Fills a store by copying what the product wrote: same rows, other ids, sessions apart. Writing 100,000 memories
 * one by one would take the embedded engine most of an hour, and would measure nothing that 10,000 do not. With `kind`,
 * only memories of that kind are copied.
 */
export const cloneMemories = async (db: Database, copies: number, kind?: string): Promise<void> => {
  const wanted: Record<string, string> = {
    memory: "id in (select id from original)",
    memory_term: "reading_position in (select reading_position from original)",
  };
  await db.owner(async (tx) => {
    // What follows from a memory, such as its attributes, is written by triggers within its tenant.
    await tx.query("select set_config('palimpsest.tenant', min(tenant_id), true) from palimpsest.memory");
    // Read once, and counted: the planner knows nothing of the rows that are about to be written.
    await tx.query("create temporary table original (id text, reading_position bigint) on commit drop");
    await tx.query(
      "insert into original select id, reading_position from palimpsest.memory where $1::text is null or kind = $1",
      [kind ?? null],
    );
    await tx.query("analyze original");
    const [{ stride } = { stride: "0" }] = await tx.query<{ stride: string }>(
      "select (max(reading_position) - min(reading_position) + 1000)::text as stride from palimpsest.memory",
    );
    for (const table of ["memory", "memory_original", "memory_term", "memory_vector"]) {
      const columns = await columnsOf(tx, table);
      await tx.query(
        `insert into palimpsest.${table} (${columns.map((c) => c.name).join(", ")})
         select ${columns.map(copied).join(", ")}
         from palimpsest.${table}, generate_series(1, $2::int) as copy
         where $1::bigint is not null and ${wanted[table] ?? "memory_id in (select id from original)"}`,
        [stride, copies],
      );
    }
    await tx.query("update palimpsest.lexicon_stat set memories = memories * $1, words = words * $1", [
      copies + 1,
    ]);
  });
  await db.ownerStatements((tx) => tx.query("vacuum analyze"));
};
