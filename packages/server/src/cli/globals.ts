import { Command, InvalidArgumentError, Option } from "commander";
import type { Env } from "../config/index.js";
import { plain } from "./render/layout/plain.js";

/** The options of every command. */
export interface Globals {
  json: boolean;
  url: string | undefined;
  key: string | undefined;
  tenant: string | undefined;
  agent: string | undefined;
  user: string | undefined;
  dataDir: string | undefined;
}

/** Adds the global options, and keeps escape sequences out of error messages. */
export function addGlobals(program: Command): void {
  program
    .configureOutput({ outputError: (text, write) => write(plain(text)) })
    .addOption(new Option("--json", "print the answer as JSON"))
    .addOption(
      valued("--url <address>", "connect to a running server instead of opening the database", webAddress),
    )
    .addOption(valued("--key <key>", "API key or token"))
    .addOption(valued("--tenant <id>", "use this tenant"))
    .addOption(valued("--agent <id>", "act as this agent").conflicts("user"))
    .addOption(valued("--user <id>", "act as this person"))
    .addOption(valued("--data-dir <path>", "use this embedded data directory instead of DATABASE_URL"));
}

/** An option with a value. An empty one, from an unset shell variable, must not select another database or user. */
const valued = (flags: string, description: string, check?: (value: string) => void) =>
  new Option(flags, description).argParser((value: string) => {
    if (value.trim() === "")
      throw new InvalidArgumentError("It must not be empty. Leave the option out instead.");
    check?.(value);
    return value;
  });

/** The configuration checks it again, but would name the environment variable that was not set. */
function webAddress(value: string): void {
  if (!/^https?:\/\/./i.test(value))
    throw new InvalidArgumentError("It must begin with http:// or https://, as http://127.0.0.1:7077 does.");
}

/** The environment with the options of the command line in it, which take precedence. */
export function envOf(env: Env, { url, key, tenant, dataDir }: Globals): Env {
  const given: Env = {};
  if (url !== undefined) given.PALIMPSEST_URL = url;
  if (key !== undefined) given.PALIMPSEST_API_KEY = key;
  if (tenant !== undefined) given.PALIMPSEST_TENANT = tenant;
  if (dataDir !== undefined) {
    Object.assign(given, {
      PALIMPSEST_DATA_DIR: dataDir,
      DATABASE_URL: "",
      EVENTS_DB_DSN: "",
      PALIMPSEST_URL: url,
    });
  }
  return { ...env, ...given };
}

/** The same for a command that runs a server, jobs or migrations: it opens the database itself and calls no server. */
export const databaseEnvOf = (env: Env, globals: Globals): Env => ({
  ...envOf(env, globals),
  PALIMPSEST_URL: undefined,
});

/** The name of the command in a command line, found before the command line is parsed. */
export function commandOf(words: readonly string[]): string | undefined {
  const known = new Command();
  addGlobals(known);
  const takesValue = (word: string | undefined) =>
    known.options.some(({ long, required }) => required && long === word);
  return words.find((word, at) => !word.startsWith("-") && !takesValue(words[at - 1]));
}
