import { atOnce, type Sliced } from "../../async/index.js";
import { type Detector, type Finding, markOf, redact, sensitiveIn } from "../../text/index.js";
import { type BoundaryClass, raisedClass, strictestFirst } from "../boundary-class.js";
import type { Policy } from "../policy.js";
import { type Detected, foundByRules } from "./rules.js";

/** The class of what a detector finds. */
const CLASS_OF: Record<Detector, BoundaryClass> = {
  secret: "secret",
  iban: "pii",
  card: "pii",
  national_id: "pii",
  email: "pii",
  phone: "pii",
  ip: "internal",
};

export interface Inspection {
  /** The class of the strictest thing found, or `public`. */
  class: BoundaryClass;
  detected: Detected[];
}

/** Looks through a text with all detectors, or those of `find`, and with the rules of the policy. */
export function* inspect(
  policy: Pick<Policy, "redact_policies">,
  text: string,
  find: (text: string) => Sliced<Finding[]> = sensitiveIn,
): Sliced<Inspection> {
  const found = yield* find(text);
  const detected: Detected[] = found.map(({ start, end, detector }) => ({
    ...{ start, end, name: detector, class: CLASS_OF[detector], mark: markOf(detector) },
  }));
  for (const one of yield* foundByRules(policy, text)) detected.push(one);
  return { class: detected.map((one) => one.class).reduce(raisedClass, "public"), detected };
}

/** Each class of what was found once, the strictest first. */
export const classesOf = (detected: readonly Detected[]): BoundaryClass[] =>
  strictestFirst.filter((name) => detected.some((one) => one.class === name));

/** What these classes mask. */
export const masksOf = (
  policy: Pick<Policy, "boundary_classes">,
  classes: readonly BoundaryClass[],
): Set<string> => new Set(classes.flatMap((name) => policy.boundary_classes[name].redact));

/** A text of a class, with what this class and those of what is found in it mask. */
export function maskOf(
  policy: Pick<Policy, "boundary_classes" | "redact_policies">,
  text: string,
  boundaryClass: BoundaryClass,
): string {
  const within = strictestFirst.slice(strictestFirst.indexOf(boundaryClass));
  if (masksOf(policy, within).size === 0) return text;
  const { detected } = atOnce(inspect(policy, text));
  const masks = masksOf(policy, [boundaryClass, ...classesOf(detected)]);
  return redact(
    text,
    detected.filter(({ name }) => masks.has(name)),
  );
}
