import { atOnce, inSlices, type Sliced } from "../../async/index.js";
import { type Finding, personalIn, RecentTexts, windowsOf } from "../../text/index.js";
import { type BoundaryClass, raisedClass } from "../boundary-class.js";
import type { Policy } from "../policy.js";
import { inspect } from "./inspect.js";
import type { Detected } from "./rules.js";

type Rules = Pick<Policy, "redact_policies">;

/** Texts in which no detector finds personal data: what an event says is looked at again as a memory. */
const plain = new RecentTexts<true>({ size: 1_024, longest: 1_024 });

function* unknownIn(text: string): Sliced<Finding[]> {
  if (plain.get(text)) return [];
  const found = yield* personalIn(text);
  if (found.length === 0) plain.set(text, true);
  return found;
}

/** What is found in something that is written. */
export interface Found {
  /** That of the strictest thing, or `public`. */
  class: BoundaryClass;
  /** The detectors and rules that found something. */
  names: string[];
}

/**
 * What is found in the strings of a JSON value whose secrets are masked, or with other detectors. The key of a value counts
 * as a word before it, for it may say what a number is.
 */
export function foundIn(
  policy: Rules,
  value: unknown,
  find: (text: string) => Sliced<Finding[]> = unknownIn,
): Found {
  const found: Detected[] = [];
  const look = (inner: unknown, key: string): void => {
    if (typeof inner === "string" || (typeof inner === "number" && Number.isInteger(inner))) {
      const text = key === "" ? `${inner}` : `${key}: ${inner}`;
      found.push(...atOnce(inspect(policy, text, find)).detected);
    } else if (Array.isArray(inner)) {
      for (const item of inner) look(item, key);
    } else if (inner !== null && typeof inner === "object") {
      for (const [name, item] of Object.entries(inner)) {
        look(item, name);
        if (typeof item !== "string" && !Number.isInteger(item)) look(name, "");
      }
    }
  };
  look(value, "");
  return foundOf(found);
}

/** The same for a text of any length. */
export async function foundInLong(policy: Rules, text: string): Promise<Found> {
  const found: Detected[] = [];
  for await (const { seen } of windowsOf(text)) {
    const { detected } = await inSlices(inspect(policy, seen, unknownIn));
    for (const one of detected) found.push(one);
  }
  return foundOf(found);
}

const foundOf = (found: Detected[]): Found => ({
  class: found.map((one) => one.class).reduce(raisedClass, "public"),
  names: [...new Set(found.map(({ name }) => name))],
});
