import { limits } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import { digestsOf, lockOutWriters } from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import { shownTwins, withSameWords } from "../../read/twins.js";
import type { Planned } from "../plan.js";

export const takesTwins = ({ op, twins }: Pick<Planned, "op" | "twins">): boolean =>
  op === "retract" && twins === "take";

/** The retractions that go with one. */
export async function planTwins(context: OperationContext, cause: Planned): Promise<Planned[]> {
  if (!takesTwins(cause)) return [];
  const { target } = cause;
  const found = cause.sameWords ?? (await context.read((tx) => withSameWords(tx, context, target)));
  return shownTwins(context, target, found).map((twin) => ({
    editId: newId("edt"),
    target: twin,
    op: "retract",
    patch: {},
    reason: cutText(`The same words as ${target.id}: ${cause.reason}`, limits.reasonChars),
    cascade: "none",
    causedBy: cause.editId,
  }));
}

/**
 * The same of memories that were written with these words while it was planned: nothing refused them yet, so they would
 * stay for good. Writes that are under way are waited for, before any memory is locked. `planned` are the twins that the
 * plan knows.
 */
export async function planLateTwins(
  tx: Tx,
  context: OperationContext,
  cause: Planned,
  planned: readonly Planned[],
): Promise<Planned[]> {
  if (!takesTwins(cause)) return [];
  await lockOutWriters(tx, digestsOf(context.digestKey, cause.target.text));
  const known = new Set(planned.map(({ target }) => target.id));
  const sameWords = await withSameWords(tx, context, cause.target);
  const late = sameWords.filter(({ id }) => !known.has(id));
  return late.length === 0 ? [] : planTwins(context, { ...cause, sameWords: late });
}
