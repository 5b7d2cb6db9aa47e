#!/usr/bin/env node
import { keepStdoutClean } from "../process/keep-stdout-clean.js";
import { commandOf } from "./globals.js";

// What is stored is for its owner alone, and readable for that one whatever the umask was.
process.umask(0o077);

const command = commandOf(process.argv.slice(2));
if (command === "mcp") {
  // The client may close both pipes when it goes; the end of the protocol ends the process.
  keepStdoutClean();
  process.stderr.on("error", () => process.stderr.destroy());
} else if (command === "serve" || command === "worker") {
  // Only a greeting goes there: they run whether or not anybody reads it.
  process.stdout.on("error", () => undefined);
} else {
  // A reader such as `head` may close the pipe early; a full disk is an error.
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit(0);
    process.stderr.write(`error: Cannot write to stdout (${code ?? message}).\n`);
    process.exit(1);
  });
}

// Loaded after stdout is reserved, so that nothing printed while loading can get into the protocol.
const { run } = await import("./run.js");
await run(process);
