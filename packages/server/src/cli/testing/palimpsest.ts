import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../../../../core/src/db/index.js";
import { migratedDataDir } from "../../../../core/src/db/testing/index.js";
import { whenFileEnds } from "../../../../core/src/testing/clean-up.js";

/** The built command, which is what users run. */
export const command = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

export interface Finished {
  code: number | null;
  out: string;
  err: string;
}

/** A migrated data directory that is deleted after the tests. */
export async function readyDataDir(): Promise<string> {
  const { home, dataDir } = await migratedDataDir();
  whenFileEnds(() => rm(home, { recursive: true, force: true }));
  return dataDir;
}

/** The same, with its engine running in this process: a command then starts in a third of the time. */
export async function servedDataDir(): Promise<string> {
  const dataDir = await readyDataDir();
  const db = await openDatabase({ dataDir, relaxedDurability: true });
  whenFileEnds(() => db.close());
  return dataDir;
}

/** A path at which no data directory exists yet. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-cli-"));
  whenFileEnds(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

/** An environment with no settings but the given ones. */
export const cleanEnv = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  TMPDIR: tmpdir(),
  PALIMPSEST_DURABILITY: "relaxed",
  ...more,
});

export const start = (args: string[], env: Record<string, string>): ChildProcess =>
  startCommand([process.execPath, command, ...args], env);

export function startCommand(
  [name = "", ...args]: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  const child = spawn(name, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  whenFileEnds(() => child.kill("SIGKILL"));
  return child;
}

/** Runs a command line to its end. */
export const palimpsest = (args: string[], env: Record<string, string>, stdin = ""): Promise<Finished> =>
  finish(start(args, env), stdin);

/** Waits until a command has ended. */
export function finish(child: ChildProcess, stdin = ""): Promise<Finished> {
  return new Promise((resolve) => {
    const finished: Finished = { code: null, out: "", err: "" };
    child.stdout?.on("data", (chunk) => {
      finished.out += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      finished.err += chunk;
    });
    child.stdin?.end(stdin);
    child.once("close", (code) => resolve({ ...finished, code }));
  });
}

/** Starts `serve` on a free port and waits until it is ready. */
export async function startServer(
  env: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const child = start(["serve", "--port", "0"], env);
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  });
  const { status } = await fetch(`${url}/readyz`);
  if (status !== 200) throw new Error(`serve answers ${status}: ${said}`);
  return { url, child };
}
