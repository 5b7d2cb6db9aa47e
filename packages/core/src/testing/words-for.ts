import { kindOf } from "@palimpsest/contract";
import type { Draft } from "../substrate/index.js";

/** A draft's words for a memory of any kind: as its text, or as the attributes that its text is composed of. */
export function wordsFor(kind: string, text: string): Pick<Draft, "kind" | "text" | "attributes"> {
  const composed = kindOf(kind).text;
  return composed ? { kind, attributes: composed.parse(text, {}) } : { kind, text };
}
