import type { Database } from "@palimpsest/core";

/** The newest 50 memories as somebody would read them who trusts every caller. */
export const barePage = (db: Database): Promise<unknown[]> =>
  db.ownerStatements((tx) =>
    tx.query(
      `select id, text, occurred_at from palimpsest.memory
       where tenant_id = '00000000-0000-0000-0000-000000000000' order by occurred_at desc, id desc limit 50`,
    ),
  );
