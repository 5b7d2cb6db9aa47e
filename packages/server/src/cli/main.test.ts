import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { expect, it } from "vitest";
import { cleanEnv, command } from "./testing/palimpsest.js";

it.skipIf(!existsSync("/dev/full"))(
  "reports in one line that stdout cannot be written, and exits with 1",
  async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [command, "config"], {
      env: cleanEnv(),
      stdio: ["ignore", full, "pipe"],
    });
    let err = "";
    child.stderr?.on("data", (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, "close");
    expect(err).toBe("error: Cannot write to stdout (ENOSPC).\n");
    expect(code).toBe(1);
  },
);

it("exits with 0 when the reader closes the pipe early", async () => {
  const child = spawn(process.execPath, [command, "config"], {
    env: cleanEnv(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, "close");
  expect({ code, err }).toEqual({ code: 0, err: "" });
});
