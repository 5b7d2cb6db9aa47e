import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import type { OperationContext } from "../../../services.js";
import type { Planned } from "../plan.js";
import { planCascade } from "./cascade.js";
import { planEvents } from "./events.js";
import { planParts } from "./parts.js";
import { planSameEvents } from "./same-events.js";
import { planLateTwins, planTwins } from "./twins.js";
import { planUndo } from "./undo.js";

/** What the policy says of an edit of another memory that an edit brings along. */
type DecideEdit = (edit: Planned) => "apply" | "wait" | "deny";

/** The edits of other memories that an edit brings along. */
export interface Consequences {
  twins: Planned[];
  cascade: Planned[];
  /** Twins and undone edits that the policy lets wait: they are proposed with it. */
  waiting: Planned[];
  /** The edits that a restore undoes: what they had proposed and still waits is withdrawn. */
  undoneIds: string[];
}

/**
 * Plans what an edit does to other memories. Twins and what a restore undoes come along by default, so those that must
 * wait are proposed and those that are denied are left. A cascade that was asked for is applied as a whole or refused.
 */
export async function planConsequences(
  context: OperationContext,
  cause: Planned,
  decide: DecideEdit,
): Promise<Consequences> {
  const found = await planTwins(context, cause);
  const twins = found.filter((twin) => decide(twin) === "apply");
  const derived = once(
    [
      ...(await planParts(context, cause)),
      ...(await planEvents(context, [cause, ...twins])),
      ...(await planCascade(context, cause, twins)),
    ],
    [cause, ...twins],
  );
  if (derived.some((edit) => decide(edit) !== "apply")) throw beyondReach();
  // What is blocked in one revision is not read in its channel in others either, while other edits take the words away.
  const blocked = derived.filter(({ op }) => op === "block");
  const alike = await planSameEvents(context, [cause, ...twins, ...blocked]);
  const same = once(alike, [cause, ...twins, ...derived]);
  const most = context.policy.limits.cascade_memories;
  if (twins.length + derived.length + same.length > most) throw tooMany(most);
  const undo = await planUndo(context, cause);
  return {
    twins,
    cascade: [...derived, ...[...same, ...undo.edits].filter((edit) => decide(edit) === "apply")],
    waiting: [
      ...[...found, ...same, ...undo.edits].filter((edit) => decide(edit) === "wait"),
      ...undo.unreadable.filter((edit) => decide(edit) !== "deny"),
    ],
    undoneIds: undo.undoneIds,
  };
}

/** The same with the twins that were written since. Called in the transaction that applies the edit, before it does. */
export async function withLateTwins(
  tx: Tx,
  context: OperationContext,
  cause: Planned,
  found: Consequences,
  decide: DecideEdit,
): Promise<Consequences & { late: Planned[] }> {
  const written = await planLateTwins(tx, context, cause, [...found.twins, ...found.waiting]);
  const late = written.filter((twin) => decide(twin) === "apply");
  const waiting = written.filter((twin) => decide(twin) === "wait");
  return { ...found, twins: [...found.twins, ...late], waiting: [...found.waiting, ...waiting], late };
}

/** Each memory is edited once: the first of its edits counts, and none of those that are edited anyway. */
function once(edits: readonly Planned[], anyway: readonly Planned[]): Planned[] {
  const seen = new Set(anyway.map(({ target }) => target.id));
  return edits.filter(({ target }) => !seen.has(target.id) && seen.add(target.id));
}

/** Memories derived from an agent's own one may belong to others, so a cascade to them needs approval. */
const beyondReach = () =>
  new PalimpsestError(
    "FORBIDDEN",
    "Others see what was made from this memory. Edit it with cascade none, then propose edits of those.",
  );

const tooMany = (most: number) =>
  new PalimpsestError(
    "CONFLICT",
    `More than ${most} memories have these words or were made from such. Edit this one with twins leave and cascade none, then the others with bulk edits.`,
  );

/** The ids of the memories that were touched, without those that the caller may not read. */
export const shownIds = ({ twins, cascade, waiting }: Consequences): string[] =>
  [...twins, ...cascade, ...waiting].filter(({ target }) => !target.unread).map(({ target }) => target.id);

/** What the answer says of them. */
export const reached = ({ twins, cascade, waiting }: Consequences) => ({
  cascaded: cascade.length,
  twins: twins.length,
  waiting: waiting.length,
});
