import { setImmediate as nextTurn } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop that nobody else who waits here gets. Work that holds the event loop for some
 * milliseconds begins with it: of several at once, other requests are served between each two.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
