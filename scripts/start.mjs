#!/usr/bin/env node
import { join } from "node:path";
import { build, ensureInstalled, root } from "./lib/bootstrap.mjs";
import { forward } from "./lib/forward.mjs";
import { main } from "./lib/main.mjs";

await main(async () => {
  await ensureInstalled();
  await build();
  const dataDir = process.env.PALIMPSEST_DATA_DIR || join(process.cwd(), ".palimpsest");
  const server = join(root, "packages", "server", "dist", "cli", "main.js");
  return forward(process.execPath, [server, "serve", ...process.argv.slice(2)], {
    env: { ...process.env, PALIMPSEST_DATA_DIR: dataDir },
  });
});
