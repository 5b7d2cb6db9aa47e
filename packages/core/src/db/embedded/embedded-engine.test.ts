import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
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
    statementTimeoutMs: 5_000,
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
