#!/usr/bin/env node
import { keepStdoutClean } from "../process/keep-stdout-clean.js";
import { commandOf } from "./globals.js";

if (commandOf(process.argv.slice(2)) === "mcp") {
  // Its client may take both pipes with it; the end of the protocol is what ends the process, in order.
  keepStdoutClean();
  process.stderr.on("error", () => process.stderr.destroy());
} else {
  // A reader such as `head` that goes away early is no error; a full disk is.
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit(0);
    process.stderr.write(`error: Cannot write to stdout (${code ?? message}).\n`);
    process.exit(1);
  });
}

// Everything else is loaded only now, so that nothing it prints while loading can get into the protocol.
const { run } = await import("./run.js");
await run(process);
