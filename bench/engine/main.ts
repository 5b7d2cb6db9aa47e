import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "@palimpsest/core";
import { deliver } from "../lib/report.js";
import { formatTable } from "../lib/table.js";
import type { Job, Row } from "./load.js";

const usage = "Usage: npm run bench:engine -- [--seconds 120] [--rate 25] [--json]";

const rowsOf = (child: ChildProcess, job: Job): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const rows: Row[] = [];
    child.on("message", (row) => (row === "done" ? resolve(rows) : rows.push(row as Row)));
    child.once("exit", (code) => reject(new Error(`the load ended with code ${code}`)));
    child.send(job);
  });

/** How long opening takes, in milliseconds. */
const opening = async (dataDir: string): Promise<number> => {
  const started = performance.now();
  const db = await openDatabase({ dataDir });
  const took = performance.now() - started;
  await db.close();
  return took;
};

/** The embedded engine under load from its first second: latency, the size of its log, checkpoints, recovery. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: "string", default: "120" },
      rate: { type: "string", default: "25" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
  try {
    const dataDir = join(folder, "data");
    const child = fork(new URL("./load.js", import.meta.url));
    const rows = await rowsOf(child, {
      dataDir,
      seconds: Number(values.seconds),
      perSecond: Number(values.rate),
    });
    child.removeAllListeners("exit");
    const killed = once(child, "exit");
    child.kill("SIGKILL");
    await killed;
    const afterKillMs = await opening(dataDir);
    const afterCloseMs = await opening(dataDir);
    const table = formatTable(
      ["second", "requests", "p50 ms", "p95 ms", "errors", "log MB", "checkpoints", "longest ms"],
      rows.map((row) => [
        String(row.second),
        String(row.requests),
        row.p50,
        row.p95,
        String(row.errors),
        row.logMb,
        String(row.checkpoints),
        row.longestCheckpointMs,
      ]),
    );
    const recovery = `Opened after a kill in ${Math.round(afterKillMs)} ms, after a clean end in ${Math.round(afterCloseMs)} ms.`;
    await deliver("engine", { rows, afterKillMs, afterCloseMs }, `${table}\n\n${recovery}\n`, values.json);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
