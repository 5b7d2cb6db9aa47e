import { isDeepStrictEqual } from "node:util";
import type { Attributes } from "@palimpsest/contract";
import type { Target } from "../../read/target.js";

/** What a memory says after an edit. */
export interface Worded {
  text: string;
  attributes: Attributes;
}

/** What an edit adds: words that were there before were looked at when they were written. */
export function newWords(
  { target }: { target: Pick<Target, "kind" | "attributes"> },
  { text, attributes }: Worded,
) {
  const changed = Object.entries(attributes).filter(
    ([name, value]) => !isDeepStrictEqual(value, target.attributes[name]),
  );
  return { kind: target.kind, text, attributes: Object.fromEntries(changed) };
}
