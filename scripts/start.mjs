#!/usr/bin/env node
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, ensureInstalled, root } from "./lib/bootstrap.mjs";
import { main } from "./lib/main.mjs";

await main(async () => {
  await ensureInstalled();
  await build();
  process.env.PALIMPSEST_DATA_DIR ||= join(process.cwd(), ".palimpsest");
  const server = join(root, "packages", "server", "dist", "cli", "main.js");
  // In this process, so that whoever signals it signals the server.
  process.argv.splice(1, 1, server, "serve");
  await import(pathToFileURL(server).href);
  return process.exitCode;
});
