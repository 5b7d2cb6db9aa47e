#!/usr/bin/env node
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { aptInstall } from "./lib/apt-install.mjs";
import { build, ensureInstalled, root } from "./lib/bootstrap.mjs";
import { main } from "./lib/main.mjs";
import { capture } from "./lib/run.mjs";
import { browsers, engines } from "./lib/runtimes/runtimes.mjs";
import { servePage } from "./lib/runtimes/serve-page.mjs";
import { startServer } from "./soak/server.mjs";

const usage = `Usage: npm run test:runtimes [-- --only firefox,deno]
  Tries the client against a server in ${[...Object.keys(engines), ...Object.keys(browsers)].join(", ")}.
  Deno and Bun come from npm into a temporary folder; as root on Debian, missing browsers are installed.`;
const pageMs = 120_000;

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: "string" }, help: { type: "boolean" } } });
  const known = [...Object.keys(engines), ...Object.keys(browsers)];
  const chosen = values.only?.split(",") ?? known;
  if (values.help || chosen.some((name) => !known.includes(name))) {
    process.stdout.write(`${usage}\n`);
    return values.help ? 0 : 1;
  }
  await ensureInstalled();
  await build();
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-runtimes-"));
  const page = await servePage();
  const server = await startServer({
    PALIMPSEST_DATA_DIR: join(folder, "store"),
    PALIMPSEST_ALLOWED_ORIGINS: page.origin,
  });
  let failed = 0;
  try {
    for (const name of chosen) {
      const run = name in engines ? runEngine : runBrowser;
      const told = await run(name, { folder, page, url: server.url }).catch((error) => ({
        tried: [{ what: "starting it", error: error.message }],
      }));
      const faults = told.tried.filter(({ error }) => error);
      failed += faults.length > 0 ? 1 : 0;
      const outcome = faults.length > 0 ? "FAILED" : `${told.tried.length} passed`;
      process.stdout.write(`${name}: ${outcome} (${told.agent})\n`);
      for (const { what, error } of faults) process.stdout.write(`  ${what}: ${error}\n`);
    }
  } finally {
    page.close();
    await server.stop("SIGTERM");
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
  return failed > 0 ? 1 : 0;
});

async function runEngine(name, { folder, url }) {
  const { package: wanted, args } = engines[name];
  let command = process.execPath;
  if (wanted) {
    await capture("npm", ["install", "--no-audit", "--no-fund", "--prefix", join(folder, name), wanted]);
    command = join(folder, name, "node_modules", ".bin", name);
  }
  const script = join(root, "scripts/lib/runtimes/run-client.mjs");
  const client = pathToFileURL(join(root, "packages/client/dist/bundle/index.js")).href;
  const agent = (await capture(command, ["--version"])).split("\n")[0];
  return { agent, tried: JSON.parse(await capture(command, [...args, script, client, url, name])) };
}

async function runBrowser(name, { folder, page, url }) {
  const { packages, find, args, needsScreen } = browsers[name];
  if (!find()) await aptInstall(packages);
  const command = find();
  if (!command) throw new Error(`it is not installed (${packages.join(", ")})`);
  const profile = join(folder, name);
  mkdirSync(profile);
  const env = { ...process.env, HOME: profile, XDG_RUNTIME_DIR: profile };
  const screen = needsScreen ? await openScreen() : undefined;
  if (screen) Object.assign(env, { DISPLAY: screen.display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" });
  const told = page.told();
  const address = `${page.origin}/?${new URLSearchParams({ server: url, name })}`;
  // A group of its own, so that the processes of its pages end with it.
  const browser = spawn(command, args(address, profile), { env, stdio: "ignore", detached: true });
  const late = new AbortController();
  try {
    return await Promise.race([told, failureOf(browser, late.signal)]);
  } finally {
    late.abort();
    endGroup(browser);
    screen?.close();
  }
}

function failureOf(browser, signal) {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing came of it in ${pageMs} ms`)), pageMs);
    signal.addEventListener("abort", () => clearTimeout(timer));
    browser.once("error", reject);
    browser.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });
}

/** A screen that nobody looks at. */
async function openScreen() {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "800x600x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    detached: true,
  });
  const number = await new Promise((resolve, reject) => {
    server.stdio[3].once("data", (chunk) => resolve(String(chunk).trim()));
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { display: `:${number}`, close: () => endGroup(server) };
}

function endGroup({ pid, exitCode }) {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
