import { createCli } from "./cli.js";
import { commandOf } from "./globals.js";
import { createProgram } from "./program.js";
import { styleFor } from "./render/layout/style.js";
import { reportError } from "./report-error.js";

const lastWordsMs = 1_000;

/** Runs one command line and sets the exit code of the process. */
export async function run(process: NodeJS.Process): Promise<void> {
  const program = createProgram(createCli(process), commandOf(process.argv.slice(2)));
  if (process.argv.length <= 2) {
    program.outputHelp();
    return;
  }
  try {
    await program.parseAsync(process.argv);
  } catch (error) {
    const json = program.opts<{ json?: boolean }>().json === true;
    const { width } = styleFor(process.stderr, process.env);
    process.exitCode = reportError(error, json, (text) => void process.stderr.write(text), width);
  }
  // What nobody reads from stderr must not keep a process that has ended.
  if (process.stderr.writableLength > 0) setTimeout(() => process.exit(), lastWordsMs).unref();
}
