import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cleanEnv, command, finished, newDataDir, startCommand } from "./testing/palimpsest.js";

const remember = async (limits: string, dataDir: string) => {
  const shell = `${limits}; exec "$0" "$1" remember "Written under limits." --json`;
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: dataDir });
  return finished(startCommand(["sh", "-c", shell, process.execPath, command], env));
};

it("makes a private store under a umask that takes all rights away, and with 256 descriptors", async () => {
  const dataDir = newDataDir();
  const { code, err } = await remember("umask 777; ulimit -n 256", dataDir);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const mode = (path: string) => statSync(path).mode & 0o777;
  expect([mode(dataDir), mode(join(dataDir, "PG_VERSION"))]).toEqual([0o700, 0o600]);
});

it.runIf(process.platform === "linux")("refuses with fewer descriptors before anything is made", async () => {
  const dataDir = newDataDir();
  const { code, err } = await remember("ulimit -n 250", dataDir);
  expect(code).toBe(1);
  expect(err).toMatch(/only 250 files open, and the embedded engine needs 256/);
  await expect(readdir(dataDir)).rejects.toMatchObject({ code: "ENOENT" });
});
