import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { cleanEnv, command, readyDataDir } from "../cli/testing/palimpsest.js";

test("a server whose log nobody reads answers on, and ends when it is asked to", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: await readyDataDir(), PALIMPSEST_LOG_LEVEL: "trace" });
  const child = spawn(process.execPath, [command, "serve", "--port", "0"], { env });
  try {
    child.stderr.pause();
    const [banner] = (await once(child.stdout, "data")) as [Buffer];
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(banner))![0];
    // A pipe takes 64 KB, and the server holds 1 MB more.
    const id = "x".repeat(100);
    for (let sent = 0; sent < 7_000; sent += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => fetch(`${url}/livez`, { headers: { "x-request-id": id } })),
      );
      expect(answers.every(({ ok }) => ok)).toBe(true);
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/palimpsest_log_lines_dropped_total [1-9]/);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
  }
});

test("a server whose greeting nobody can read serves all the same", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: await readyDataDir(), PALIMPSEST_LOG_LEVEL: "info" });
  const child = spawn(process.execPath, [command, "serve", "--port", "0"], { env });
  try {
    child.stdout.destroy();
    let log = "";
    for await (const chunk of child.stderr) {
      log += chunk;
      if (log.includes('"serving"')) break;
    }
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(log)![0];
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
  }
});

const hasScript = spawnSync("script", ["--version"]).status === 0;

test.runIf(hasScript)("a server whose terminal is paused answers on", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: await readyDataDir() });
  // It copies what a terminal shows to its own output, and with that full it does not read the terminal any more.
  const line = `echo pid $$; exec ${process.execPath} ${command} serve --port 0`;
  const child = spawn("script", ["--quiet", "--return", "--command", line, "/dev/null"], { env });
  let shown = "";
  try {
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      shown += chunk;
      if (/http:\S+:\d+/.test(shown)) break;
    }
    child.stdout.pause();
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(shown)![0];
    // The pipe takes 64 KB, and the terminal some more.
    for (let sent = 0; sent < 3_000; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/no-such-route`)));
      expect(answers.every(({ status }) => status === 404)).toBe(true);
    }
  } finally {
    // The server is no child of this process, and writes into its directory until it has ended.
    process.kill(Number(/pid (\d+)/.exec(shown)![1]), "SIGKILL");
    child.stdout.resume();
    await once(child, "exit");
  }
});
