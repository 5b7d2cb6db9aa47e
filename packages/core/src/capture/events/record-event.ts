import { PalimpsestError } from "@palimpsest/contract";
import { allInOrder } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import { withStaged } from "../../documents/index.js";
import type { OperationContext } from "../../services.js";
import { type EventInput, type PreparedEvent, prepareEvents } from "./prepare-events.js";
import { refusedEvents, writeEvents } from "./write-events.js";

/** Appends the event, and in the same transaction the memory made from it. */
export async function recordEvent(context: OperationContext, input: EventInput) {
  const [event] = await prepareEvents(context, [input]);
  if (event instanceof PalimpsestError) throw event;
  const { long, taskId } = event!;
  const write = () =>
    context.write(async (tx) => {
      const refusing = refuse(tx, context, event!);
      // Whether a task is there must be known first. Else all is sent together, and rolled back if it is refused.
      if (taskId !== undefined || long) await refusing;
      const [, [recorded]] = await allInOrder(refusing, writeEvents(tx, context, [event!]));
      return recorded!;
    });
  return long ? withStaged(context, [long], write) : write();
}

async function refuse(tx: Tx, context: OperationContext, event: PreparedEvent): Promise<void> {
  const [refused] = (await refusedEvents(tx, context, [event])).values();
  if (refused) throw refused;
}
