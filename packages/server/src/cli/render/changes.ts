import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { indent } from "./layout/indent.js";
import { plain } from "./layout/plain.js";
import type { Style } from "./layout/style.js";
import { wrap } from "./layout/wrap.js";

export type Change = OutputOf<PalimpsestContract["previewEdit"]>["changes"][number];

/** How a field read before and reads after, line by line, as far as the reader may see it. */
export function shownChange({ field, from, to, withheld }: Change, style: Style): string[] {
  const name = attributeName(field);
  if (!withheld) return twoSides(name, shownValue(from), shownValue(to), style);
  return to === null ? [`  ${name} (not shown)`] : twoSides(name, "(not shown)", shownValue(to), style);
}

/** Before and after, unless they are the same. */
export function twoSides(name: string, before: string, after: string, style: Style): string[] {
  if (before === after) return [];
  const width = style.width === undefined ? undefined : style.width - 6;
  const side = (text: string, sign: string) => indent(wrap(text, width), `    ${sign} `);
  return [`  ${name}`, style.paint("red", side(before, "-")), style.paint("green", side(after, "+"))];
}

export const attributeName = (field: string): string => field.replace(/^attributes\./, "");

/** Lists line by line, so that one changed line is seen among others. */
export function shownValue(value: Change["from"]): string {
  if (Array.isArray(value))
    return value.length === 0 ? "(none)" : value.map((line) => plain(String(line))).join("\n");
  return value === null ? "(none)" : plain(String(value));
}
