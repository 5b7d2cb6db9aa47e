import type { Database } from "../database.js";
import { dumpParts } from "./schema-dump.sql.js";

/** The schema as the catalogues have it, as text that is the same on both engines; committed and diffed. */
export async function schemaDump(db: Database): Promise<string> {
  return db.owner(async (tx) => {
    const parts = ["-- The schema that the migrations give. Written and compared by a test."];
    for (const [title, sql] of Object.entries(dumpParts)) {
      const rows = await tx.query<{ line: string }>(sql);
      if (rows.length === 0) continue;
      parts.push(`-- ${title}\n${rows.map(({ line }) => line.trimEnd()).join("\n")}`);
    }
    return `${parts.join("\n\n")}\n`;
  });
}
