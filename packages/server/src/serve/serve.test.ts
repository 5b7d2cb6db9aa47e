import { type ChildProcess, execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { promisify } from "node:util";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { cleanEnv, newDataDir, palimpsest, readyDataDir } from "../cli/testing/palimpsest.js";
import { serve } from "./testing/served.js";

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once("exit", resolve));

describe("an embedded server", () => {
  test("prints its address, mode and first requests, and keeps its data over a restart", async () => {
    const env = cleanEnv({ PALIMPSEST_DATA_DIR: newDataDir() });
    const first = await serve(env);
    expect(first.out()).toMatch(/engine +embedded/);
    expect(first.out()).toMatch(/embedder +builtin-/);
    expect(first.out()).toMatch(/extractor +rules/);
    expect(first.out()).toMatch(/auth +none/);
    expect(first.out()).toContain(`${first.url}/docs`);

    const requests = first
      .out()
      .split("\n")
      .filter((line) => line.trim().startsWith("curl "));
    expect(requests).toHaveLength(2);
    const answers: string[] = [];
    for (const request of requests) answers.push((await promisify(execFile)("sh", ["-c", request])).stdout);
    expect(JSON.parse(answers[0]!)).toMatchObject({ status: "created" });
    expect(JSON.parse(answers[1]!).memories[0].text).toBe("Ada prefers answers in French.");

    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${first.url}/health`)).json()).toMatchObject({
      status: "ok",
      mode: { engine: "embedded", auth: "none" },
      checks: [
        { name: "database", ok: true },
        { name: "schema", ok: true },
        { name: "role", ok: true },
      ],
    });
    const metrics = await (await fetch(`${first.url}/metrics`)).text();
    expect(metrics).toContain('palimpsest_http_requests_total{operation="remember",status="201"} 1');
    expect(metrics).toMatch(/palimpsest_db_connections\{state="open"\} [1-9]/);
    expect(metrics).toContain("# TYPE palimpsest_worker_jobs_total counter");
    expect(metrics).toMatch(/process_resident_memory_bytes \d{7}/);

    const stopping = ended(first.child);
    first.child.kill("SIGTERM");
    expect(await stopping).toBe(0);
    expect(first.err()).toContain('"operation":"remember"');
    expect(first.err()).not.toContain("French");

    const second = await serve(env);
    const found = await (await promisify(execFile)("sh", ["-c", second.out().match(/curl .*recall.*/)![0]]))
      .stdout;
    expect(JSON.parse(found).memories[0].text).toBe("Ada prefers answers in French.");
    const interrupted = ended(second.child);
    second.child.kill("SIGINT");
    expect(await interrupted).toBe(0);
  });

  test("stops in order when its terminal closes, even if SIGHUP comes twice", async () => {
    const { child, err } = await serve(cleanEnv({ PALIMPSEST_DATA_DIR: await readyDataDir() }));
    const stopping = ended(child);
    child.kill("SIGHUP");
    await vi.waitFor(() => expect(err()).toContain('"stopping"'), { timeout: 60_000 });
    child.kill("SIGHUP");
    expect(await stopping).toBe(0);
    expect(err()).toContain('"stopped"');
  });

  test("rejects a port in use and a public address without auth with an error of one line", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const env = cleanEnv({ PALIMPSEST_DATA_DIR: newDataDir(), PALIMPSEST_PORT: String(port) });
    const second = await palimpsest(["serve"], env);
    expect(second.code).toBe(1);
    expect(second.err.trim().split("\n").at(-1)).toMatch(/Port \d+ of 127\.0\.0\.1 is in use/);
    taken.close();
    const open = await palimpsest(
      ["serve"],
      cleanEnv({ PALIMPSEST_HOST: "0.0.0.0", PALIMPSEST_AUTH: "none" }),
    );
    expect(open.code).not.toBe(0);
    expect(open.err.trim().split("\n")).toHaveLength(1);
    expect(open.err).toContain("PALIMPSEST_AUTH=none works only on this machine");
  });
});

test("does not migrate a Postgres server without being asked", async () => {
  const admin = new pg.Client({ connectionString: process.env.PALIMPSEST_TEST_PG_URL });
  const name = `palimpsest_unmigrated_${randomBytes(6).toString("hex")}`;
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const url = new URL(process.env.PALIMPSEST_TEST_PG_URL!);
    url.pathname = `/${name}`;
    const refused = await palimpsest(
      ["serve"],
      cleanEnv({ DATABASE_URL: url.toString(), PALIMPSEST_PORT: "0" }),
    );
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain("palimpsest migrate up");
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
});
