import { readdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { migratedDataDir } from "../testing/embedded.js";
import { EmbeddedEngine } from "./embedded-engine.js";
import { isListening } from "./is-listening.js";

let home: string;
let dataDir: string;
beforeEach(async () => {
  ({ home, dataDir } = await migratedDataDir([]));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const engineOn = (directory: string) =>
  new EmbeddedEngine({
    dataDir: directory,
    relaxedDurability: true,
    logLimitBytes: 128 * 1024 ** 2,
    statementTimeoutMs: 1_000,
    ownerStatementTimeoutMs: 5_000,
    idleTimeoutMs: 5_000,
  });

/** Each engine thread holds some. */
const ports = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;

it("is taken over once, also when many callers find the owner gone", async () => {
  const owner = engineOn(dataDir);
  await owner.open();
  const withOne = ports();
  const engine = engineOn(dataDir);
  await engine.open();
  await owner.close();
  const found: Promise<{ host?: string }>[] = [];
  for (let at = 0; at < 200; at++) {
    engine.lost();
    found.push(engine.resolve());
    await new Promise(setImmediate);
  }
  const hosts = new Set((await Promise.all(found)).map(({ host }) => host));
  expect([hosts.size, engine.status().role, ports()]).toEqual([1, "owner", withOne]);
  await engine.close();
  expect(await isListening([...hosts][0]!)).toBe(false);
});

it("does not start when it is closed while looking for another owner", async () => {
  const owner = engineOn(dataDir);
  await owner.open();
  const guest = engineOn(dataDir);
  await guest.open();
  await owner.close();
  guest.lost();
  const late = guest.resolve();
  await guest.close();
  await late.catch(() => undefined);
  await expect(guest.resolve()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const next = engineOn(dataDir);
  await next.open();
  expect(next.status().role).toBe("owner");
  await next.close();
});

it("says that its directory was renamed while a new database was made in it", async () => {
  const directory = join(home, "new");
  const opening = engineOn(directory).open();
  const drafts = () => readdirSync(directory).filter((name) => name.startsWith(".new-"));
  await vi.waitFor(() => expect(drafts()).toHaveLength(1), { timeout: 60_000, interval: 5 });
  await rename(directory, join(home, "elsewhere"));
  await expect(opening).rejects.toThrow(/it was renamed or deleted while it was in use/);
});

it("is opened again once it can be, after its files could not be read for a while", async () => {
  const engine = engineOn(dataDir);
  const address = await engine.open().then(() => engine.resolve());
  const client = new pg.Client(address);
  client.on("error", () => undefined);
  await client.connect();
  const control = join(dataDir, "global/pg_control");
  await rename(control, `${control}.away`);
  await expect(client.query("select count(*) from generate_series(1, 1000000000)")).rejects.toThrow();
  await vi.waitFor(() => expect(engine.status().restarts).toBe(1), { timeout: 60_000 });
  // Longer than a second, in which an owner looks after its directory.
  for (const end = performance.now() + 1_500; performance.now() < end; )
    await expect(engine.resolve()).rejects.toThrow(/the engine cannot open it/);
  await rename(`${control}.away`, control);
  await engine.resolve();
  expect(engine.status().role).toBe("owner");
  await engine.close();
});
