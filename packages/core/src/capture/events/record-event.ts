import { PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { type EventInput, prepareEvents } from "./prepare-events.js";
import { refusedEvents, writeEvents } from "./write-events.js";

/** Appends the event, and in the same transaction the memory made from it. */
export async function recordEvent(context: OperationContext, input: EventInput) {
  const [event] = await prepareEvents(context, [input]);
  if (event instanceof PalimpsestError) throw event;
  return context.write(async (tx) => {
    const [refused] = (await refusedEvents(tx, context, [event!])).values();
    if (refused) throw refused;
    const [recorded] = await writeEvents(tx, context, [event!]);
    return recorded!;
  });
}
