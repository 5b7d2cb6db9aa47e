import { limits } from "@palimpsest/contract";
import type { EventInput } from "./prepare-events.js";

/** So many events share a transaction: a larger one would keep all others from an embedded engine for too long. */
export const perTransaction = 200;
/** The first and the last have fewer: nothing is written while those are prepared, or prepared while these are written. */
const atEnds = 50;

/** An event with a long text is written by itself, so that its passages stand between those before and after it. */
export function slicesOf<I extends { event: EventInput | undefined }>(items: I[]): I[][] {
  const isLong = ({ event }: I) => (event?.content.text?.length ?? 0) > limits.textChars;
  const slices: I[][] = [];
  for (const item of items) {
    const last = slices.at(-1);
    const most = slices.length === 1 ? atEnds : perTransaction;
    if (last && last.length < most && !isLong(item) && !isLong(last[0]!)) last.push(item);
    else slices.push([item]);
  }
  const last = slices.at(-1);
  if (slices.length > 1 && last!.length > atEnds) slices.push(last!.splice(-atEnds));
  return slices;
}
