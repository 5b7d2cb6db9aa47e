import type { Sliced } from "../../async/index.js";
import { countMarks, redact } from "../../text/index.js";
import type { BoundaryClass } from "../boundary-class.js";
import type { Policy } from "../policy.js";
import { classesOf, inspect, masksOf } from "./inspect.js";
import { isOpenTo, type Tags } from "./tags.js";

/** What a policy says of a text that is about to be sent somewhere. */
export interface Judgement {
  class: BoundaryClass;
  /** `review`: a person may allow it. */
  decision: "allowed" | "redacted" | "review" | "denied";
  /** The strictest class that decides so, if it is not allowed. */
  stoppedBy?: BoundaryClass;
  /** The text as it may be seen if it is allowed; absent if nothing in it is masked. */
  redacted?: string;
  /** The text with all that was found masked, for what is not allowed; absent if nothing was found. */
  masked?: string;
  /** How many passages are masked in each of these two. */
  marks: { redacted: number; masked: number };
  /** What was found, each name once, as in `email`. */
  found: string[];
}

type Rules = Pick<Policy, "boundary_classes" | "redact_policies">;

/** Every class found in a text must be open to one of the tags, and each of them masks what it lists: deny beats review. */
export function* judge(policy: Rules, text: string, tags: Tags): Sliced<Judgement> {
  const { class: strictest, detected } = yield* inspect(policy, text);
  const classes = detected.length === 0 ? [strictest] : classesOf(detected);
  const masks = masksOf(policy, classes);
  const seen = detected.filter(({ name }) => masks.has(name));
  const judged = {
    class: strictest,
    found: [...new Set(detected.map(({ name }) => name))],
    marks: { redacted: countMarks(seen), masked: countMarks(detected) },
    ...(detected.length > 0 && { masked: redact(text, detected) }),
    ...(seen.length > 0 && { redacted: redact(text, seen) }),
  };
  const closed = classes.filter((name) => !isOpenTo(policy.boundary_classes[name].allow, tags));
  const [stoppedBy] = closed;
  if (stoppedBy === undefined) return { ...judged, decision: seen.length > 0 ? "redacted" : "allowed" };
  const denying = closed.find((name) => policy.boundary_classes[name].escalation === "deny");
  return denying === undefined
    ? { ...judged, decision: "review", stoppedBy }
    : { ...judged, decision: "denied", stoppedBy: denying };
}
