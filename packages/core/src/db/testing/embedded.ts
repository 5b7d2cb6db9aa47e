import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openDatabase } from "../connect.js";
import { sqlState } from "../db-errors.js";
import { migrateUp } from "../migrate/migrate-up.js";
import type { Migration } from "../migrate/migration.js";
import { migrations as ours } from "../migrate/migrations.generated.js";
import { fingerprint } from "./fingerprint.js";
import { testDatabase, testDefaults } from "./test-database.js";
import type { TestDatabase, TestEngine } from "./test-engine.js";

/** On disk, where later runs find it. */
const cache = process.env.PALIMPSEST_TEST_CACHE ?? join(tmpdir(), "palimpsest-test-cache");

/** A migrated data directory for each test, copied from a template that is made once per schema. */
export const embedded: TestEngine = {
  name: "embedded",
  async open({ migrations = ours, ...options } = {}) {
    const { home, dataDir } = await migratedDataDir(migrations);
    const opened = { ...testDefaults, relaxedDurability: true, ...options, dataDir };
    const test: TestDatabase = await testDatabase(opened, {
      query: (text, values) => test.db.owner((tx) => tx.query(text, values)),
      discard: () => rm(home, { recursive: true, force: true }),
    });
    return test;
  },
};

/** A data directory that no process has opened yet, in a folder of its own that the caller removes. */
export async function migratedDataDir(migrations: readonly Migration[] = ours) {
  const template = await migratedTemplate(migrations);
  const home = await mkdtemp(join(tmpdir(), "palimpsest-test-"));
  const dataDir = join(home, "data");
  await copy(template, dataDir);
  return { home, dataDir };
}

async function migratedTemplate(migrations: readonly Migration[]): Promise<string> {
  const engine = await engineVersion();
  const empty = await cached(`${engine}-empty`, async (draft) => {
    await (await openDatabase({ dataDir: draft, relaxedDurability: true })).close();
  });
  return cached(`${engine}-${fingerprint(migrations)}`, async (draft) => {
    await copy(empty, draft);
    const db = await openDatabase({ dataDir: draft, relaxedDurability: true });
    await migrateUp(db, migrations).finally(() => db.close());
  });
}

/** A directory made once and kept; of two makers at once the first to finish wins. */
async function cached(name: string, make: (draft: string) => Promise<void>): Promise<string> {
  const path = join(cache, name);
  if (await exists(path)) return path;
  await mkdir(cache, { recursive: true });
  const draft = join(cache, `draft-${randomUUID()}`);
  await make(draft);
  try {
    await rename(draft, path);
  } catch (error) {
    if (sqlState(error) !== "ENOTEMPTY" && sqlState(error) !== "EEXIST") throw error;
    await rm(draft, { recursive: true });
  }
  return path;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The system's cp takes a third of the time of Node's for a thousand small files. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-R", from, to]);
}

async function engineVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  return createHash("sha256")
    .update(await readFile(entry))
    .digest("hex")
    .slice(0, 12);
}
