import type { Tx } from "../../../db/index.js";
import { renewalReason } from "../renew-events.js";

/** What tells an event that was found in a revision. */
export interface FoundEvent {
  category: string;
  narrative: string;
  quotes: string[];
}

/** By place in the list: ids of the same event in other revisions of the document. */
export async function sameAsFound(
  tx: Tx,
  artifactId: string,
  found: readonly FoundEvent[],
): Promise<Map<number, string[]>> {
  const rows = await tx.query<{ n: number; same: string }>(
    `select n - 1 as n, same from palimpsest.same_as_found($1, $2::jsonb)`,
    [artifactId, JSON.stringify(found)],
  );
  return grouped(rows.map(({ n, same }) => [n, same]));
}

/** By id: ids of the same event in other revisions of its document. */
export async function sameEvents(tx: Tx, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; same: string }>(
    `select id, same from palimpsest.same_events($1)`,
    [ids],
  );
  return grouped(rows.map(({ id, same }) => [id, same]));
}

function grouped<K>(pairs: readonly (readonly [K, string])[]): Map<K, string[]> {
  const groups = new Map<K, string[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

/** An edit in force that people made of an event. */
export interface EventEdit {
  [column: string]: unknown;
  memory_id: string;
  edit_id: string;
  op: "retract" | "amend" | "quarantine" | "attenuate" | "block";
  /** The edit that it is a copy of, or came along with; its own id if it is the first. */
  root: string;
  proposer_type: string;
  proposer_id: string;
  by_reviewer: boolean | null;
}

/** The edits in force that people made of these events, in the order in which they were applied. */
export const eventEdits = (tx: Tx, ids: readonly string[]): Promise<EventEdit[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.query<EventEdit>(`select * from palimpsest.event_edits($1, $2)`, [ids, renewalReason]);

/** Copies edits of events into the same events of the caller's document; those that came there already are left out. */
export async function copyEdits(
  tx: Tx,
  copies: readonly { edit_id: string; of: string; memory_id: string }[],
): Promise<void> {
  if (copies.length > 0) await tx.query(`select palimpsest.carry_edits($1::jsonb)`, [JSON.stringify(copies)]);
}
