import type { Command } from "commander";
import { type Env, loadConfig } from "../config/index.js";
import { type Connection, openConnection } from "./connection/index.js";
import { envOf, type Globals } from "./globals.js";
import { type Style, styleFor } from "./render/layout/style.js";

/** What commands use: streams, environment, and a way to run an operation. */
export interface Cli {
  env: Env;
  stdin: NodeJS.ReadStream;
  /** For output of any length; `print` is for what fits on a screen. */
  stdout: Pick<NodeJS.WriteStream, "once" | "write">;
  /** For progress, which only a terminal is shown. */
  stderr: Pick<NodeJS.WriteStream, "isTTY" | "write">;
  style: Style;
  print(text: string): void;
  globalsOf(command: Command): Globals;
  withConnection<T>(globals: Globals, work: (connection: Connection) => Promise<T>): Promise<T>;
}

export function createCli(process: NodeJS.Process): Cli {
  const { stdin, stdout, stderr, env } = process;
  return {
    env,
    stdin,
    stdout,
    stderr,
    style: styleFor(stdout, env),
    print: (text) => void stdout.write(text.endsWith("\n") || text === "" ? text : `${text}\n`),
    globalsOf: (command) => {
      const globals: Globals = command.optsWithGlobals();
      return { ...globals, json: globals.json === true };
    },
    withConnection: async (globals, work) => {
      const connection = await openConnection(loadConfig(envOf(env, globals)), globals, "cli");
      try {
        return await work(connection);
      } finally {
        await connection.close();
      }
    },
  };
}
