import type { Command } from "commander";
import { loadConfig } from "../../config/index.js";
import type { Cli } from "../cli.js";
import { namingHost } from "../connection/index.js";
import { databaseEnvOf } from "../globals.js";

export function addServe(program: Command, cli: Cli): void {
  program
    .command("serve")
    .description("Start the server: REST, MCP, the API reference and background jobs")
    .option("--host <address>", "address to listen on (PALIMPSEST_HOST)")
    .option("--port <number>", "port to listen on; 0 picks a free one (PALIMPSEST_PORT)")
    .action(async (options: { host?: string; port?: string }, command: Command) => {
      const env = { ...databaseEnvOf(cli.env, cli.globalsOf(command)) };
      if (options.host !== undefined) env.PALIMPSEST_HOST = options.host;
      if (options.port !== undefined) env.PALIMPSEST_PORT = options.port;
      const { serve } = await import("../../serve/index.js");
      const config = loadConfig(env);
      await namingHost(config, () => serve(config));
    });
}
