import { Command } from "commander";
import { version } from "../version.js";
import type { Cli } from "./cli.js";
import { addAudit } from "./commands/audit.js";
import { addCompletion } from "./commands/completion.js";
import { addConfig } from "./commands/config.js";
import { addDoctor } from "./commands/doctor.js";
import { addErase } from "./commands/erase.js";
import { addMcp } from "./commands/mcp.js";
import { addMigrate } from "./commands/migrate.js";
import { addPolicyCheck } from "./commands/policy-check.js";
import { addReview } from "./commands/review.js";
import { addSelftest } from "./commands/selftest.js";
import { addServe } from "./commands/serve.js";
import { addWorker } from "./commands/worker.js";
import { addGlobals } from "./globals.js";
import { addOperations } from "./operations/add-operations.js";
import { addEventBatch } from "./transfer/event-batch.js";
import { addExport } from "./transfer/export.js";
import { addImport } from "./transfer/import.js";
import { addIngest } from "./transfer/ingest.js";

const examples = `
Examples:
  $ palimpsest serve
  $ palimpsest remember The staging database moves on Thursday
  $ palimpsest recall when does the database move
  $ palimpsest mcp --tools core,governance
  $ palimpsest key create --principal ci-bot --type agent --role writer --json
`;

const running = "Server and maintenance:";

/**
 * The whole command line: server and maintenance commands, then every operation of the contract. `typed` is the first
 * word of the command line that will be parsed, if there is one.
 */
export function createProgram(cli: Cli, typed?: string): Command {
  const program = new Command("palimpsest");
  program
    .description("Long-term memory for AI agents that people can govern")
    .version(version, "-V, --version", "print the version")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: 24, subcommandTerm: termOf })
    .addHelpCommand(
      new Command("help").argument("[command]").description("Show the help of a command").helpGroup(running),
    )
    .addHelpText("after", examples);
  addGlobals(program);
  program.commandsGroup(running);
  for (const add of [
    ...[addServe, addMcp, addWorker, addMigrate, addDoctor, addSelftest, addConfig, addReview],
    addCompletion,
  ])
    add(program, cli);
  program.commandsGroup("Memory:");
  addOperations(program, cli, typed);
  addEventBatch(program, cli);
  addAudit(program, cli);
  addPolicyCheck(program, cli);
  addErase(program, cli);
  addExport(program, cli);
  addImport(program, cli);
  addIngest(program, cli);
  pointToHelp(program);
  return program;
}

/** The words to type. Leaves out `[options]`, which nearly every command has. */
const termOf = (command: Command): string => {
  const words = command.registeredArguments.map((argument) => {
    const word = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${word}>` : `[${word}]`;
  });
  return [command.name(), ...words].join(" ");
};

/** Ends an error message with the command that shows the help. */
function pointToHelp(command: Command, before = ""): void {
  const name = `${before}${command.name()}`;
  command.showHelpAfterError(`(see ${name} --help)`);
  for (const inner of command.commands) pointToHelp(inner, `${name} `);
}
