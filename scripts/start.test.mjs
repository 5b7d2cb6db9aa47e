import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { migratedDataDir } from "../packages/core/src/db/testing/index.ts";
import { root } from "./lib/bootstrap.mjs";

/** `npm start` as the leader of a process group of its own, once its server answers. */
async function npmStart() {
  const { home, dataDir } = await migratedDataDir();
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const env = { ...process.env, PALIMPSEST_DATA_DIR: dataDir, PALIMPSEST_PORT: "0" };
  const npm = spawn("npm", ["start"], { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => endGroup(npm.pid));
  const output = { stdout: "", stderr: "" };
  npm.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  await new Promise((resolve, reject) => {
    npm.stdout.on("data", (chunk) => {
      output.stdout += chunk;
      if (output.stdout.includes("/api/v1/recall")) resolve();
    });
    npm.once("exit", (code) => reject(new Error(`npm start ended with ${code}:\n${output.stderr}`)));
  });
  const generation = Math.max(...readdirSync(join(dataDir, ".owner")).map(Number).filter(Number.isInteger));
  const ownership = join(dataDir, ".owner", String(generation));
  const { pid } = JSON.parse(readFileSync(join(ownership, "owner.json"), "utf8"));
  return { npm, output, ownership, serverPid: pid };
}

function endGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (error.code === "ESRCH") return false;
    throw error;
  }
}

test.each([
  ["SIGTERM to npm", "SIGTERM", (npm) => npm.pid],
  ["Ctrl-C, which a terminal sends to the whole group", "SIGINT", (npm) => -npm.pid],
])("npm start stops its server on %s, and frees the data directory", async (_, signal, target) => {
  const { npm, output, ownership, serverPid } = await npmStart();
  expect(output.stderr).toContain("Building Palimpsest\n");
  const closed = once(npm, "close");
  process.kill(target(npm), signal);
  await closed;
  expect(output.stderr).toContain('"msg":"stopped"');
  expect(isRunning(serverPid)).toBe(false);
  expect(existsSync(join(ownership, "released"))).toBe(true);
});
