import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { jobKinds, type Memory, startWorker } from "@palimpsest/core";
import { percentile } from "../lib/percentile.js";
import { deliver } from "../lib/report.js";
import { type EngineName, openStore } from "../lib/store.js";
import { formatTable } from "../lib/table.js";
import { type KilledRun, killInTheMiddle } from "./kill.js";
import { tenantId, words, writePoison } from "./poison.js";

const usage = `Usage: npm run bench:rollback -- [--engine embedded|postgres|both] [--memories 100000] [--kill] [--json]
  --kill  a server does it, is killed in the middle and started again`;
interface Run {
  readonly engine: EngineName;
  readonly memories: number;
  /** The call itself, and the job that goes on after it. */
  readonly callMs: number;
  readonly jobSeconds: number;
  /** Searches of somebody else meanwhile. */
  readonly searches: { count: number; p50: number; p95: number; longest: number; failed: number };
  readonly writesRefused: number;
  readonly writtenMeanwhile: number;
  /** What searches and a context of others and of the writer still show of it at the end. */
  readonly left: number;
  readonly progressSeen: number;
  readonly load: readonly [number, number];
}

type Operation = Parameters<Memory["dispatch"]>[0]["operation"];

const callerOf =
  (memory: Memory) =>
  async <N extends Operation>(operation: N, input: object, who: { agentId?: string } = {}) => {
    const credential = { kind: "local", tenantId, ...who } as const;
    return (await memory.dispatch({ operation, input, credential, surface: "sdk" })).output;
  };

const rollBack = async (memory: Memory, engine: EngineName, memories: number): Promise<Run> => {
  const note = (text: string) => void process.stderr.write(`${engine}: ${text}\n`);
  const call = callerOf(memory);
  const [rogue, reader] = [{ agentId: "rogue" }, { agentId: "reader" }];
  await call("remember", { text: "The benign kettle of the harbour whistles at noon" }, reader);
  await writePoison(memory, memories, note);
  const worker = startWorker(memory.services, { kinds: jobKinds, pollMs: 200 });
  await sleep(5_000);

  let over = false;
  let refused = 0;
  let written = 0;
  const goOnWriting = async (lane: number) => {
    for (let n = 0; !over && refused < 50; n++) {
      await call("remember", { text: `Poison goes on ${lane} ${n}` }, rogue).then(
        () => written++,
        (error: { code?: string }) => error.code === "FORBIDDEN" && refused++,
      );
      await sleep(20);
    }
  };
  const times: number[] = [];
  let failed = 0;
  const goOnReading = async () => {
    for (let n = 0; !over; n++) {
      const started = performance.now();
      await call("recall", { query: `${words[n % 12]} kettle`, channel: "private" }, reader).catch(
        () => failed++,
      );
      times.push(performance.now() - started);
      await sleep(25);
    }
  };
  const lanes = [goOnWriting(1), goOnWriting(2), goOnReading()];
  await sleep(1_000);
  const before = loadavg()[0]!;
  const started = performance.now();
  const made = await call("bulkEdit", {
    ...{ writer: "agent:rogue", op: "retract", suspend: true, reason: "poisoned" },
  });
  const callMs = performance.now() - started;
  note(`the call took ${Math.round(callMs)} ms`);
  let progressSeen = 0;
  let last = -1;
  for (;;) {
    const job_id = made.rollback?.job_id ?? null;
    if (job_id === null) break;
    const job = await call("getJob", { job_id });
    if ((job.progress.done ?? 0) > last) {
      last = job.progress.done ?? 0;
      progressSeen += 1;
      if (progressSeen % 20 === 1)
        note(`${job.status} ${last} after ${Math.round((performance.now() - started) / 1_000)} s`);
    }
    if (job.status === "DONE") break;
    if (job.status === "FAILED") throw new Error(`the job failed: ${JSON.stringify(job)}`);
    await sleep(250);
  }
  const jobSeconds = (performance.now() - started) / 1_000;
  over = true;
  await Promise.all(lanes);
  let left = 0;
  for (const who of [reader, rogue, {}]) {
    for (const word of words) {
      const found = await call(
        "searchChunks",
        { query: `poison ${word}`, channel: "private", limit: 50 },
        who,
      );
      left += found.chunks.filter(({ text }) => text.includes("Poison")).length;
    }
    const context = await call(
      "context",
      { query: "poison kettle", session_id: "s1", channel: "private" },
      who,
    );
    left += (JSON.stringify(context).match(/Poison/g) ?? []).length;
  }
  await worker.stop();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    ...{
      engine,
      memories,
      callMs,
      jobSeconds,
      writesRefused: refused,
      writtenMeanwhile: written,
      left,
      progressSeen,
    },
    searches: {
      ...{
        count: times.length,
        p50: percentile(sorted, 50),
        p95: percentile(sorted, 95),
        longest: sorted.at(-1)!,
      },
      failed,
    },
    load: [before, loadavg()[0]!],
  };
};

/** Takes back all that one writer wrote, while it goes on writing and somebody else searches. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      engine: { type: "string", default: "both" },
      memories: { type: "string", default: "100000" },
      kill: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const memories = Number(values.memories);
  if (values.help || !Number.isInteger(memories) || memories < 1) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const engines = values.engine === "both" ? ["embedded", "postgres"] : [values.engine];
  if (values.kill) return killed(engines as EngineName[], memories, values.json);
  const runs: Run[] = [];
  for (const engine of engines as EngineName[]) {
    const store = await openStore(engine);
    try {
      runs.push(await rollBack(store.memory, engine, memories));
    } finally {
      await store.close();
    }
  }
  const table = formatTable(
    ["engine", "memories", "call ms", "all s", "search p50 ms", "p95", "longest", "failed", "left"],
    runs.map(({ searches, ...run }) => [
      ...[run.engine, String(run.memories), run.callMs, run.jobSeconds.toFixed(1)],
      ...[searches.p50, searches.p95, searches.longest, String(searches.failed), String(run.left)],
    ]),
  );
  await deliver("rollback", { runs }, table, values.json);
};

const killed = async (engines: EngineName[], memories: number, json: boolean): Promise<void> => {
  const runs: KilledRun[] = [];
  for (const engine of engines) runs.push(await killInTheMiddle(engine, memories));
  const table = formatTable(
    ["engine", "memories", "done at kill", "finished after s", "left", "edited twice"],
    runs.map((run) => [
      ...[run.engine, String(run.memories), String(run.doneAtKill), run.finishedAfterSeconds.toFixed(1)],
      ...[String(run.left), String(run.editedTwice)],
    ]),
  );
  await deliver("rollback-kill", { runs }, table, json);
};
