#!/usr/bin/env node
import { keepStdoutClean } from "../mcp/keep-stdout-clean.js";
import { commandOf } from "./globals.js";

if (commandOf(process.argv.slice(2)) === "mcp") {
  // Its client may take both pipes with it; the end of the protocol is what ends the process, in order.
  keepStdoutClean();
  process.stderr.on("error", () => process.stderr.destroy());
} else {
  // A reader such as `head` that goes away early is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
}

// Everything else is loaded only now, so that nothing it prints while loading can get into the protocol.
const { run } = await import("./run.js");
await run(process);
