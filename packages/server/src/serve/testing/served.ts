import type { ChildProcess } from "node:child_process";
import { start } from "../../cli/testing/palimpsest.js";

export interface Served {
  url: string;
  child: ChildProcess;
  out: () => string;
  err: () => string;
}

/** `palimpsest serve` on a free port, when it is ready. */
export async function serve(env: Record<string, string>): Promise<Served> {
  const child = start(["serve", "--port", "0"], env);
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
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(out) ?? [];
  return { url, child, out: () => out, err: () => err };
}
