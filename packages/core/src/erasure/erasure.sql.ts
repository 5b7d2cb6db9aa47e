import { iso, type Tx } from "../db/index.js";
import type { Subject } from "./subject.js";

export interface ErasureRow {
  [column: string]: unknown;
  erasure_id: string;
  status: "pending" | "running" | "done" | "failed" | "cancelled" | "expired";
  subject_type: string | null;
  subject_id: string | null;
  subject_digest: string;
  also: string[];
  reason: string;
  matched: Record<string, unknown>;
  swept: Record<string, number>;
  requested_by: string;
  requested_at: string;
  expires_at: string;
  decided_by: string | null;
  decided_at: string | null;
  job_id: string | null;
  residue: { table: string; what: "id" | "text" | "subject"; rows: number }[] | null;
  finished_at: string | null;
  receipt: Record<string, unknown> | null;
  signature: string | null;
  audit_id: string | null;
}

const times = ["requested_at", "expires_at", "decided_at", "finished_at"];
const plain = [
  ...["erasure_id", "status", "subject_type", "subject_id", "subject_digest", "also", "reason", "matched"],
  ...["swept", "requested_by", "decided_by", "job_id", "residue", "receipt", "signature", "audit_id"],
];
const columns = [
  ...plain.map((name) => `e.${name}`),
  ...times.map((name) => `${iso(`e.${name}`)} as ${name}`),
].join(", ");

export interface Reach extends Subject {
  also: string[];
}

/** What an erasure would reach, by kind, and what of others names the subject. */
export async function previewReach(
  tx: Tx,
  { subject_type, subject_id, also }: Reach,
  pattern: string,
): Promise<Record<string, unknown>> {
  const [row] = await tx.query<{ found: Record<string, unknown> }>(
    `select palimpsest.erasure_preview($1, $2, $3, $4) as found`,
    [subject_type, subject_id, also, pattern],
  );
  return row!.found;
}

export interface NewErasure extends Reach {
  id: string;
  digest: string;
  reason: string;
  matched: Record<string, unknown>;
  lasts: string;
}

/** The id of the erasure that is open for the subject now: this one, unless there was another. */
export async function insertErasure(tx: Tx, made: NewErasure): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `select palimpsest.request_erasure($1, $2, $3, $4, $5, $6, $7::jsonb, $8::interval) as id`,
    [
      ...[made.id, made.subject_type, made.subject_id, made.digest, made.also, made.reason],
      ...[JSON.stringify(made.matched), made.lasts],
    ],
  );
  return row!.id;
}

export async function findErasure(tx: Tx, id: string): Promise<ErasureRow | undefined> {
  const [row] = await tx.query<ErasureRow>(
    `select ${columns} from palimpsest.read_erasures($1, null, null, null, 1) e`,
    [id],
  );
  return row;
}

/** The newest first, after a place. */
export const readErasures = (
  tx: Tx,
  status: string | undefined,
  after: readonly unknown[] | undefined,
  rows: number,
): Promise<ErasureRow[]> =>
  tx.query<ErasureRow>(
    `select ${columns} from palimpsest.read_erasures(null, $1, $2::timestamptz, $3, $4) e
     order by e.requested_at desc, e.erasure_id desc`,
    [status ?? null, after?.[0] ?? null, after?.[1] ?? null, rows],
  );

export interface Decision {
  id: string;
  approve: boolean;
  jobId?: string;
  confirm?: string;
}

/** False: it no longer waits. */
export async function decideErasure(tx: Tx, { id, approve, jobId, confirm }: Decision): Promise<boolean> {
  const [row] = await tx.query<{ decided: boolean }>(
    `select palimpsest.decide_erasure($1, $2, $3, $4) as decided`,
    [id, approve, jobId ?? null, confirm ?? null],
  );
  return row!.decided;
}

/** Of these digests of subjects, those that were erased, and when last. */
export async function erasedSubjects(tx: Tx, digests: string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ subject_digest: string; finished_at: string }>(
    `select e.subject_digest, ${iso("e.finished_at")} as finished_at from palimpsest.erased_subjects($1) e`,
    [digests],
  );
  return new Map(rows.map(({ subject_digest, finished_at }) => [subject_digest, finished_at]));
}
