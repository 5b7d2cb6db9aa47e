import { isDeepStrictEqual } from "node:util";
import { type Attributes, kindOf, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";

export type Change = OutputOf<PalimpsestContract["previewEdit"]>["changes"][number];

/** What of a memory's state are words. Null where it is retracted. */
export interface Worded {
  text: string | null;
  attributes: Attributes | null;
}

/**
 * Which fields differ between two states; from what to what, if the reader may see that. A composed text is told by the
 * attributes it is made of.
 */
export function changesBetween(kind: string, before: Worded, after: Worded, shown: boolean): Change[] {
  const change = (field: string, from: unknown, to: unknown): Change[] => {
    if (isDeepStrictEqual(from, to)) return [];
    return [shown ? ({ field, from, to } as Change) : { field, from: null, to: null, withheld: true }];
  };
  // A retraction takes the words out of sight and changes none of them.
  if (before.attributes === null || after.attributes === null) return [];
  const text = kindOf(kind).text ? [] : change("text", before.text, after.text);
  const [was, is] = [before.attributes, after.attributes];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return [...text, ...keys.flatMap((key) => change(`attributes.${key}`, was[key] ?? null, is[key] ?? null))];
}
