import { expect, it } from "vitest";
import { openDatabase } from "../../../../core/src/db/index.js";
import { loadConfig } from "../../config/index.js";
import { readyDataDir } from "../testing/palimpsest.js";
import { openConnection } from "./open-connection.js";

it("leaves statistics in a store that no worker serves", async () => {
  const dataDir = await readyDataDir();
  const config = loadConfig({ PALIMPSEST_DATA_DIR: dataDir });
  const connection = await openConnection(config, { agent: "bot", user: undefined }, "mcp");
  for (let at = 0; at < 30; at++) await connection.call("remember", { text: `memory number ${at}` });
  await connection.close();
  const db = await openDatabase({ dataDir });
  const known = await db.ownerStatements((tx) =>
    tx.query(`select 1 from pg_stats where schemaname = 'palimpsest' and tablename = 'memory' limit 1`),
  );
  await db.close();
  expect(known).toHaveLength(1);
});
