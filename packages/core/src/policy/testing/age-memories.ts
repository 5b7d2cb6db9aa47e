import type { TestMemory } from "../../testing/test-memory.js";

/** Lets a day go by for these memories. */
export async function ageMemories({ database }: Pick<TestMemory, "database">, ids: string[]): Promise<void> {
  const guarded = (how: string) => `alter table palimpsest.memory ${how} trigger immutable_subject`;
  await database.ownerQuery(guarded("disable"));
  await database.ownerQuery(
    `update palimpsest.memory set recorded_at = recorded_at - interval '1 day' where id = any ($1)`,
    [ids],
  );
  await database.ownerQuery(guarded("enable"));
}
