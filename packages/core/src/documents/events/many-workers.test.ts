import { expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { jobKinds } from "../../job-kinds.js";
import { startWorker, type Worker } from "../../jobs/index.js";
import { claimJob } from "../../jobs/job.sql.js";
import { ann, openEventWorld } from "../testing/event-world.js";

const documents = 16;
const dead = 4;

it.each(engines)("several workers, some of them dead, make each event once on $name", async (engine) => {
  const world = await openEventWorld(engine);
  const { services, database } = world.memory;
  const uids: string[] = [];
  for (let n = 0; n < documents; n++) {
    uids.push((await world.ingest(`Decision: we adopt plan number ${n}.`)).artifact_uid);
  }
  const claim = { kinds: ["extract_events"], leaseSeconds: 60, after: "" };
  for (let n = 0; n < dead; n++) await claimJob(services.db, { ...claim, token: `dead-${n}` });
  await database.ownerQuery(
    `update palimpsest.job set locked_until = clock_timestamp() - interval '1 second' where status = 'PROCESSING'`,
  );
  let left = documents;
  const workers: Worker[] = [];
  await new Promise<void>((resolve, reject) => {
    const onEnd = () => {
      left -= 1;
      if (left === 0) resolve();
    };
    const options = {
      kinds: jobKinds.filter(({ kind }) => kind === "extract_events"),
      pollMs: 10,
      concurrency: 3,
      onEnd,
      onError: reject,
    };
    workers.push(startWorker(services, options), startWorker(services, options));
  });
  await Promise.all(workers.map((worker) => worker.stop()));
  const jobs = await database.ownerQuery<{ status: string; attempts: number; n: string }>(
    `select status, attempts, count(*) as n from palimpsest.job where kind = 'extract_events' group by 1, 2 order by 2`,
  );
  expect(jobs.map(({ status, attempts, n }) => [status, attempts, Number(n)])).toEqual([
    ["DONE", 1, documents - dead],
    ["DONE", 2, dead],
  ]);
  for (const uid of uids) expect((await world.eventsOf(uid)).total).toBe(1);
  await world.close();
});

it.each(engines)(
  "many events come into force together, and are found again after a crash on $name",
  async (engine) => {
    const world = await openEventWorld(engine);
    const { database } = world.memory;
    const lines = Array.from({ length: 130 }, (_, n) => `Decision: we adopt plan number ${n}.`);
    const { artifact_uid } = await world.ingest(lines.join("\n"));
    await world.work();
    const before = await world.eventsOf(artifact_uid);
    expect([before.total, (await world.job(artifact_uid)).run?.events]).toEqual([130, 130]);
    // As if the run had ended after its first step.
    await database.ownerQuery(
      `update palimpsest.memory set status = 'pending' where kind = 'semantic_event' and text like '%9.'`,
    );
    expect((await world.eventsOf(artifact_uid)).total).toBe(117);
    const { memories } = await world.memory.call(ann, "recall", { query: "plan number 99", limit: 50 });
    expect(memories.filter(({ kind }) => kind === "semantic_event").map(({ text }) => text)).not.toContain(
      lines[99],
    );
    await world.memory.call(ann, "reextractEvents", { artifact_uid, force: true });
    await world.work();
    const ids = async ({ events }: typeof before) => events.map(({ event_id }) => event_id).sort();
    expect(await ids(await world.eventsOf(artifact_uid))).toEqual(await ids(before));
    await world.close();
  },
);
