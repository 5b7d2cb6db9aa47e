import { type InputOf, type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { enqueueJob, lastError } from "../../jobs/index.js";
import type { OperationContext } from "../../services.js";
import { extractionJob } from "../document.js";
import type { ArtifactRow } from "../read/artifact.sql.js";
import { artifactNotFound, findArtifact } from "../read/find-artifact.js";
import {
  type ExtractionJob,
  findExtractionJob,
  readExtraction,
  restartJob,
  setExtractionJob,
} from "./extraction.sql.js";

type Job = OutputOf<PalimpsestContract["getExtractionJob"]>;
type Queued = OutputOf<PalimpsestContract["reextractEvents"]>;

export async function getExtractionJob(
  context: OperationContext,
  { artifact_uid, revision_id, channel }: InputOf<PalimpsestContract["getExtractionJob"]>,
): Promise<Job> {
  return context.read(async (tx) => {
    const row = await findArtifact(tx, context, { artifact: artifact_uid, revisionId: revision_id, channel })
      .then((found) => found.row)
      .catch((error: unknown) => {
        throw isNoArtifact(error, artifact_uid) ? noJob(artifact_uid) : error;
      });
    const job = await findExtractionJob(tx, row.artifact_id);
    if (job === undefined) throw noJob(artifact_uid);
    context.touched([job.job_id]);
    return shownJob(row, job, (await readExtraction(tx, context.who, row.artifact_id)).run);
  });
}

const isNoArtifact = (error: unknown, id: string) =>
  error instanceof PalimpsestError && error.message === artifactNotFound(id).message;

const noJob = (id: string) => new PalimpsestError("NOT_FOUND", `No job found for artifact ${id}`);

function shownJob(row: ArtifactRow, job: ExtractionJob, run: Job["run"]): Job {
  return {
    job_id: job.job_id,
    job_type: job.kind,
    artifact_uid: row.artifact_uid,
    revision_id: row.revision_id,
    status: job.status,
    attempts: job.attempts,
    max_attempts: job.max_attempts,
    priority: job.priority,
    created_at: job.created_at,
    updated_at: job.updated_at,
    locked_by: job.worker,
    locked_at: job.locked_at,
    ...lastError(job.error),
    next_run_at: job.status === "PENDING" ? job.run_at : null,
    run: job.status === "DONE" ? run : null,
  };
}

/** Present events stay until a run that succeeds replaces them. */
export async function reextractEvents(
  context: OperationContext,
  { artifact_uid, revision_id, force }: InputOf<PalimpsestContract["reextractEvents"]>,
): Promise<Queued> {
  return context.write(async (tx) => {
    const { row } = await findArtifact(tx, context, {
      artifact: artifact_uid,
      revisionId: revision_id,
      channel: "private",
    });
    const job = await findExtractionJob(tx, row.artifact_id);
    const answer = await requeue(tx, context, row, job, force);
    if (answer === undefined) throw notTheirs();
    context.touched([answer.job_id]);
    return { ...answer, artifact_uid: row.artifact_uid, revision_id: row.revision_id };
  });
}

const notTheirs = () =>
  new PalimpsestError(
    "FORBIDDEN",
    "Only whoever ingested the document and admins may have its events extracted again. Ask one of them.",
  );

/** Undefined: whoever asks may read the document, but the job is not theirs. */
async function requeue(
  tx: Tx,
  context: OperationContext,
  row: ArtifactRow,
  job: ExtractionJob | undefined,
  force: boolean,
): Promise<Pick<Queued, "job_id" | "status" | "message"> | undefined> {
  const { who } = context;
  const isTheirs = (owner: string | null) => owner === who.id || who.permissions.has("admin");
  if (job === undefined) {
    if (row.owner_id !== who.id) return undefined;
    const job_id = await enqueueJob(tx, who, newExtraction(context, row));
    await setExtractionJob(tx, row.artifact_id, job_id);
    return { job_id, status: "PENDING", message: enqueued };
  }
  if (!isTheirs(job.principal_id)) return undefined;
  const { job_id, status } = job;
  if (!force && (status === "PENDING" || status === "PROCESSING")) {
    return { job_id, status, message: "Job already in progress (use force=true to override)" };
  }
  if (!force && status === "DONE") {
    return { job_id, status, message: "Already extracted (use force=true to extract again)" };
  }
  await restartJob(tx, job_id);
  return { job_id, status: "PENDING", message: force ? "Job reset and re-enqueued (force=true)" : enqueued };
}

const enqueued = "Re-extraction job enqueued";

/** The job that extracts the events of a revision. */
export const newExtraction = (
  { services }: OperationContext,
  row: Pick<ArtifactRow, "artifact_id" | "artifact_uid" | "revision_id">,
  priority = 0,
) => ({
  kind: extractionJob,
  payload: {
    key: row.artifact_id,
    artifact_id: row.artifact_id,
    artifact_uid: row.artifact_uid,
    revision_id: row.revision_id,
  },
  priority,
  maxAttempts: services.extraction?.maxAttempts,
});
