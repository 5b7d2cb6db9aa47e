import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { command, root } from "./workspace.js";

export interface PageServer {
  url: string;
  dataDir: string;
  /** What it printed when it was ready. */
  banner: string;
  stop(): Promise<void>;
}

const startScript = join(root, "scripts/start.mjs");

/** Starts the server that a page uses, with the command that the page shows, on a free port. */
export async function startPageServer(
  cwd: string,
  env: Record<string, string>,
  startedBy: "npm start" | "palimpsest serve",
): Promise<PageServer> {
  const args = startedBy === "npm start" ? [startScript] : [command, "serve"];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, PALIMPSEST_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const banner = await waitForOutput(child, /\/api\/v1\/recall[^\n]*\n/);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(banner)?.[0];
  if (url === undefined) throw new Error(`The server did not print its address:\n${banner}`);
  return {
    url,
    dataDir: env.PALIMPSEST_DATA_DIR!,
    banner,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = "";
    let err = "";
    child.stderr?.on("data", (chunk) => {
      err += chunk;
    });
    child.stdout?.on("data", (chunk) => {
      out += chunk;
      if (pattern.test(out)) resolve(out);
    });
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${out}${err}`)));
  });
}
