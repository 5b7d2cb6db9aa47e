import { readdir } from "node:fs/promises";
import { type DatabaseOptions, openDatabase } from "@palimpsest/core";
import { type Env, loadConfig, toMemoryOptions } from "../../config/index.js";
import { databaseChecks } from "./database-checks.js";
import { examine, type Finding, ill, well } from "./finding.js";
import { checkDisk, checkEmbedder, checkLock, checkServer } from "./local-checks.js";

/**
 * Looks at everything that this process would stand on, and changes none of it. Never throws: what is broken is what
 * it reports.
 */
export async function diagnose(env: Env): Promise<Finding[]> {
  let config: ReturnType<typeof loadConfig>;
  let options: ReturnType<typeof toMemoryOptions>;
  try {
    config = loadConfig(env);
    options = toMemoryOptions(config);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [ill("configuration", says, "`palimpsest config` lists every setting.")];
  }
  const findings = [
    well("configuration", `auth ${config.auth}, ${config.databaseUrl ? "Postgres" : "embedded"}`),
  ];
  if (env.PALIMPSEST_URL && !env.PALIMPSEST_DATA_DIR && !env.DATABASE_URL) {
    return [...findings, await checkServer(env.PALIMPSEST_URL)];
  }
  findings.push(...(await aboutDatabase(options.database)));
  findings.push(await checkEmbedder(options.embedder), await checkDisk(config));
  return findings;
}

async function aboutDatabase(database: DatabaseOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const mend = database.url
    ? "Check DATABASE_URL, and that the server runs and lets this machine in."
    : "Read the message; restore a backup if the directory is damaged. Nothing was deleted.";
  const opened = await examine("database", mend, async () => {
    if (database.dataDir !== undefined && (await isEmpty(database.dataDir))) {
      return ill(
        "database",
        `there is none in ${database.dataDir} yet`,
        "Run: palimpsest migrate up (the first command that needs the data makes it too)",
      );
    }
    const db = await openDatabase(database);
    try {
      await db.ownerStatements((tx) => tx.query("select 1"));
      for (const check of databaseChecks) findings.push(await check(db));
      findings.push(checkLock(db));
    } finally {
      await db.close();
    }
    return well("database", database.url ? "reached" : `opened ${database.dataDir}`);
  });
  return [opened, ...findings];
}

/** Opening such a directory would make a database in it. */
async function isEmpty(directory: string): Promise<boolean> {
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries.length === 0;
}
