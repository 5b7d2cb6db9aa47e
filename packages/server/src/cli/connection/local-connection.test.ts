import { expect, it } from "vitest";
import { openDatabase } from "../../../../core/src/db/index.js";
import { loadConfig } from "../../config/index.js";
import { readyDataDir } from "../testing/palimpsest.js";
import type { Connection } from "./connection.js";
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

const note = {
  content: "Maria will deliver the plan by 31 March 2026.",
  artifact_type: "note",
  source_system: "notes",
  source_id: "note",
};
const events = (connection: Connection) => connection.call("searchSemanticEvents", { query: "plan" });

it("runs the jobs that wait when it is asked to", async () => {
  const config = loadConfig({ PALIMPSEST_DATA_DIR: await readyDataDir() });
  const connection = await openConnection(config, { agent: undefined, user: undefined }, "cli");
  await connection.call("ingestArtifact", note);
  expect(await events(connection)).toMatchObject({ total: 0 });
  let ended = 0;
  await connection.finishJobs!(new AbortController().signal, () => {
    ended += 1;
  });
  expect(await events(connection)).toMatchObject({ total: 1 });
  expect(ended).toBe(1);
  await connection.close();
});

it("runs jobs while it serves an agent", async () => {
  const config = loadConfig({ PALIMPSEST_DATA_DIR: await readyDataDir() });
  const connection = await openConnection(config, { agent: "bot", user: undefined }, "mcp");
  await connection.call("ingestArtifact", note);
  await expect.poll(() => events(connection), { timeout: 60_000 }).toMatchObject({ total: 1 });
  await connection.close();
});
