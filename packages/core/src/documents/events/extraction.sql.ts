import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Refused } from "./find-events.js";

type Job = OutputOf<PalimpsestContract["getExtractionJob"]>;
export type Run = NonNullable<Job["run"]>;

/** Gives a revision the events of an extraction and its record; false if the revision is gone. */
export async function finishExtraction(
  tx: Tx,
  artifactId: string,
  eventIds: string[],
  { run, rejected }: { run: Omit<Run, "finished_at">; rejected: Refused[] },
): Promise<boolean> {
  const [row] = await tx.query<{ finished: boolean }>(
    `select palimpsest.finish_extraction($1, $2, $3::jsonb || jsonb_build_object('finished_at', ${iso("clock_timestamp()")}),
       $4::jsonb) as finished`,
    [artifactId, eventIds, JSON.stringify(run), JSON.stringify(rejected)],
  );
  return row!.finished;
}

/** How a revision was extracted last, and what was not taken. */
export async function readExtraction(
  tx: Tx,
  who: Principal,
  artifactId: string,
): Promise<{ run: Run | null; rejected: Refused[] }> {
  const [row] = await tx.query<{ extraction: Run | null; rejected: Refused[] | null }>(
    `select extraction, rejected from palimpsest.artifact where tenant_id = $1 and artifact_id = $2`,
    [who.tenantId, artifactId],
  );
  return { run: row?.extraction ?? null, rejected: row?.rejected ?? [] };
}

/** The job of a revision, for whoever may see the revision. */
export interface ExtractionJob
  extends Pick<
    Job,
    "job_id" | "status" | "attempts" | "max_attempts" | "priority" | "created_at" | "updated_at"
  > {
  kind: string;
  worker: string | null;
  locked_at: string | null;
  error: string | null;
  run_at: string;
  principal_id: string | null;
}

export async function findExtractionJob(tx: Tx, artifactId: string): Promise<ExtractionJob | undefined> {
  const [row] = await tx.query<ExtractionJob & { [column: string]: unknown }>(
    `select job_id, kind, status, attempts, max_attempts, priority, ${iso("created_at")} as created_at,
       ${iso("updated_at")} as updated_at, worker, ${iso("locked_at")} as locked_at, error, ${iso("run_at")} as run_at,
       principal_id
     from palimpsest.extraction_job($1)`,
    [artifactId],
  );
  return row;
}

/** False: the job is gone, or not the caller's. */
export async function restartJob(tx: Tx, jobId: string): Promise<boolean> {
  const [row] = await tx.query<{ restarted: boolean }>(`select palimpsest.restart_job($1) as restarted`, [
    jobId,
  ]);
  return row!.restarted;
}

export async function setExtractionJob(tx: Tx, artifactId: string, jobId: string): Promise<void> {
  await tx.query(`select palimpsest.set_extraction_job($1, $2)`, [artifactId, jobId]);
}

/** A stretch of a passage as it was ingested. */
export interface Stretch {
  chunk_id: string;
  start: number;
  end: number;
}

/** The words of those of the stretches that stand in their passages as these read now, by their place in the list. */
export async function standingWords(tx: Tx, stretches: readonly Stretch[]): Promise<Map<number, string>> {
  if (stretches.length === 0) return new Map();
  const rows = await tx.query<{ n: number; words: string }>(
    `select n, words from palimpsest.standing_words($1, $2, $3)`,
    [
      stretches.map(({ chunk_id }) => chunk_id),
      stretches.map(({ start }) => start),
      stretches.map(({ end }) => end),
    ],
  );
  return new Map(rows.map(({ n, words }) => [n - 1, words]));
}
