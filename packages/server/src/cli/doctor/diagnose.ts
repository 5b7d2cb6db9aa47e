import { readdir } from "node:fs/promises";
import { type DatabaseOptions, openDatabase } from "@palimpsest/core";
import { type Env, loadConfig, toMemoryOptions } from "../../config/index.js";
import { databaseChecks } from "./database-checks.js";
import { ping } from "./database-checks.sql.js";
import { type Finding, fail, pass, runCheck } from "./finding.js";
import { checkDisk, checkEmbedder, checkFiles, checkLock, checkServer } from "./local-checks.js";

/** Checks everything that this process depends on, and changes nothing. Reports problems and never throws. */
export async function diagnose(env: Env): Promise<Finding[]> {
  let config: ReturnType<typeof loadConfig>;
  let options: ReturnType<typeof toMemoryOptions>;
  try {
    config = loadConfig(env);
    options = toMemoryOptions(config);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [fail("configuration", message, "Run `palimpsest config` to list every setting.")];
  }
  const findings = [
    pass("configuration", `auth ${config.auth}, ${config.databaseUrl ? "Postgres" : "embedded"}`),
  ];
  if (env.PALIMPSEST_URL && !env.PALIMPSEST_DATA_DIR && !env.DATABASE_URL) {
    return [...findings, await checkServer(env.PALIMPSEST_URL)];
  }
  findings.push(...(await checkDatabase(options.database)));
  findings.push(await checkEmbedder(options.embedder), await checkDisk(config));
  return findings;
}

async function checkDatabase(database: DatabaseOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const fix = database.url
    ? "Check DATABASE_URL, that the server runs, and that it accepts connections from this machine."
    : "If the directory is damaged, restore a backup. Nothing was deleted.";
  const opened = await runCheck("database", fix, async () => {
    if (database.dataDir !== undefined && (await isEmpty(database.dataDir))) {
      return fail(
        "database",
        `there is no database in ${database.dataDir} yet`,
        "Run: palimpsest migrate up (so does the first command that needs the database)",
      );
    }
    if (database.dataDir !== undefined) findings.push(await checkFiles(database.dataDir));
    const db = await openDatabase(database);
    try {
      await ping(db);
      for (const check of databaseChecks) findings.push(await check(db));
      findings.push(checkLock(db));
    } finally {
      await db.close();
    }
    return pass("database", database.url ? "connected" : `opened ${database.dataDir}`);
  });
  return [opened, ...findings];
}

/** Opening an empty or missing directory would make a database in it. A mounted volume has a lost+found. */
async function isEmpty(directory: string): Promise<boolean> {
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries.every((name) => name.startsWith(".") || name === "lost+found");
}
