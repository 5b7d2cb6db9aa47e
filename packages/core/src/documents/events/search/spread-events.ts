import { capWriters, ofEach, tellHeld } from "../../../retrieval/index.js";
import {
  type AfterEvent,
  type EventPage,
  limitedWriters,
  type SaidEvent,
  type TrustView,
} from "../../../substrate/index.js";

/** Where a page goes on: behind the last event, and elsewhere for those of whom events were kept back. */
export type Place = Pick<EventPage, "after"> & { held: [authors: string, after: AfterEvent | null][] };

type Read = (page: EventPage) => Promise<{ events: SaidEvent[]; total: number }>;

export interface Spread {
  events: SaidEvent[];
  total: number;
  /** Undefined on the last page. */
  next: Place | undefined;
  left_out?: string;
}

const afterOf = ({ event_time, recorded_at, id }: SaidEvent): AfterEvent => [event_time, recorded_at, id];

/**
 * A page of events in their order, of which no limited writer has more than `items` of each ten. What is over the limit
 * gives way to the next events and begins the next ten, so that the pages together hold all.
 */
export async function spreadEvents(
  read: Read,
  start: Place,
  { limit, items, view }: { limit: number; items: number; view: TrustView },
): Promise<Spread> {
  const first = await read({ ...start, rows: limit + 1 });
  const { total } = first;
  const limited = (event: SaidEvent) => limitedWriters(event, view);
  const ranked = first.events.map((event) => ({ event, limited: limited(event) }));
  const { leftOut } = capWriters(ranked, limit, items);
  if (leftOut.size === 0) {
    const events = first.events.slice(0, limit);
    const last = events.at(-1);
    const more = first.events.length > limit && last !== undefined;
    return { events, total, next: more ? behind(start, events, new Set()) : undefined };
  }
  const events: SaidEvent[] = [];
  let place = start;
  for (;;) {
    const size = Math.min(ofEach, limit - events.length);
    const { shown, stopped, more } = await nextTen(read, place, { size, items, limited });
    events.push(...shown);
    place = behind(place, shown, stopped);
    const goesOn = (more || stopped.size > 0) && shown.length > 0;
    if (goesOn && shown.length === size && events.length < limit) continue;
    const writers = new Set([...stopped].flatMap((authors) => authors.split("\n")));
    const told = tellHeld(
      limitedWriters({ writer: "", edited_by: [...writers] }, view).filter(Boolean),
      items,
    );
    return { events, total, next: goesOn ? place : undefined, ...(told !== undefined && { left_out: told }) };
  }
}

interface Ten {
  shown: SaidEvent[];
  /** Authors of whom no more was shown. */
  stopped: Set<string>;
  /** There are further events of others. */
  more: boolean;
}

async function nextTen(
  read: Read,
  place: Place,
  { size, items, limited }: { size: number; items: number; limited: (event: SaidEvent) => string[] },
): Promise<Ten> {
  const shown: SaidEvent[] = [];
  const stopped = new Set<string>();
  const counts = new Map<string, number>();
  for (;;) {
    const from = behind(place, shown, new Set());
    const { events } = await read({ ...from, without: [...stopped], rows: size + 1, counted: false });
    for (const event of events) {
      if (shown.length === size) return { shown, stopped, more: true };
      if (stopped.has(event.authors)) continue;
      const writers = limited(event);
      if (writers.some((writer) => (counts.get(writer) ?? 0) >= items)) {
        stopped.add(event.authors);
        continue;
      }
      shown.push(event);
      for (const writer of writers) counts.set(writer, (counts.get(writer) ?? 0) + 1);
    }
    if (events.length <= size) return { shown, stopped, more: false };
  }
}

/** The place behind these events. Authors of whom some were kept back go on behind the last one of theirs. */
function behind(place: Place, shown: SaidEvent[], stopped: ReadonlySet<string>): Place {
  const held = new Map(place.held);
  // Events come in their order, but for those of authors who were kept back before.
  const last = shown.findLast(({ authors }) => !held.has(authors));
  for (const authors of stopped) if (!held.has(authors)) held.set(authors, place.after ?? null);
  for (const event of shown) if (held.has(event.authors)) held.set(event.authors, afterOf(event));
  return { after: last === undefined ? place.after : afterOf(last), held: [...held] };
}
