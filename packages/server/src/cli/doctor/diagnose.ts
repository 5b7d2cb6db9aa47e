import { readdir } from "node:fs/promises";
import { type DatabaseOptions, openDatabase } from "@palimpsest/core";
import {
  type Config,
  type Env,
  loadConfig,
  storeAndReason,
  storeName,
  toMemoryOptions,
} from "../../config/index.js";
import { namingHost } from "../connection/index.js";
import { databaseChecks } from "./database-checks.js";
import { ping } from "./database-checks.sql.js";
import { type Finding, fail, pass, runCheck } from "./finding.js";
import { checkDescriptors, checkDisk, checkEmbedder, checkFiles, checkLock } from "./local-checks.js";
import { checkServer } from "./server-check.js";

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
  const used = `commands use ${storeAndReason(config)}`;
  if (config.serverUrl !== undefined)
    return [pass("configuration", used), await checkServer(config.serverUrl)];
  const findings = [pass("configuration", `${used}; auth ${config.auth} if this process serves`)];
  findings.push(...(await checkDatabase(options.database, config)));
  findings.push(await checkEmbedder(options.embedder), checkDescriptors(), await checkDisk(config));
  return findings;
}

async function checkDatabase(database: DatabaseOptions, config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const fix = database.url
    ? `Check host, port, user and database in DATABASE_URL; that the server runs (pg_isready -d "$DATABASE_URL"); that its listen_addresses, pg_hba.conf and firewalls let this machine in.`
    : "Do what this says, and run `palimpsest doctor` again. Nothing was changed.";
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
      await namingHost(config, () => ping(db));
      for (const check of databaseChecks) findings.push(await check(db));
      findings.push(checkLock(db));
    } finally {
      await db.close();
    }
    return pass(
      "database",
      database.url ? `connected to ${storeName(config)}` : `opened ${database.dataDir}`,
    );
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
