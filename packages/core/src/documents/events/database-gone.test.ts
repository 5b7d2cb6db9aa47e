import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { PalimpsestContract, RawInputOf } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migratedDataDir } from "../../db/testing/index.js";
import { postgres } from "../../db/testing/postgres.js";
import { dispatch } from "../../dispatch.js";
import { openMemory } from "../../open-memory.js";
import { hookedDatabase, type WriteHook } from "../../testing/databases/hooked-database.js";
import { runJobs } from "../../testing/run-jobs.js";
import { ann, type EventWorld, openEventWorld } from "../testing/event-world.js";
import { longNote, shortNote } from "../testing/texts.js";

const credential = { kind: "principal", principal: ann } as const;

describe("a Postgres server that ends all connections", () => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(postgres);
  });
  afterAll(() => world.close());
  const cut = () =>
    world.memory.database.ownerQuery(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  /** The product on a server that ends its connections before a transaction is committed. */
  const cutting = (at: number) => {
    const hook: WriteHook = (moment, n) => (moment === "commit" && n === at ? cut() : undefined);
    return { ...world.memory.services, db: hookedDatabase(world.memory.services.db, hook) };
  };
  const count = async (from: string) =>
    (await world.memory.database.ownerQuery<{ n: number }>(`select count(*)::integer as n from ${from}`))[0]!
      .n;

  it("leaves a job waiting that it met in its end, with no event, and each is made once afterwards", async () => {
    const { artifact_uid } = await world.ingest(shortNote.content);
    expect(await runJobs(cutting(1))).toEqual(["failed"]);
    expect(await world.job(artifact_uid)).toMatchObject({
      ...{ status: "PENDING", attempts: 1, last_error_code: "POSTGRES_CONNECTION_ERROR", run: null },
    });
    expect(await count("palimpsest.memory where kind = 'semantic_event'")).toBe(0);
    await world.due();
    await world.work();
    expect(await world.job(artifact_uid)).toMatchObject({ status: "DONE", attempts: 2 });
    expect((await world.eventsOf(artifact_uid)).total).toBe(1);
  });

  it.each([
    ["in a step", 1],
    ["at the end", 3],
  ])("leaves nothing of a long document that it met %s", async (_, at) => {
    const input = { ...longNote, source_id: `long-${at}`, content: `${longNote.content} Number ${at}.` };
    const before = await count("palimpsest.artifact");
    const call = { operation: "ingestArtifact", input, credential, surface: "sdk" } as const;
    await expect(dispatch(cutting(at), call)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await count("palimpsest.artifact")).toBe(before);
    expect(await count("palimpsest.memory where status = 'pending'")).toBe(0);
    const made = await world.memory.call(ann, "ingestArtifact", input);
    expect(made).toMatchObject({ status: "created", job_status: "PENDING" });
  });
});

it("an embedded store whose process was killed in the middle has no half of a document or of a job", async () => {
  const { home, dataDir } = await migratedDataDir();
  const script = fileURLToPath(new URL("../testing/documents-child.mjs", import.meta.url));
  const { tenantId, id: userId } = ann;
  const given = JSON.stringify({ dataDir, tenantId, userId, short: shortNote, long: longNote });
  const child = spawn(process.execPath, [script, given], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  await once(createInterface({ input: child.stdout }), "line");
  child.kill("SIGKILL");
  await exited;

  const memory = await openMemory({
    ...{ database: { dataDir }, embedder: { provider: "builtin" }, settings: { auth: "none" } },
  });
  const call = async <N extends "listArtifacts" | "getExtractionJob" | "revisionEvents" | "ingestArtifact">(
    operation: N,
    input: RawInputOf<PalimpsestContract[N]>,
  ) => (await memory.dispatch({ operation, input, credential, surface: "sdk" })).output;
  const { artifacts, total } = await call("listArtifacts", {});
  expect(total).toBe(1);
  const { artifact_uid } = artifacts[0]!;
  const job = () => call("getExtractionJob", { artifact_uid });
  const events = async () => (await call("revisionEvents", { artifact_uid })).total;
  expect([(await job()).status, await events()]).toEqual(["PROCESSING", 0]);
  await memory.services.db.ownerStatements((tx) =>
    tx.query(`update palimpsest.job set locked_until = clock_timestamp() - interval '1 second'`),
  );
  expect(await runJobs(memory.services)).toEqual(["done"]);
  expect([await job(), await events()]).toMatchObject([{ status: "DONE", attempts: 2 }, 1]);
  expect(await call("ingestArtifact", longNote)).toMatchObject({ status: "created" });
  await memory.close();
  await rm(home, { recursive: true, force: true });
});
