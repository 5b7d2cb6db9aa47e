import { assertMayWriteState, layerOf, mayWriteState, raisedClass } from "../../../policy/index.js";
import type { OperationContext } from "../../../services.js";
import { assertKeepsRules, foundInWords } from "../../../substrate/index.js";
import { changesWords } from "../../edit.js";
import type { Target } from "../../read/target.js";
import { stateAfter } from "../../state-after.js";
import type { Planned } from "../plan.js";
import { newWords } from "./new-words.js";

type Context = Pick<OperationContext, "policy" | "who">;

/**
 * Refuses a reason or a note that the invariants of the policy forbid to be written, for what it says: an invariant that
 * forbids words about such a memory whatever they are does not count, or the memory could not be retracted.
 */
export function assertMaySay(
  { policy, who }: Context,
  words: string | undefined,
  about?: Pick<Target, "kind" | "scope">,
): void {
  if (words === undefined) return;
  const said = (value: string) => ({ kind: about?.kind ?? "edit", layer: layerOf(about?.scope), value });
  const invariants = policy.invariants.filter((one) =>
    mayWriteState({ ...policy, invariants: [one] }, who, said("")),
  );
  assertMayWriteState({ ...policy, invariants }, who, said(words));
}

/** Refuses an amendment that waits, as it would be refused if it applied at once. */
export function assertMayAmend({ policy, who }: Context, { op, target, patch }: Planned): void {
  if (op !== "amend" || !changesWords(patch)) return;
  const worded = stateAfter(target, patch);
  const found = foundInWords(policy, newWords({ target }, worded));
  const { kind, scope } = target;
  assertKeepsRules(policy, who, {
    ...{ kind, scope, text: worded.text, detected: found.names },
    boundaryClass: raisedClass(target.boundary_class, found.class),
  });
}
