#!/usr/bin/env node
import { run } from "./run.js";

// A reader such as `head` that goes away early is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

await run(process);
