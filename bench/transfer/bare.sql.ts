import type { Memory } from "@palimpsest/core";

/** What a batch of messages writes to. */
const tables = ["memory", "memory_original", "memory_vector", "memory_term", "record"];

/**
 * Writes all rows of a store once more, into tables with the same columns and indexes and nothing else: no policies,
 * foreign keys and triggers, no words to find stems of and no JSON to read. Gives how many memories that are in a second.
 */
export const writeBare = ({ services }: Memory): Promise<number> =>
  services.db.ownerStatements(async (tx) => {
    await tx.query("create schema bare");
    for (const table of tables) {
      await tx.query(
        `create table bare.${table} (like palimpsest.${table} including defaults including indexes)`,
      );
    }
    const [row] = await tx.query<{ memories: number }>(
      "select count(*)::integer as memories from palimpsest.memory",
    );
    const started = performance.now();
    for (const table of tables) await tx.query(`insert into bare.${table} select * from palimpsest.${table}`);
    const seconds = (performance.now() - started) / 1_000;
    await tx.query("drop schema bare cascade");
    return row!.memories / seconds;
  });
