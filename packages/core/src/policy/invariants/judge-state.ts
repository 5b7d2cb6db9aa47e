import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../../principal.js";
import { countTokens, sensitiveIn } from "../../text/index.js";
import { foundIn } from "../boundary/found-in.js";
import { type BoundaryClass, raisedClass } from "../boundary-class.js";
import type { Policy } from "../policy.js";
import { brokenInvariant, type Layer } from "./invariants.js";

type Rules = Pick<Policy, "invariants" | "redact_policies">;
type Actor = Pick<Principal, "type" | "id">;

/** What is kept beside memories: working state, and words about memories. */
export interface State {
  /** What rules call its kind. */
  kind: string;
  layer: Layer;
  /** The class that its writer gives it; what is found in it raises that. */
  boundaryClass?: BoundaryClass;
  /** Words, or JSON that holds them. Secrets in it need not be masked. */
  value: unknown;
}

function brokenBy(policy: Rules, actor: Actor, operation: "read" | "write", state: State) {
  const { kind, layer, boundaryClass, value } = state;
  if (!policy.invariants.some(({ on }) => on.includes(operation))) return undefined;
  const found = foundIn(policy, value, sensitiveIn);
  return brokenInvariant(policy, operation, layer, {
    ...{ operation, kind, boundary_class: raisedClass(boundaryClass, found.class), detected: found.names },
    ...{ actor_type: actor.type, actor_id: actor.id },
    tokens: countTokens(typeof value === "string" ? value : JSON.stringify(value)),
  });
}

export const forbiddenBy = (invariant: string): PalimpsestError =>
  new PalimpsestError(
    "BOUNDARY_DENIED",
    `The policy forbids to write this, by its invariant "${invariant}".`,
  );

/** Whether the invariants on writing let state be written. */
export const mayWriteState = (policy: Rules, actor: Actor, state: State): boolean =>
  brokenBy(policy, actor, "write", state) === undefined;

/** Refuses state that breaks one of them. */
export function assertMayWriteState(policy: Rules, actor: Actor, state: State): void {
  const invariant = brokenBy(policy, actor, "write", state);
  if (invariant !== undefined) throw forbiddenBy(invariant);
}

/** Whether the invariants on reading let state be read. What cannot be judged is not read. */
export const mayReadState = (policy: Rules, actor: Actor, state: State): boolean =>
  brokenBy(policy, actor, "read", state) === undefined;
