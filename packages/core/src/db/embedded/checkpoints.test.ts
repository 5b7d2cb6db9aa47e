import { readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDatabase } from "../connect.js";
import { migratedDataDir } from "../testing/embedded.js";

interface Checkpoints {
  written(upTo: number): void;
  isDue(): boolean;
  done(): void;
}
const { Checkpoints }: { Checkpoints: new (limits: object) => Checkpoints } = await import(
  new URL("./checkpoints.mjs", import.meta.url).href
);

const megabyte = 1024 ** 2;
let home: string;
let dataDir: string;
beforeEach(async () => {
  ({ home, dataDir } = await migratedDataDir([]));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const logSize = () => {
  const folder = join(dataDir, "pg_wal");
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)));
  return sizes.filter((info) => info.isFile()).reduce((sum, { size }) => sum + size, 0);
};

it("keeps the log within its limit while much is written", async () => {
  const logLimitBytes = 64 * megabyte;
  const db = await openDatabase({ dataDir, logLimitBytes });
  await db.owner((tx) => tx.query("create table note (id bigserial primary key, body text)"));
  let largest = 0;
  for (let at = 0; at < 30; at++) {
    await db.owner((tx) =>
      tx.query(
        "insert into note (body) select repeat(md5(random()::text), 4) from generate_series(1, 10000)",
      ),
    );
    largest = Math.max(largest, logSize());
  }
  expect(largest).toBeLessThanOrEqual(logLimitBytes);
  expect(db.status().checkpoints?.count).toBeGreaterThan(5);
  const count = await db.owner((tx) => tx.query("select count(*)::int as count from note"));
  expect(count).toEqual([{ count: 300_000 }]);
  await db.close();
});

it("is due by size, and by time if something was written", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const checkpoints = new Checkpoints({ everyBytes: 1_000, everyMs: 60_000, idleBytes: 10 });
    checkpoints.written(5_000);
    vi.advanceTimersByTime(90_000);
    expect(checkpoints.isDue()).toBe(false);
    checkpoints.written(5_500);
    expect(checkpoints.isDue()).toBe(true);
    checkpoints.done();
    checkpoints.written(5_900);
    expect(checkpoints.isDue()).toBe(false);
    checkpoints.written(6_500);
    expect(checkpoints.isDue()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
