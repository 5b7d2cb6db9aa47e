import { type InputOf, notFound, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { OperationContext } from "../services.js";
import { findJob, findJobs, requeueJob, stopOpenJob } from "./read-jobs.sql.js";

type Input<N extends "listJobs" | "getJob" | "retryJob" | "stopJob"> = InputOf<PalimpsestContract[N]>;

export function listJobs({ who, read }: OperationContext, input: Input<"listJobs">) {
  return read(async (tx) => {
    if (input.before !== undefined && (await findJob(tx, who, input.before)) === undefined) {
      throw new PalimpsestError("INVALID_CURSOR", "before: no such job.");
    }
    const { jobs, total } = await findJobs(tx, who, input);
    return { jobs, total_count: total };
  });
}

export function getJob(context: OperationContext, { job_id }: Input<"getJob">) {
  context.touched([job_id]);
  return context.read((tx) => seenJob(tx, context, job_id));
}

/** It runs again with the rights of the principal for whom it was enqueued, whoever asks for it. */
export function retryJob(context: OperationContext, { job_id }: Input<"retryJob">) {
  return context.write(async (tx) => {
    const { status } = await seenJob(tx, context, job_id);
    if (!(await requeueJob(tx, job_id))) {
      throw new PalimpsestError(
        "CONFLICT",
        status === "FAILED" || status === "STOPPED"
          ? "Another job does the same already; see it with: palimpsest job list"
          : `Only a job that failed or was stopped can be retried; this one is ${status}.`,
      );
    }
    context.touched([job_id]);
    return seenJob(tx, context, job_id);
  });
}

/** Stopping what has been stopped gives it again. */
export function stopJob(context: OperationContext, { job_id }: Input<"stopJob">) {
  return context.write(async (tx) => {
    const { status } = await seenJob(tx, context, job_id);
    if (status !== "STOPPED" && !(await stopOpenJob(tx, job_id))) {
      throw new PalimpsestError(
        "CONFLICT",
        "This job has ended; only one that waits or runs can be stopped.",
      );
    }
    context.touched([job_id]);
    return seenJob(tx, context, job_id);
  });
}

async function seenJob(tx: Tx, { who }: OperationContext, jobId: string) {
  const job = await findJob(tx, who, jobId);
  if (job === undefined) throw notFound("job");
  return job;
}
