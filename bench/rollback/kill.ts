import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type DatabaseOptions, type Memory, openMemory } from "@palimpsest/core";
import { embeddedPlace, postgresPlace } from "../lib/place.js";
import type { EngineName } from "../lib/store.js";
import { tenantId, writePoison } from "./poison.js";

export interface KilledRun {
  readonly engine: EngineName;
  readonly memories: number;
  /** How many were taken back when the server was killed. */
  readonly doneAtKill: number;
  /** From the restart until the job was done; it waits for the lease of the dead worker. */
  readonly finishedAfterSeconds: number;
  readonly left: number;
  /** Memories with more than one edit. */
  readonly editedTwice: number;
}

const open = (database: DatabaseOptions, migrate: boolean): Promise<Memory> =>
  openMemory({ database, embedder: { provider: "builtin" }, settings: { auth: "none" }, migrate });

const command = fileURLToPath(new URL("../../../packages/server/dist/cli/main.js", import.meta.url));

const serve = async (env: Record<string, string>): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn(process.execPath, [command, "serve", "--port", "0"], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  });
  return { url, child };
};

interface Job {
  readonly status: string;
  readonly progress: { readonly done?: number };
}

/** Waits until the job has come so far, or has ended. */
const waitFor = async (url: string, jobId: string, done: number): Promise<Job> => {
  for (;;) {
    const answer = await fetch(`${url}/v1/jobs/${jobId}`, { headers: { "x-tenant-id": tenantId } });
    const job = (await answer.json()) as Job;
    if (job.status === "FAILED" || job.status === "STOPPED") throw new Error(JSON.stringify(job));
    if (job.status === "DONE" || (job.progress?.done ?? 0) >= done) return job;
    await sleep(100);
  }
};

/** Takes back what one writer wrote with a server that is killed in the middle and started again. */
export const killInTheMiddle = async (engine: EngineName, memories: number): Promise<KilledRun> => {
  const note = (text: string) => void process.stderr.write(`${engine}: ${text}\n`);
  const place = engine === "embedded" ? await embeddedPlace() : await postgresPlace();
  try {
    const filled = await open(place.database, engine === "embedded");
    await writePoison(filled, memories, note);
    await filled.close();
    const first = await serve(place.env);
    const answer = await fetch(`${first.url}/api/v1/edits/bulk`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-tenant-id": tenantId },
      body: JSON.stringify({ writer: "agent:rogue", op: "retract", suspend: true, reason: "poisoned" }),
    });
    const made = (await answer.json()) as { rollback?: { job_id: string | null } };
    const jobId = made.rollback?.job_id;
    if (!jobId) throw new Error(`no job: ${JSON.stringify(made)}`);
    const { progress } = await waitFor(first.url, jobId, Math.ceil(memories / 3));
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    const doneAtKill = progress.done ?? 0;
    note(`killed at ${doneAtKill}`);
    const started = performance.now();
    const second = await serve(place.env);
    const end = await waitFor(second.url, jobId, Number.POSITIVE_INFINITY);
    const finishedAfterSeconds = (performance.now() - started) / 1_000;
    note(`${end.status} after ${Math.round(finishedAfterSeconds)} s`);
    second.child.kill("SIGTERM");
    await once(second.child, "exit");
    const after = await open(place.database, false);
    const count = async (sql: string) =>
      Number(
        (await after.services.db.ownerStatements((tx) => tx.query<{ n: string }>(sql, [tenantId])))[0]!.n,
      );
    const left = await count(
      "select count(*) as n from palimpsest.memory where tenant_id = $1 and writer = 'agent:rogue' and not retracted",
    );
    const editedTwice = await count(
      `select count(*) as n from (select memory_id from palimpsest.memory_edit where tenant_id = $1
       group by memory_id having count(*) > 1) twice`,
    );
    await after.close();
    return { engine, memories, doneAtKill, finishedAfterSeconds, left, editedTwice };
  } finally {
    await place.remove();
  }
};
