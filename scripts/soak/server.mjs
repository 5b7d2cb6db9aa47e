import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../packages/server/dist/cli/main.js", import.meta.url));

const environment = (more) => ({ PATH: process.env.PATH, HOME: process.env.HOME, ...more });

/** Runs a command of palimpsest to its end and gives its exit code and what it said. */
export async function palimpsest(args, env) {
  const child = spawn(process.execPath, [command, ...args], { env: environment(env) });
  let said = "";
  const hear = (chunk) => {
    said += chunk;
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const [code] = await once(child, "close");
  return { code, said };
}

/** Starts a server and resolves when it is ready. */
export async function startServer(env) {
  const child = spawn(process.execPath, [command, "serve", "--port", "0"], { env: environment(env) });
  let said = "";
  const url = await new Promise((resolve, reject) => {
    const listen = (chunk) => {
      said = (said + chunk).slice(-20_000);
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  });
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`serve ended: ${said}`);
  }
  return {
    url,
    stop: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "exit");
    },
    /** Resident memory in MB and open descriptors, where /proc tells. */
    usage: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      const fds = await readdir(`/proc/${child.pid}/fd`).catch(() => []);
      return { memory: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024), fds: fds.length };
    },
  };
}
