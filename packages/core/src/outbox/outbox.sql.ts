import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../db/index.js";
import type { JudgedMemory } from "../policy/index.js";

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

/** An event, and what decides whether its memory may be read. */
export type FoundEvent = Event &
  Omit<JudgedMemory, "kind"> & {
    [column: string]: unknown;
    channel: string;
    /** An edit has hidden the memory. */
    hidden: boolean;
  };

/** Events after this one, or from the first on, of memories that the caller may see. */
export function eventsAfter(
  tx: Tx,
  after: string | undefined,
  type: string | undefined,
  rows: number,
): Promise<FoundEvent[]> {
  return tx.prepared<FoundEvent>(
    `select event_id, type, ${iso("at")} as at, agent_id, memory_id, kind, data,
       scope, channel, boundary_class, token_count, recorded_at, hidden
     from palimpsest.events_after($1, $2, $3)`,
    [after ?? null, type ?? null, rows],
  );
}

/** The last event of the caller's tenant, whoever may see it; undefined before the first. */
export async function lastEvent(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.prepared<{ last: string | null }>(`select palimpsest.last_event() as last`, []);
  return row?.last ?? undefined;
}
