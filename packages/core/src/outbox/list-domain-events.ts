import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { type Page, pageOf } from "../paging/page.js";
import { channelMask, clearanceOf, mayRead, strictestFirst } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { eventsAfter, type FoundEvent, lastEvent } from "./outbox.sql.js";

type Input = InputOf<PalimpsestContract["listDomainEvents"]>;
type Output = OutputOf<PalimpsestContract["listDomainEvents"]>;
type Told = Output["events"][number];
type Reader = Pick<OperationContext, "who" | "digestKey">;

/** A cursor is a place in the order of all events, so it fits whichever type is asked for. */
const outboxPage = (reader: Reader, { cursor, limit }: Pick<Input, "cursor" | "limit">): Page =>
  pageOf(reader, "listDomainEvents", { cursor, limit });

/** Before the first event of all. */
const beginning = "";

/** A page of events. The last event of all is read first: what is committed after that belongs to the next page. */
export async function listDomainEvents(context: OperationContext, input: Input): Promise<Output> {
  const { type, start, cursor } = input;
  const page = outboxPage(context, input);
  const { last, found } = await context.read(async (tx) => {
    const end = (await lastEvent(tx)) ?? beginning;
    if (cursor === undefined && start === "latest") return { last: end, found: [] };
    const [after = beginning] = (page.after ?? []) as string[];
    return { last: end, found: await eventsAfter(tx, after, type, page.rows) };
  });
  const { shown: read, next } = page.cut(found, ({ event_id }) => [event_id]);
  const shown = read.filter(mayBeTold(context)).map(toldTo(context));
  context.touched(shown.map(({ memory_id }) => memory_id));
  const { next_cursor = page.cursorAt([last]) } = next;
  return { events: shown, next_cursor, has_more: next.next_cursor !== undefined };
}

/** Whoever may not read a memory is not told of it. Events name no channel, so they count as read in a private one. */
function mayBeTold({ who, policy }: OperationContext): (event: FoundEvent) => boolean {
  const { classes, saidIn } = clearanceOf(policy, "private");
  return (event) =>
    (classes as string[]).includes(event.boundary_class) &&
    (saidIn as string[]).includes(event.channel) &&
    mayRead(policy, who, event);
}

/**
 * That a memory was hidden is told by its id, and no longer what it is about. Software that follows events shows them
 * anywhere, so what its class masks outside a private channel is masked in the category.
 */
function toldTo({ policy }: OperationContext): (event: FoundEvent) => Told {
  const mask = channelMask(policy, undefined, strictestFirst);
  return ({ event_id, type, at, agent_id, memory_id, kind, boundary_class, data, hidden }) => {
    const about = hidden
      ? ["category", "subject"].map((name) => [name, null])
      : mask
        ? [["category", mask(data.category, boundary_class)]]
        : [];
    const changed = Object.fromEntries(about.filter(([name]) => (name as string) in data));
    return { event_id, type, at, agent_id, memory_id, kind, data: { ...data, ...changed } };
  };
}

/** The cursor after each event, for a reader who may lose the connection in the middle of a page. */
export function eventCursors(reader: Reader): (eventId: string) => string {
  const page = outboxPage(reader, { limit: 1 });
  return (eventId) => page.cursorAt([eventId]);
}
