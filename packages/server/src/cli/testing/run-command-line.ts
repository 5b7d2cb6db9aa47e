import { Readable } from "node:stream";
import type { OperationName } from "@palimpsest/contract";
import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { commandOf, type Globals } from "../globals.js";
import { createProgram } from "../program.js";
import { reportError } from "../report-error.js";

export interface Ran {
  calls: { operation: OperationName; input: object; globals: Globals }[];
  out: string;
  err: string;
  code: number;
}

/** Runs a command line on a connection that records its calls. `answer` may be a function of the input. */
export async function runCommandLine(
  line: string[],
  { stdin = "" as string | AsyncIterable<Buffer>, answer = {} as unknown } = {},
): Promise<Ran> {
  const ran: Ran = { calls: [], out: "", err: "", code: 0 };
  const cli: Cli = {
    env: {},
    stdin: Readable.from(typeof stdin === "string" ? [stdin] : stdin) as unknown as Cli["stdin"],
    stdout: {
      once: () => process.stdout,
      write: (text: string | Uint8Array) => {
        ran.out += String(text);
        return true;
      },
    },
    stderr: {
      isTTY: false,
      write: (text) => {
        ran.err += text;
        return true;
      },
    },
    style: { paint: (_, text) => text, width: undefined },
    print: (text) => {
      ran.out += text;
    },
    globalsOf: (command) => command.optsWithGlobals(),
    withConnection: (globals, work) =>
      work({
        store: "http://a-server",
        call: async (operation, input) => {
          ran.calls.push({ operation, input, globals });
          return typeof answer === "function" ? answer(input) : answer;
        },
        close: async () => {},
      }),
  };
  const program = createProgram(cli, commandOf(line));
  const quiet = (command: Command) => {
    command.configureOutput({
      writeOut: (text) => {
        ran.out += text;
      },
      writeErr: (text) => {
        ran.err += text;
      },
    });
    command.commands.forEach(quiet);
  };
  quiet(program);
  try {
    await program.parseAsync(line, { from: "user" });
  } catch (error) {
    ran.code = reportError(error, false, (text) => {
      ran.err += text;
    });
  }
  return ran;
}
