import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { openDatabase } from "@palimpsest/core";
import { expect, it } from "vitest";
import { migrations } from "../../../../core/src/db/migrate/migrations.generated.js";
import { migratedDataDir } from "../../../../core/src/db/testing/index.js";
import { newDataDir } from "../testing/palimpsest.js";
import { diagnose } from "./diagnose.js";

const findingsOf = async (dataDir: string) => {
  const findings = await diagnose({ PALIMPSEST_DATA_DIR: dataDir });
  return (check: string) => findings.find((finding) => finding.check === check);
};

it("makes no database in an empty directory, and says which command does", async () => {
  const absent = newDataDir();
  const empty = newDataDir();
  await mkdir(empty, { recursive: true });
  for (const dataDir of [absent, empty]) {
    expect((await findingsOf(dataDir))("database")).toMatchObject({
      ok: false,
      message: `there is no database in ${dataDir} yet`,
      fix: expect.stringContaining("palimpsest migrate up"),
    });
  }
  expect(existsSync(absent)).toBe(false);
  expect(await readdir(empty)).toEqual([]);
  expect(await readdir(dirname(empty))).toEqual(["data"]);
});

it("names no backup for a directory that is not damaged", async () => {
  const dataDir = newDataDir();
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, "thesis.txt"), "");
  expect((await findingsOf(dataDir))("database")).toMatchObject({
    ok: false,
    message: expect.stringContaining("holds other files; use an empty or a new directory"),
    fix: expect.not.stringContaining("backup"),
  });
});

it("reports an older schema and leaves it as it is", async () => {
  const { home, dataDir } = await migratedDataDir(migrations.slice(0, -1));
  try {
    expect((await findingsOf(dataDir))("schema")).toMatchObject({
      ok: false,
      message: `version ${migrations.length - 1}; this palimpsest needs version ${migrations.length}`,
      fix: "Run: palimpsest migrate up",
    });
    const db = await openDatabase({ dataDir });
    const [row] = await db.owner((tx) =>
      tx.query<{ version: number }>("select max(version) as version from palimpsest.schema_migration"),
    );
    await db.close();
    expect(row?.version).toBe(migrations.length - 1);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

it("reports a lexical index of another version, and how to rebuild it", async () => {
  const { home, dataDir } = await migratedDataDir();
  try {
    expect((await findingsOf(dataDir))("lexical index")).toMatchObject({ ok: true });
    const db = await openDatabase({ dataDir });
    await db.owner((tx) =>
      tx.query("insert into palimpsest.tenant (tenant_id, lexical_version) values ('a', '0-old')"),
    );
    await db.close();
    expect((await findingsOf(dataDir))("lexical index")).toMatchObject({
      ok: false,
      message: expect.stringContaining("One tenant has a lexical index of another version"),
      fix: "Run: palimpsest index rebuild --all-tenants",
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

it("checks the server that commands go to instead of a database on this machine", async () => {
  const health = createServer((_, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(
      JSON.stringify({ status: "ok", mode: { engine: "postgres", embedder: "e@1", auth: "required" } }),
    );
  });
  await new Promise<void>((resolve) => health.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(health.address() as AddressInfo).port}`;
  const checks = async () =>
    (await diagnose({ PALIMPSEST_URL: url })).map(({ check, ok }) => `${check} ${ok}`);
  expect(await checks()).toEqual(["configuration true", "server true"]);
  health.close();
  expect(await checks()).toEqual(["configuration true", "server false"]);
  const [used, unreached] = await diagnose({
    PALIMPSEST_URL: `${url}/path`,
    PALIMPSEST_DATA_DIR: "/nowhere",
  });
  expect(used).toMatchObject({ message: `commands use ${url}` });
  expect(unreached).toMatchObject({
    message: `cannot reach ${url} (ECONNREFUSED)`,
    fix: expect.stringMatching(/Nothing listens on port \d+ of 127\.0\.0\.1\. Check that the server runs/),
  });
});

it("names the Postgres server that does not answer, without its password, and what to check", async () => {
  const findings = await diagnose({ DATABASE_URL: "postgres://me:s3cret@127.0.0.1:1/memory" });
  expect(findings.find(({ check }) => check === "database")).toMatchObject({
    ok: false,
    message: "Cannot reach the Postgres server 127.0.0.1:1/memory (ECONNREFUSED).",
    fix: expect.stringContaining("Check host, port, user and database in DATABASE_URL"),
  });
  expect(JSON.stringify(findings)).not.toContain("s3cret");
});
