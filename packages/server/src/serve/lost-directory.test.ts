import { once } from "node:events";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { cleanEnv, palimpsest, readyDataDir } from "../cli/testing/palimpsest.js";
import { serve } from "./testing/served.js";

test("ends with an error when its data directory is renamed, and makes no new one", async () => {
  const dataDir = await readyDataDir();
  const { child, err } = await serve(cleanEnv({ PALIMPSEST_DATA_DIR: dataDir }));
  const ended = once(child, "exit");
  renameSync(dataDir, `${dataDir}-moved`);
  expect(await ended).toEqual([1, null]);
  expect(err()).toContain("it was renamed or deleted while it was in use");
  const found = await palimpsest(
    ["recall", "anything"],
    cleanEnv({ PALIMPSEST_DATA_DIR: `${dataDir}-moved` }),
  );
  expect(found.code).toBe(0);
});

test("says in /health that its socket had vanished and was made anew", async () => {
  const dataDir = await readyDataDir();
  const { child, url } = await serve(cleanEnv({ PALIMPSEST_DATA_DIR: dataDir }));
  rmSync(join(dataDir, ".owner", ".s.PGSQL.5432"));
  const notes = async () => ((await (await fetch(`${url}/health`)).json()) as { notes: string[] }).notes;
  await vi.waitFor(
    async () =>
      expect(await notes()).toEqual([expect.stringContaining("socket had vanished and was made anew")]),
    { timeout: 60_000 },
  );
  const guest = await palimpsest(["recall", "anything"], cleanEnv({ PALIMPSEST_DATA_DIR: dataDir }));
  expect(guest.code).toBe(0);
  child.kill("SIGTERM");
});

test("a command whose server is stopped says so, and not to check TLS", async () => {
  const dataDir = await readyDataDir();
  const { child } = await serve(cleanEnv({ PALIMPSEST_DATA_DIR: dataDir }));
  child.kill("SIGSTOP");
  const guest = await palimpsest(["recall", "anything"], cleanEnv({ PALIMPSEST_DATA_DIR: dataDir }));
  child.kill("SIGKILL");
  expect(guest.code).toBe(1);
  expect(guest.err).toContain(`is run by process ${child.pid}`);
  expect(guest.err).toContain(`kill -CONT ${child.pid}`);
  expect(guest.err).not.toContain("TLS");
});
