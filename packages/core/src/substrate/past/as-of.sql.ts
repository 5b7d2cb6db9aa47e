/** A moment in the past, and how much of it is shown. */
export interface AsOf {
  /** ISO 8601. */
  at: string;
  /** What was committed for the reader that is looked back at; absent: all that has a time by then. */
  snapshot?: string;
  /** Show also what has been retracted, quarantined, blocked or reworded since, or has expired. */
  seeWithheld?: boolean;
  /** The moment of which "since" is said, if it is not now. */
  seenAt?: string;
}

/** What of a read of the past decides whether a memory is withheld from it. */
export interface LookBack {
  asOf: AsOf;
  channel?: string;
  includeQuarantined?: boolean;
}

/** Adds a value to those of a statement and gives the parameter that stands for it. */
export type Value = (value: unknown) => string;

/** The memory `m` was there at the moment, for the reader that is looked back at. */
export const wasRecorded = ({ at, snapshot }: AsOf, value: Value): string =>
  snapshot === undefined
    ? `m.recorded_at <= ${value(at)}::timestamptz`
    : `palimpsest.was_committed(m.transaction_id, m.recorded_at, ${value(snapshot)}::pg_snapshot, ${value(at)}::timestamptz)`;

/** The state of the memory `m` at the moment, where `m` is its present row. */
export const statusThen = ({ at, snapshot }: AsOf, value: Value): string =>
  `coalesce((select s.status from palimpsest.memory_state s
     where s.tenant_id = m.tenant_id and s.memory_id = m.id and palimpsest.was_committed(
       s.transaction_id, s.at, ${value(snapshot ?? null)}::pg_snapshot, ${value(at)}::timestamptz)
     order by s.seq desc limit 1), m.status)`;

/** The moment of which "since" is said: what has happened by then withholds a memory. */
const until = ({ seenAt }: AsOf, value: Value): string =>
  seenAt === undefined ? "clock_timestamp()" : `${value(seenAt)}::timestamptz`;

export const hasNotExpiredSince = (asOf: AsOf, value: Value): string =>
  `(m.expires_at is null or m.expires_at > ${until(asOf, value)})`;

/** Why the row `m` of `pastRows` is withheld from ordinary readers by what has happened since; null if it is not. */
export function withheldReason({ asOf, channel, includeQuarantined }: LookBack, value: Value): string {
  const blocked =
    channel === undefined
      ? "m.now_blocked_channels <> '{}'"
      : `${value(channel)} = any (m.now_blocked_channels)`;
  return `case when m.now_retracted then 'retracted'
    when m.expires_at <= ${until(asOf, value)} then 'expired'
    ${includeQuarantined ? "" : "when m.now_quarantined then 'quarantined'"}
    when ${blocked} then 'blocked'
    when m.reworded then 'amended' end`;
}

/**
 * Rows of `palimpsest.memory` as they stood at a moment: what edits change is taken from the fold up to then. `where`
 * must pick few rows by what no edit changes, since each is folded anew.
 */
export function pastRows(where: string, asOf: AsOf, value: Value): string {
  const picked = `${wasRecorded(asOf, value)} and ${where}`;
  const ids = `array(select m.id from palimpsest.memory m where ${picked})`;
  const snapshot = `${value(asOf.snapshot ?? null)}::pg_snapshot`;
  const stateAt = (at: string, see: boolean) =>
    `palimpsest.states(${ids}, ${value(at)}::timestamptz, null, null, ${snapshot}, ${see})`;
  const { seenAt } = asOf;
  // Who looks back at a look back sees through its withholding, to say again what it withheld.
  const since =
    seenAt === undefined
      ? { from: "", row: "m", reworded: "s.reworded" }
      : {
          from: `join ${stateAt(seenAt, true)} n on n.id = m.id`,
          row: "n",
          reworded: `((s.text, s.attributes) is distinct from (n.text, n.attributes)
            and palimpsest.is_reworded(m.kind, s.text, s.attributes, n.text, n.attributes) is not false)`,
        };
  return `(
    select m.tenant_id, m.id, m.kind, m.origin, m.writer, m.speaker, m.visibility, m.reading_position, m.scope, m.subject_type, m.subject_id, m.project_id,
      m.session_id, m.channel, m.owner_id, m.boundary_class, m.tags, m.token_count, m.word_count, m.cues, m.occurred_at,
      m.recorded_at, m.transaction_id, m.expires_at, coalesce(s.text, '') as text, coalesce(s.attributes, '{}') as attributes,
      s.importance, s.retracted, s.quarantined, s.amended, s.edited_by, s.blocked_channels, s.edit_count, s.status,
      ${since.reworded} as reworded, ${since.row}.retracted as now_retracted, ${since.row}.quarantined as now_quarantined,
      ${since.row}.blocked_channels as now_blocked_channels
    from (select * from palimpsest.memory m where ${picked}) m
    join ${stateAt(asOf.at, asOf.seeWithheld === true || seenAt !== undefined)} s on s.id = m.id ${since.from})`;
}
