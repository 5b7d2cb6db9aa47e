#!/usr/bin/env node
import { build, ensureInstalled } from "./lib/bootstrap.mjs";
import { main } from "./lib/main.mjs";

await main(async () => {
  await ensureInstalled();
  await build();
});
