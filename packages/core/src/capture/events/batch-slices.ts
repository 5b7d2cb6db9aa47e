import { slicesOfText } from "../../documents/index.js";
import type { EventInput } from "./prepare-events.js";

/** So many events share a transaction: a larger one would keep all others from an embedded engine for too long. */
export const perTransaction = 200;
/** The first and the last have fewer: nothing is written while those are prepared, or prepared while these are written. */
const atEnds = 50;

/** An event with a long text is written by itself, so that its passages stand between those before and after it. */
export function slicesOf<I extends { event: EventInput | undefined }>(items: I[]): I[][] {
  const slices = slicesOfText(items, {
    most: (slice) => (slice === 0 ? atEnds : perTransaction),
    charsOf: ({ event }) => event?.content.text?.length ?? 0,
  });
  const last = slices.at(-1);
  if (slices.length > 1 && last!.length > atEnds) slices.push(last!.splice(-atEnds));
  return slices;
}
