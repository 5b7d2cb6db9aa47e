import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Memory, openMemory } from "@palimpsest/core";
import { postgresPlace } from "../lib/place.js";
import { deliver } from "../lib/report.js";
import { formatTable } from "../lib/table.js";

const usage = `Usage: npm run bench:queue -- [--workers 8] [--documents 2000] [--kills 200] [--json]
  Workers extract the events of documents and are killed in the middle; every event must be written exactly once.`;

const tenantId = "queue";
const command = fileURLToPath(new URL("../../../packages/server/dist/cli/main.js", import.meta.url));

interface Result {
  readonly workers: number;
  readonly documents: number;
  readonly kills: number;
  readonly seconds: number;
  readonly jobsPerSecond: number;
  readonly done: number;
  /** Attempts beyond the first of each job. */
  readonly again: number;
  readonly missing: number;
  readonly twice: number;
}

const startWorker = (env: Record<string, string>, name: string): ChildProcess =>
  spawn(process.execPath, [command, "worker"], {
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME },
      ...{ POLL_INTERVAL_MS: "100", PALIMPSEST_LOG_LEVEL: "silent", WORKER_ID: name, ...env },
    },
    stdio: "ignore",
  });

const countIn = (memory: Memory) => async (sql: string) => {
  const [row] = await memory.services.db.ownerStatements((tx) => tx.query<{ n: string }>(sql, [tenantId]));
  return Number(row!.n);
};

const ingest = async (memory: Memory, documents: number) => {
  const credential = { kind: "local", tenantId } as const;
  for (let n = 0; n < documents; n++) {
    const input = {
      ...{
        artifact_type: "note",
        source_system: "bench",
        source_id: `note-${n}`,
        document_date: "2026-03-02",
      },
      content: `Notes of meeting ${n}.\nDecision: we adopt plan number ${n} for the harbour.`,
    };
    await memory.dispatch({ operation: "ingestArtifact", input, credential, surface: "sdk" });
  }
};

const perDocument = `select count(*) as n from (
  select a.artifact_id, count(m.id) as events from palimpsest.artifact a
  left join palimpsest.memory m on m.tenant_id = a.tenant_id and m.kind = 'semantic_event'
    and m.attributes->>'artifact_id' = a.artifact_id
  where a.tenant_id = $1 group by a.artifact_id) d where d.events `;

const run = async (workers: number, documents: number, kills: number): Promise<Result> => {
  const note = (text: string) => void process.stderr.write(`${text}\n`);
  const place = await postgresPlace();
  const children = new Map<number, ChildProcess>();
  let over = false;
  try {
    const memory = await openMemory({
      ...{ database: place.database, embedder: { provider: "builtin" }, settings: { auth: "none" } },
      // A job may meet many kills; this run is about what is written, not about giving up.
      extraction: { maxAttempts: 100 },
    });
    const count = countIn(memory);
    await ingest(memory, documents);
    note(`${documents} documents are there`);
    const started = performance.now();
    const keep = (n: number) => {
      const child = startWorker(place.env, `worker-${n}`);
      children.set(n, child);
      child.once("exit", () => !over && keep(n));
    };
    for (let n = 0; n < workers; n++) keep(n);
    let killed = 0;
    for (;;) {
      const open = await count(
        `select count(*) as n from palimpsest.job where tenant_id = $1 and kind = 'extract_events'
         and status in ('PENDING', 'PROCESSING')`,
      );
      if (open === 0) break;
      // Not while the first of them start.
      if (open < documents && killed < kills) {
        children.get(Math.floor(Math.random() * workers))?.kill("SIGKILL");
        killed += 1;
        if (killed % 20 === 0) note(`${killed} killed, ${open} jobs left`);
      }
      await sleep(50 + Math.random() * 400);
    }
    const seconds = (performance.now() - started) / 1_000;
    over = true;
    const jobs = "from palimpsest.job where tenant_id = $1 and kind = 'extract_events'";
    const result = {
      ...{ workers, documents, kills: killed, seconds, jobsPerSecond: documents / seconds },
      done: await count(`select count(*) as n ${jobs} and status = 'DONE'`),
      again: await count(`select coalesce(sum(attempts - 1), 0) as n ${jobs}`),
      missing: await count(`${perDocument} = 0`),
      twice: await count(`${perDocument} > 1`),
    };
    await memory.close();
    return result;
  } finally {
    over = true;
    await Promise.all(
      [...children.values()].map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill("SIGKILL");
        await once(child, "exit");
      }),
    );
    await place.remove();
  }
};

/** Extracts events with many workers that are killed at random, and counts what was written. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      workers: { type: "string", default: "8" },
      documents: { type: "string", default: "2000" },
      kills: { type: "string", default: "200" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const [workers, documents, kills] = [values.workers, values.documents, values.kills].map(Number);
  if (values.help || ![workers, documents, kills].every((n) => Number.isInteger(n) && n! >= 0)) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const result = await run(workers!, documents!, kills!);
  const table = formatTable(
    ["workers", "documents", "kills", "s", "jobs/s", "done", "again", "missing", "twice"],
    [
      [
        ...[
          String(result.workers),
          String(result.documents),
          String(result.kills),
          result.seconds.toFixed(1),
        ],
        ...[result.jobsPerSecond.toFixed(1), String(result.done), String(result.again)],
        ...[String(result.missing), String(result.twice)],
      ],
    ],
  );
  await deliver("queue", { result }, table, values.json);
  if (result.done !== documents || result.missing > 0 || result.twice > 0) {
    throw new Error("Not every job was done exactly once; see the table.");
  }
};
