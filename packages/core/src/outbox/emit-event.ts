import { callerOnlyData, type EventData, type EventType } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import { newId } from "../identity/index.js";
import { cutText, maskSecrets } from "../text/index.js";
import { insertEvents } from "./outbox.sql.js";

/** An event that is to be told, of a memory of the caller's tenant. */
export interface DomainEvent<T extends EventType = EventType> {
  type: T;
  memoryId: string;
  /** The memory's kind. */
  kind: string;
  data: EventData<T>;
}

/** The most of a text of the caller's that an event repeats to it. */
const ownTextChars = 200;

/** Tells of a change, in the change's own transaction: if that is rolled back, nothing was told. */
export const emitEvent = <T extends EventType>(tx: Tx, event: DomainEvent<T>): Promise<void> =>
  emitEvents(tx, [event]);

/** The same for several changes, in this order. */
export async function emitEvents(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  insertEvents(
    tx,
    events.map(({ type, memoryId, kind, data }) => {
      const entries = Object.entries(data);
      const isOwn = ([field]: [string, unknown]) => callerOnlyData[type]?.includes(field) ?? false;
      const own = entries.filter(isOwn).map(([field, value]) => [field, shortened(value)]);
      return {
        event_id: newId("oev"),
        type,
        memory_id: memoryId,
        kind,
        data: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
        own: own.length > 0 ? Object.fromEntries(own) : null,
      };
    }),
  );
}

const shortened = (value: unknown): unknown =>
  typeof value === "string" ? cutText(maskSecrets(value).text, ownTextChars) : value;
