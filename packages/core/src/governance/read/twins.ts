import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { digestsOf, findTwins } from "../../substrate/index.js";
import { mayShow, type Reader } from "./shown-text.js";
import type { Target } from "./target.js";

type Finder = Pick<OperationContext, "who" | "policy" | "digestKey">;

/** The memories with the same words as one, one more than may be edited at once if there are that many. */
export const withSameWords = (
  tx: Tx,
  { who, policy, digestKey }: Finder,
  { id, text }: Target,
): Promise<Target[]> =>
  findTwins(tx, who, id, digestsOf(digestKey, text), policy.limits.cascade_memories + 1);

/**
 * Of those, the ones that the caller may be shown the text of: otherwise their number would tell whether a guess at a
 * hidden text is right.
 */
export function shownTwins(reader: Reader, target: Target, found: Target[]): Target[] {
  if (!mayShow(reader, target)) return [];
  const max = reader.policy.limits.cascade_memories;
  if (found.length <= max) return found.filter((twin) => mayShow(reader, twin));
  throw new PalimpsestError(
    "CONFLICT",
    `More than ${max} memories have these words. Retract this one with twins leave, then the others with bulk edits.`,
  );
}
