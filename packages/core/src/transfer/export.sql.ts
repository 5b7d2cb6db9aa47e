import { iso, type Tx } from "../db/index.js";

/** A record of an export, and its place among those of its kind. */
export interface Exported {
  place: string[];
  record: { type: string };
  /** How long it is, where that is known. */
  characters?: number;
}

/** What a page of an export may take of one kind. */
export interface Part {
  /** The place of the last record before it; none at the beginning. */
  after: string[];
  /** What was written later is not in the export. */
  until: string;
  limit: number;
  /** When so many bytes of text are reached, the part ends. */
  bytes: number;
}

type Row = { place: string; record: string };
const placed = (rows: Row[]): Exported[] =>
  rows.map(({ place, record }) => ({
    place: [place],
    record: JSON.parse(record),
    characters: record.length,
  }));

/** An object of a plan may take a megabyte, so that few are looked at together. */
const largeAtOnce = (limit: number) => Math.min(limit, 50);

/** The database's clock, and the latest time of what an export holds: later than now if the clock was set back. */
export async function readClock(tx: Tx): Promise<{ now: string; until: string }> {
  const [row] = await tx.query<{ now: string; until: string }>(
    `select ${iso("clock_timestamp()")} as now, ${iso("palimpsest.export_until()")} as until`,
  );
  return row!;
}

/** Whole memories, for admins alone: those outside of sessions, or session by session. */
export async function exportMemories(tx: Tx, inSessions: boolean, part: Part): Promise<Exported[]> {
  const { after, until, limit, bytes } = part;
  return placed(
    await tx.query<Row>(
      `select place, record::text as record from palimpsest.export_memories($1, $2, $3, $4, $5)`,
      [inSessions, after[0] ?? 0, until, limit, bytes],
    ),
  );
}

export async function exportEvents(tx: Tx, { after, until, limit, bytes }: Part): Promise<Exported[]> {
  return placed(
    await tx.query<Row>(
      `select place, record::text as record from palimpsest.export_events($1, $2, $3, $4)`,
      [after[0] ?? "", until, limit, bytes],
    ),
  );
}

export async function exportArtifacts(tx: Tx, { after, until, limit, bytes }: Part): Promise<Exported[]> {
  return placed(
    await tx.query<Row>(
      `select place, record::text as record from palimpsest.export_artifacts($1, $2, $3, $4)`,
      [after[0] ?? "", until, limit, bytes],
    ),
  );
}

export async function exportReceipts(tx: Tx, { after, until, limit }: Part): Promise<Exported[]> {
  return placed(
    await tx.query<Row>(`select place, record::text as record from palimpsest.export_receipts($1, $2, $3)`, [
      after[0] ?? "",
      until,
      limit,
    ]),
  );
}

export async function exportSignals(tx: Tx, { after, until, limit }: Part): Promise<Exported[]> {
  return placed(
    await tx.query<Row>(`select place, record::text as record from palimpsest.export_signals($1, $2, $3)`, [
      after[0] ?? "",
      until,
      limit,
    ]),
  );
}

export const exportSignalEntries = (tx: Tx, { after, until, limit }: Part): Promise<Exported[]> =>
  tx.query<ExportedRow>(`select place, record from palimpsest.export_signal_entries($1, $2, $3, $4)`, [
    after[0] ?? "",
    after[1] ?? "",
    until,
    limit,
  ]);

export async function exportClaimEvidence(tx: Tx, { after, until, limit }: Part): Promise<Exported[]> {
  return placed(
    await tx.query<Row>(
      `select place, record::text as record from palimpsest.export_claim_evidence($1, $2, $3)`,
      [after[0] ?? "", until, limit],
    ),
  );
}

export async function exportMentions(tx: Tx, { after, until, limit }: Part): Promise<Exported[]> {
  return placed(
    await tx.query<Row>(`select place, record::text as record from palimpsest.export_mentions($1, $2, $3)`, [
      after[0] ?? "",
      until,
      limit,
    ]),
  );
}

export async function exportLinks(tx: Tx, { after, until, limit }: Part): Promise<Exported[]> {
  const [from = "", to = "", type = ""] = after;
  const rows = await tx.query<{ from_id: string; to_id: string; type: string; created_at: string }>(
    `select from_id, to_id, type, ${iso("created_at")} as created_at
     from palimpsest.export_links($1, $2, $3, $4, $5)`,
    [from, to, type, until, limit],
  );
  return rows.map(({ from_id, to_id, type: how, created_at }) => ({
    place: [from_id, to_id, how],
    record: { type: "link", from_id, to_id, link: how, created_at },
  }));
}

export const exportEpisodeLinks = (tx: Tx, { after, until, limit }: Part): Promise<Exported[]> =>
  tx.query<ExportedRow>(`select place, record from palimpsest.export_episode_links($1, $2, $3, $4)`, [
    after[0] ?? "",
    after[1] ?? "",
    until,
    limit,
  ]);

export const exportPlans = (tx: Tx, { after, until, limit, bytes }: Part): Promise<Exported[]> =>
  tx.query<ExportedRow>(`select place, record from palimpsest.export_plans($1, $2, $3, $4)`, [
    after[0] ?? "",
    until,
    largeAtOnce(limit),
    bytes,
  ]);

export const exportPlanState = (tx: Tx, { after, limit, bytes }: Part): Promise<Exported[]> =>
  tx.query<ExportedRow>(`select place, record from palimpsest.export_plan_state($1, $2, $3, $4)`, [
    after[0] ?? "",
    after[1] ?? "",
    limit,
    bytes,
  ]);

export const exportTaskContexts = (tx: Tx, { after, until, limit, bytes }: Part): Promise<Exported[]> =>
  tx.query<ExportedRow>(`select place, record from palimpsest.export_task_contexts($1, $2, $3, $4)`, [
    after[0] ?? "",
    until,
    largeAtOnce(limit),
    bytes,
  ]);

/** An admin reads those of all, others their own. */
export const exportSessions = (tx: Tx, { after, until, limit, bytes }: Part): Promise<Exported[]> =>
  tx.query<ExportedRow>(`select place, record from palimpsest.export_sessions($1, $2, $3, $4, $5)`, [
    after[0] ?? "",
    after[1] ?? "",
    until,
    largeAtOnce(limit),
    bytes,
  ]);

type ExportedRow = Exported & { [column: string]: unknown };
