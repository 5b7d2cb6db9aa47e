import type { Tx } from "../../../db/index.js";
import type { Target } from "../../read/target.js";

/** What a rollback knows of a memory: not its text, which the one who rolls back may not be allowed to read. */
export interface Reached {
  [column: string]: unknown;
  id: string;
  kind: string;
  writer: string;
  owner_id: string;
  visibility: Target["visibility"];
  retracted: boolean;
  /** Whether the caller may also read it. */
  seen: boolean;
}

export interface Wanted {
  writer: string;
  op: "retract" | "quarantine";
  since: string | undefined;
  until: string;
}

export interface Place {
  recorded_at: string;
  id: string;
}

/** Names at most so many decisions of people. */
export const shownReferring = 1_000;

const fields = "id, kind, writer, owner_id, visibility, retracted, seen";

export const databaseNow = async (tx: Tx): Promise<string> =>
  (await tx.query<{ now: string }>(`select clock_timestamp()::text as now`))[0]!.now;

/** What the writer wrote and the edit would change, oldest first, after a place. */
export const writtenBy = (
  tx: Tx,
  { writer, op, since, until }: Wanted,
  after: Place | undefined,
  limit: number,
): Promise<(Reached & Place)[]> =>
  tx.query(`select ${fields}, recorded_at from palimpsest.written_by($1, $2, $3, $4, $5, $6, $7)`, [
    writer,
    op,
    since ?? null,
    until,
    after?.recorded_at ?? null,
    after?.id ?? null,
    limit,
  ]);

export const countWritten = async (tx: Tx, writer: string, since: string | undefined): Promise<number> =>
  Number(
    (
      await tx.query<{ n: string }>(`select palimpsest.count_written($1, $2) as n`, [writer, since ?? null])
    )[0]!.n,
  );

/** Decisions and tasks of people that refer to what the writer wrote, and which of them the caller may read. */
export const refersToWriter = (tx: Tx, { writer, since }: Pick<Wanted, "writer" | "since">) =>
  tx.query<{ id: string; seen: boolean }>(`select * from palimpsest.refers_to_writer($1, $2)`, [
    writer,
    since ?? null,
  ]);

interface Preview {
  kinds: Record<string, number>;
  private_count: number;
  subject_count: number;
  session_count: number;
  quarantined: number;
  rejected: number;
  undone: number;
  signals: number;
  work: number;
}

/** What a rollback would reach now. */
export const previewOf = async (
  tx: Tx,
  { writer, since }: Pick<Wanted, "writer" | "since">,
): Promise<Preview> =>
  (
    await tx.query<{ preview: Preview }>(`select palimpsest.rollback_preview($1, $2) as preview`, [
      writer,
      since ?? null,
    ])
  )[0]!.preview;

/** What was made directly from these and is still in use. */
export const madeFromAny = (tx: Tx, ids: string[]): Promise<(Reached & { source_id: string })[]> =>
  tx.query(`select ${fields}, source_id from palimpsest.made_from_any($1)`, [ids]);

/** The same of what was made from memories while these amendments of them were in force. */
export const madeFromEdited = (tx: Tx, editIds: string[]): Promise<(Reached & { source_id: string })[]> =>
  tx.query(`select ${fields}, source_id from palimpsest.made_from_edited($1)`, [editIds]);

/** Takes back what the writer added to others' claims and episodes, and gives the number. */
export const takeBackAdded = async (tx: Tx, { writer, since }: Wanted, rollbackId: string): Promise<number> =>
  (
    await tx.query<{ n: number }>(`select palimpsest.take_back_added($1, $2, $3) as n`, [
      writer,
      since ?? null,
      rollbackId,
    ])
  )[0]!.n;

/** Takes signals of the writer out of what they moved, and gives the number. */
export const takeBackSignals = async (
  tx: Tx,
  { writer, since, until }: Wanted,
  rollbackId: string,
  limit: number,
): Promise<number> =>
  (
    await tx.query<{ n: number }>(`select palimpsest.take_back_signals($1, $2, $3, $4, $5) as n`, [
      writer,
      since ?? null,
      until,
      rollbackId,
      limit,
    ])
  )[0]!.n;

/** Edits that the principal proposed and that wait. */
export const pendingOf = (tx: Tx, { writer, since }: Wanted, limit: number) =>
  tx.query<{ edit_id: string; memory_id: string }>(`select * from palimpsest.pending_of($1, $2, $3)`, [
    writer,
    since ?? null,
    limit,
  ]);

/** Edits in force that the principal proposed to what others wrote, one of each memory. */
export const editsInForceOf = (tx: Tx, { writer, since }: Wanted, limit: number) =>
  tx.query<Omit<Reached, "id"> & { edit_id: string; memory_id: string }>(
    `select * from palimpsest.edits_in_force_of($1, $2, $3)`,
    [writer, since ?? null, limit],
  );

/** Gives back the states that the writer had changed of others' memories; the caller logs them. */
export const takeBackStates = (tx: Tx, { writer, since }: Wanted, limit: number) =>
  tx.query<{ memory_id: string; status: string }>(`select * from palimpsest.take_back_states($1, $2, $3)`, [
    writer,
    since ?? null,
    limit,
  ]);
