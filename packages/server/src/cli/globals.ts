import type { Command } from "commander";
import { Option } from "commander";
import type { Env } from "../config/index.js";

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

export function addGlobals(program: Command): void {
  program
    .addOption(new Option("--json", "print the answer as JSON"))
    .addOption(new Option("--url <address>", "speak to a running server instead of opening the data"))
    .addOption(new Option("--key <key>", "API key or token").env("PALIMPSEST_API_KEY"))
    .addOption(new Option("--tenant <id>", "act in this tenant").env("PALIMPSEST_TENANT"))
    .addOption(new Option("--agent <id>", "act as this agent"))
    .addOption(new Option("--user <id>", "act as this person"))
    .addOption(new Option("--data-dir <path>", "embedded data directory, whatever DATABASE_URL says"));
}

/** The environment as the options have changed it. */
export function envOf(env: Env, { dataDir }: Globals): Env {
  if (dataDir === undefined) return env;
  return { ...env, PALIMPSEST_DATA_DIR: dataDir, DATABASE_URL: undefined, EVENTS_DB_DSN: undefined };
}
