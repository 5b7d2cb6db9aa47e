import { type InputOf, notFound, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import { findJob, findJobs, findOwnJob, requeueJob, stopOpenJob } from "./read-jobs.sql.js";

type Input<N extends "listJobs" | "getJob" | "retryJob" | "stopJob"> = InputOf<PalimpsestContract[N]>;

export async function listJobs(context: OperationContext, input: Input<"listJobs">) {
  const page = pageOf(context, "listJobs", input);
  const { jobs, total } = await context.read((tx) => findJobs(tx, context, input, page));
  const { shown, next } = page.cut(jobs, ({ created_at, job_id }) => [created_at, job_id]);
  return { jobs: shown, total, total_count: total, ...next };
}

export function getJob(context: OperationContext, { job_id }: Input<"getJob">) {
  context.touched([job_id]);
  return context.read(async (tx) => found(await findJob(tx, context, job_id)));
}

/** It runs again with the rights of the principal for whom it was enqueued, whoever asks for it. */
export function retryJob(context: OperationContext, { job_id }: Input<"retryJob">) {
  return context.write(async (tx) => {
    const { status } = found(await findOwnJob(tx, context.who, job_id));
    if (!(await requeueJob(tx, job_id))) {
      throw new PalimpsestError(
        "CONFLICT",
        status === "FAILED" || status === "STOPPED"
          ? "Another job does the same already; see it with: palimpsest job list"
          : `Only a job that waits, failed or was stopped can be retried; this one is ${status}.`,
      );
    }
    context.touched([job_id]);
    return found(await findOwnJob(tx, context.who, job_id));
  });
}

/** Stopping what has been stopped gives it again. */
export function stopJob(context: OperationContext, { job_id }: Input<"stopJob">) {
  return context.write(async (tx) => {
    const { status } = found(await findOwnJob(tx, context.who, job_id));
    if (status !== "STOPPED" && !(await stopOpenJob(tx, job_id))) {
      throw new PalimpsestError(
        "CONFLICT",
        "This job has ended; only one that waits or runs can be stopped.",
      );
    }
    context.touched([job_id]);
    return found(await findOwnJob(tx, context.who, job_id));
  });
}

function found<J>(job: J | undefined): J {
  if (job === undefined) throw notFound("job");
  return job;
}
