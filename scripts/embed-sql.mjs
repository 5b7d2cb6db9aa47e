// Writes the files sql/NNNN_name.sql into the module that the migration runner reads, so that an installed package
// needs no other files. The same input gives the same bytes.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const sqlDirectory = new URL("../sql/", import.meta.url);
const target = new URL("../packages/core/src/db/migrate/migrations.generated.ts", import.meta.url);

export function render(directory = sqlDirectory) {
  const files = readdirSync(directory)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort();
  const migrations = files.map((file, index) => {
    const version = Number(file.slice(0, 4));
    if (version !== index + 1)
      throw new Error(`sql/${file}: expected number ${index + 1}; numbers have no gaps`);
    const sql = readFileSync(new URL(file, directory), "utf8").replaceAll("\r\n", "\n");
    const checksum = createHash("sha256").update(sql).digest("hex");
    return { version, name: file.slice(5, -4), checksum, sql };
  });
  return [
    "// Written by scripts/embed-sql.mjs from sql/. Do not edit.",
    'import type { Migration } from "./migration.js";',
    "",
    `export const migrations: readonly Migration[] = ${JSON.stringify(migrations, null, 2)};`,
    "",
  ].join("\n");
}

/** Does not touch a file that is up to date, since tests may be reading it. */
function embed() {
  const text = render();
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) embed();
