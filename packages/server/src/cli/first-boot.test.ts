import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cleanEnv, command, finish, newDataDir, startCommand } from "./testing/palimpsest.js";

it("makes a private store under a umask that takes all rights away", async () => {
  const dataDir = newDataDir();
  const shell = `umask 777; exec "$0" "$1" remember "Written under a umask." --json`;
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: dataDir });
  const { code, err } = await finish(startCommand(["sh", "-c", shell, process.execPath, command], env));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const mode = (path: string) => statSync(path).mode & 0o777;
  expect([mode(dataDir), mode(join(dataDir, "PG_VERSION"))]).toEqual([0o700, 0o600]);
});
