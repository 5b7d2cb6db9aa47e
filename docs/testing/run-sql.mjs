// Runs a file of SQL on DATABASE_URL and prints the rows of each statement, one JSON object per line.
import { readFileSync } from "node:fs";
import pg from "pg";

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
try {
  const results = await client.query(readFileSync(process.argv[2], "utf8"));
  for (const { rows } of [results].flat()) for (const row of rows) console.log(JSON.stringify(row));
} finally {
  await client.end();
}
