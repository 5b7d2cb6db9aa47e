import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { findTwins } from "../../substrate/index.js";
import { mayShow, type Reader } from "./shown-text.js";
import type { Target } from "./target.js";

/**
 * The memories with the same words as one, as far as the caller may be shown their text: otherwise their number would
 * tell whether a guess at a hidden text is right.
 */
export const shownTwins = async (tx: Tx, context: Reader, target: Target): Promise<Target[]> =>
  mayShow(context, target)
    ? (await allTwins(tx, context, target)).filter((twin) => mayShow(context, twin))
    : [];

async function allTwins(tx: Tx, { who, policy }: Reader, target: Target): Promise<Target[]> {
  const max = policy.limits.cascade_memories;
  const found = await findTwins(tx, who, target.id, max + 1);
  if (found.length <= max) return found;
  throw new PalimpsestError(
    "CONFLICT",
    `More than ${max} memories have these words. Retract this one with twins leave, then the others with bulk edits.`,
  );
}
