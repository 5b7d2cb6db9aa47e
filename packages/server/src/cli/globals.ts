import { Command, InvalidArgumentError, Option } from "commander";
import type { Env } from "../config/index.js";
import { plain } from "./render/plain.js";

/** Options that every command takes. */
export interface Globals {
  json: boolean;
  url: string | undefined;
  key: string | undefined;
  tenant: string | undefined;
  agent: string | undefined;
  user: string | undefined;
  dataDir: string | undefined;
}

/** Adds them, and has what is wrong with a command line said without the escape sequences that stand in it. */
export function addGlobals(program: Command): void {
  program
    .configureOutput({ outputError: (text, write) => write(plain(text)) })
    .addOption(new Option("--json", "print the answer as JSON"))
    .addOption(valued("--url <address>", "speak to a running server instead of opening the data"))
    .addOption(valued("--key <key>", "API key or token"))
    .addOption(valued("--tenant <id>", "act in this tenant"))
    .addOption(valued("--agent <id>", "act as this agent").conflicts("user"))
    .addOption(valued("--user <id>", "act as this person"))
    .addOption(valued("--data-dir <path>", "embedded data directory, whatever DATABASE_URL says"));
}

/** An option that needs a value: an empty one, of a variable that is not set, must not mean some other place. */
const valued = (flags: string, description: string) =>
  new Option(flags, description).argParser((value: string) => {
    if (value.trim() === "") throw new InvalidArgumentError("It must not be empty; leave the option out.");
    return value;
  });

/** The environment as the options have changed it: what is said on the command line wins. */
export function envOf(env: Env, { url, key, tenant, dataDir }: Globals): Env {
  const said: Env = {};
  if (url !== undefined) said.PALIMPSEST_URL = url;
  if (key !== undefined) said.PALIMPSEST_API_KEY = key;
  if (tenant !== undefined) said.PALIMPSEST_TENANT = tenant;
  if (dataDir !== undefined) {
    Object.assign(said, {
      PALIMPSEST_DATA_DIR: dataDir,
      DATABASE_URL: "",
      EVENTS_DB_DSN: "",
      PALIMPSEST_URL: url,
    });
  }
  return { ...env, ...said };
}

/** The command that a command line names, before anything else of it is looked at. */
export function commandOf(words: readonly string[]): string | undefined {
  const known = new Command();
  addGlobals(known);
  const takesValue = (word: string | undefined) =>
    known.options.some(({ long, required }) => required && long === word);
  return words.find((word, at) => !word.startsWith("-") && !takesValue(words[at - 1]));
}
