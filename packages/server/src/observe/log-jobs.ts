import type { WorkerOptions } from "@palimpsest/core";
import type { Log } from "./log.js";

/** What somebody waits for is logged; what the server does by itself only at the level debug. */
const levelOf = (kind: string) => (kind === "extract_events" ? "info" : "debug");

/** Logs each job that is taken and how it ended, with ids alone. */
export const logJobs = (log: Log): Required<Pick<WorkerOptions, "onStart" | "onEnd">> => ({
  onStart: (job) => log[levelOf(job.kind)]({ job }, "job taken"),
  onEnd: ({ end, seconds, ...job }) =>
    log[levelOf(job.kind)]({ job, end, ms: Math.round(seconds * 1_000) }, "job ended"),
});
