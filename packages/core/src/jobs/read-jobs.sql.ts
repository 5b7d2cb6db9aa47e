import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Rows, selectList, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Page } from "../paging/page.js";
import type { Policy } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { type Filter, filterOf, unexpired, visibleMemory, withinPolicy } from "../substrate/index.js";
import type { JobProgress } from "./job.js";
import { lastError } from "./last-error.js";

type Job = OutputOf<PalimpsestContract["getJob"]>;

const fields = [
  "job_id",
  "kind",
  "status",
  "progress",
  "attempts",
  "max_attempts",
  "priority",
  "error",
] as const satisfies readonly (keyof Rows["job"] & keyof Job)[];
const columns = `${selectList("j", fields)}, j.kind as job_type, j.worker as locked_by, ${iso("j.locked_at")} as locked_at,
  j.payload->>'artifact_uid' as artifact_uid, j.payload->>'revision_id' as revision_id,
  case when j.status = 'PENDING' then ${iso("j.run_at")} end as next_run_at,
  case when j.kind = 'extract_events' and j.status = 'DONE' then palimpsest.extraction_run(j.job_id) end as run,
  j.principal_type || ':' || j.principal_id as on_behalf_of, ${iso("j.created_at")} as created_at,
  ${iso("j.run_at")} as run_at, ${iso("j.updated_at")} as updated_at`;

type Row = Omit<Job, keyof ReturnType<typeof lastError>>;

const withError = (row: Row): Job => ({ ...row, ...lastError(row.error) });

const seesAll = (who: Principal) => who.permissions.has("admin");

/** Admins see every job of their tenant; everybody else sees what runs for them. */
const own = (all: string, principal: string) => `${all} or j.principal_id = ${principal}`;

/** A job that extracts from a revision is also seen by those who may read the revision. */
function visible(filter: Filter, value: (v: unknown) => string): string {
  const parts = [`m.boundary_class = any (${value(filter.classes)})`, ...withinPolicy(filter, value)];
  if (filter.saidIn !== undefined) parts.push(`m.channel = any (${value(filter.saidIn)})`);
  return `(${own("$2", "$3")} or (j.kind = 'extract_events' and exists (
    select 1 from ${visibleMemory("m")} where m.tenant_id = $1
      and m.id = palimpsest.passage_of_job(j.job_id, j.payload->>'artifact_id') and ${unexpired("m")} and ${parts.join(" and ")})))`;
}

/** What may be read of documents in a private channel. */
const readableDocuments = (policy: Policy) => filterOf(policy, ["chunk"], { channel: "private" });

type Reader = Pick<OperationContext, "who" | "policy">;

export interface JobFilter {
  status?: string;
  kind?: string;
  job_type?: string;
  artifact_uid?: string;
}

/** Newest first, and how many there are in all. */
export async function findJobs(
  tx: Tx,
  { who, policy }: Reader,
  { status, kind, job_type, artifact_uid }: JobFilter,
  { after, rows }: Pick<Page, "after" | "rows">,
): Promise<{ jobs: Job[]; total: number }> {
  const wanted = [status, kind, job_type, artifact_uid].map((given) => given ?? null);
  const values: unknown[] = [who.tenantId, seesAll(who), who.id, ...wanted];
  const value = (given: unknown) => `$${values.push(given)}`;
  const where = `j.tenant_id = $1 and ($4::text is null or j.status = $4)
    and ($5::text is null or j.kind = $5) and ($6::text is null or j.kind = $6)
    and ($7::text is null or $7 in (j.payload->>'artifact_uid', j.payload->>'artifact_id'))
    and ${visible(readableDocuments(policy), value)}`;
  const n = values.length;
  const [counted] = await tx.query<{ n: string }>(
    `select count(*) as n from palimpsest.job j where ${where}`,
    values,
  );
  const jobs = await tx.query<Row>(
    `select ${columns} from palimpsest.job j
     where ${where} and ($${n + 1}::timestamptz is null or (j.created_at, j.job_id) < ($${n + 1}::timestamptz, $${n + 2}))
     order by j.created_at desc, j.job_id desc limit $${n + 3}`,
    [...values, after?.[0] ?? null, after?.[1] ?? null, rows],
  );
  return { jobs: jobs.map(withError), total: Number(counted!.n) };
}

/** A job that runs for the caller, or any of the tenant for an admin. */
export async function findOwnJob(tx: Tx, who: Principal, jobId: string): Promise<Job | undefined> {
  const [job] = await tx.query<Row>(
    `select ${columns} from palimpsest.job j where j.tenant_id = $1 and (${own("$2", "$3")}) and j.job_id = $4`,
    [who.tenantId, seesAll(who), who.id, jobId],
  );
  return job && withError(job);
}

export async function findJob(tx: Tx, { who, policy }: Reader, jobId: string): Promise<Job | undefined> {
  const values: unknown[] = [who.tenantId, seesAll(who), who.id, jobId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const [job] = await tx.query<Row>(
    `select ${columns} from palimpsest.job j where j.tenant_id = $1 and j.job_id = $4 and ${visible(readableDocuments(policy), value)}`,
    values,
  );
  return job && withError(job);
}

export type OpenJob = Pick<Rows["job"], "job_id"> & {
  status: "PENDING" | "PROCESSING";
  payload: Record<string, unknown>;
  progress: JobProgress;
};

/** Jobs of the kind, and of the key if one is given, that wait or run, of all principals whom the caller may see. */
export const findOpenJobs = (tx: Tx, { tenantId }: Principal, kind: string, key?: string) =>
  tx.query<OpenJob>(
    `select job_id, status, payload, progress from palimpsest.job
     where tenant_id = $1 and kind = $2 and ($3::text is null or payload->>'key' = $3) and status in ('PENDING', 'PROCESSING')`,
    [tenantId, kind, key ?? null],
  );

/** False: the job neither waits nor runs. */
export async function stopOpenJob(tx: Tx, jobId: string): Promise<boolean> {
  const [row] = await tx.query<{ stopped: boolean }>(`select palimpsest.stop_job($1) as stopped`, [jobId]);
  return row!.stopped;
}

/** False: the job has neither failed nor been stopped, or another one with its key waits or runs. */
export async function requeueJob(tx: Tx, jobId: string): Promise<boolean> {
  const [row] = await tx.query<{ queued: boolean }>(`select palimpsest.retry_job($1) as queued`, [jobId]);
  return row!.queued;
}
