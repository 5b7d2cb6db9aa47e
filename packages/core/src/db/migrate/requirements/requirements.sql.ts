import type { Tx } from "../../database.js";

export interface ServerFacts {
  [column: string]: unknown;
  major: number;
  /** The pgvector that is installed in this database, or that would be. */
  vector: string | null;
}

export async function readServerFacts(tx: Tx): Promise<ServerFacts> {
  const [facts] = await tx.query<ServerFacts>(
    `select current_setting('server_version_num')::int / 10000 as major,
       coalesce((select extversion from pg_extension where extname = 'vector'),
                (select default_version from pg_available_extensions where name = 'vector')) as vector`,
  );
  return facts ?? { major: 0, vector: null };
}
