import { type Attributes, kindOf } from "@palimpsest/contract";
import {
  brokenInvariant,
  type Found,
  forbiddenBy,
  foundIn,
  layerOf,
  type Policy,
} from "../../../policy/index.js";
import type { Principal } from "../../../principal.js";
import { countTokens } from "../../../text/index.js";
import { isName } from "../../is-name.js";

/** What a memory says, with its secrets masked. */
interface Words {
  kind: string;
  text: string;
  attributes: Attributes;
  tags?: readonly string[];
}

/** What is found in what a memory says. */
export function foundInWords(
  policy: Pick<Policy, "redact_policies">,
  { kind, text, attributes, tags = [] }: Words,
): Found {
  const said = Object.entries(attributes).filter(([name]) => !isName(name));
  // A composed text holds nothing but attributes.
  const whole = kindOf(kind).text ? "" : text;
  return foundIn(policy, [whole, ...tags, Object.fromEntries(said)]);
}

interface Written {
  kind: string;
  scope: string | null | undefined;
  boundaryClass: string;
  detected: readonly string[];
  text: string;
}

/** Refuses what breaks an invariant of the policy. What cannot be judged is refused, too. */
export function assertKeepsRules(
  policy: Pick<Policy, "invariants">,
  who: Pick<Principal, "type" | "id">,
  { kind, scope, boundaryClass, detected, text }: Written,
): void {
  if (policy.invariants.length === 0) return;
  const name = brokenInvariant(policy, "write", layerOf(scope), {
    ...{ operation: "write", kind, boundary_class: boundaryClass, detected, tokens: countTokens(text) },
    ...{ actor_type: who.type, actor_id: who.id },
  });
  if (name !== undefined) throw forbiddenBy(name);
}
