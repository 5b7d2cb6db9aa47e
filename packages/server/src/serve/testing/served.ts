import type { ChildProcess } from "node:child_process";
import { start, startCommand } from "../../cli/testing/palimpsest.js";

export interface Served {
  url: string;
  child: ChildProcess;
  out: () => string;
  err: () => string;
}

/** `palimpsest serve` on a free port, when it is ready; or the given command that does the same. */
export async function serve(env: Record<string, string>, command?: readonly string[]): Promise<Served> {
  const child = command ? startCommand(command, env) : start(["serve", "--port", "0"], env);
  let out = "";
  let err = "";
  child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      out += chunk;
      if (out.includes("/recall")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${err}`)));
  });
  const [url = ""] = /http:\/\/[\w.]+:\d+/.exec(out) ?? [];
  return { url, child, out: () => out, err: () => err };
}
