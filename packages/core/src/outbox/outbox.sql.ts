import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../db/index.js";

type Event = OutputOf<PalimpsestContract["listDomainEvents"]>["events"][number];

interface NewEvent {
  event_id: string;
  type: string;
  memory_id: string;
  kind: string;
  data: object;
  /** What only the caller is shown. */
  own: object | null;
}

export function insertEvents(tx: Tx, events: readonly NewEvent[]): void {
  tx.send(`select palimpsest.emit_events($1::jsonb)`, [JSON.stringify(events)]);
}

/** Events after this one, or from the first on, that the caller may see. */
export function eventsAfter(
  tx: Tx,
  after: string | undefined,
  type: string | undefined,
  rows: number,
): Promise<Event[]> {
  return tx.prepared<Event & { [column: string]: unknown }>(
    `select event_id, type, ${iso("at")} as at, agent_id, memory_id, kind, data
     from palimpsest.events_after($1, $2, $3)`,
    [after ?? null, type ?? null, rows],
  );
}

/** The last event of the caller's tenant, whoever may see it; undefined before the first. */
export async function lastEvent(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.prepared<{ last: string | null }>(`select palimpsest.last_event() as last`, []);
  return row?.last ?? undefined;
}
