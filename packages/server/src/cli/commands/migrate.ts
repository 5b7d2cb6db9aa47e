import { PalimpsestError } from "@palimpsest/contract";
import type { Database } from "@palimpsest/core";
import { type Command, InvalidArgumentError } from "commander";
import { type Config, loadConfig, toMemoryOptions } from "../../config/index.js";
import type { Cli } from "../cli.js";
import { namingHost } from "../connection/index.js";
import { databaseEnvOf } from "../globals.js";

type Core = typeof import("@palimpsest/core");

export function addMigrate(program: Command, cli: Cli): void {
  const migrate = program
    .command("migrate")
    .description("Manage the database schema: up, status, print, index, login");

  const withDatabase = async <T>(
    command: Command,
    work: (core: Core, db: Database, config: Config) => Promise<T>,
  ): Promise<T> => {
    const config = loadConfig(databaseEnvOf(cli.env, cli.globalsOf(command)));
    const core = await import("@palimpsest/core");
    const db = await core.openDatabase(toMemoryOptions(config).database);
    try {
      return await namingHost(config, () => work(core, db, config));
    } finally {
      await db.close();
    }
  };
  const show = (command: Command, output: object, text: string) =>
    cli.print(cli.globalsOf(command).json ? JSON.stringify(output, null, 2) : text);

  migrate
    .command("up")
    .description("Apply the migrations that are missing")
    .action(async (_: unknown, command: Command) => {
      const { applied, status } = await withDatabase(command, async (core, db) => ({
        applied: await core.migrateUp(db),
        status: await core.migrateStatus(db),
      }));
      const done = applied.length === 0 ? "Nothing to apply" : `Applied ${applied.join(", ")}`;
      show(
        command,
        { applied, current: status.current },
        `${done}; the schema is at version ${status.current}.`,
      );
    });

  migrate
    .command("status")
    .description("List the migrations that are applied and those that are missing")
    .action(async (_: unknown, command: Command) => {
      const status = await withDatabase(command, (core, db) => core.migrateStatus(db));
      const [{ cell }, { table }] = await Promise.all([
        import("../render/layout/value.js"),
        import("../render/layout/table.js"),
      ]);
      const rows = status.migrations.map(({ version, name, appliedAt }) => [
        String(version),
        name,
        appliedAt ? cell(appliedAt.toISOString()) : "missing",
      ]);
      show(command, status, table(["version", "name", "applied"], rows, cli.style));
    });

  migrate
    .command("print")
    .description("Print all migrations as one SQL script, for a database administrator")
    .option("--after <version>", "print only the migrations after this version", wholeNumber, 0)
    .action(async ({ after }: { after: number }) => {
      const { migratePrint } = await import("@palimpsest/core");
      cli.print(migratePrint(after));
    });

  migrate
    .command("index")
    .description("Build the vector index if the store is large, and drop the indexes of unused embedders")
    .action(async (_: unknown, command: Command) => {
      const { vectors, created, dropped } = await withDatabase(command, (core, db) =>
        core.ensureVectorIndex(db),
      );
      const changed = [
        ...created.map((name) => `built ${name}`),
        ...dropped.map((name) => `dropped ${name}`),
      ];
      const done = changed.length === 0 ? "nothing changed" : changed.join(", ");
      show(command, { vectors, created, dropped }, `About ${vectors} vectors: ${done}.`);
    });

  migrate
    .command("login")
    .argument("<name>", "lower-case letters, digits and underscores")
    .description("Create a Postgres login that can only serve and run jobs, and print its DATABASE_URL")
    .option("--serve-only", "let it serve but run no jobs; palimpsest worker then needs a login of its own")
    .action(async (name: string, { serveOnly }: { serveOnly?: boolean }, command: Command) => {
      const url = await withDatabase(command, async (core, db, { ownerUrl, databaseUrl }) => {
        const owner = ownerUrl ?? databaseUrl;
        if (owner === undefined) {
          throw new PalimpsestError(
            "VALIDATION_ERROR",
            "The embedded engine needs no login. Set DATABASE_URL to the server that does.",
          );
        }
        return core.createLogin(db, name, owner, { runsJobs: !serveOnly });
      });
      show(command, { login: name, database_url: url }, `DATABASE_URL=${url}`);
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a version number, as `palimpsest migrate status` shows it.");
}
