import { type Attributes, kindOf } from "@palimpsest/contract";
import type { Patch } from "./edit.js";

/** Attributes with a patch on top, as the fold puts it there: null takes a key away. */
export function patchedAttributes(attributes: Attributes, patch: Attributes | undefined): Attributes {
  if (patch === undefined) return attributes;
  return Object.fromEntries(
    Object.entries({ ...attributes, ...patch }).filter(([, value]) => value !== null),
  );
}

/** The text and attributes that an amendment of this memory leads to. */
export function stateAfter(
  memory: { kind: string; text: string; attributes: Attributes },
  patch: Patch,
): { text: string; attributes: Attributes } {
  const attributes = patchedAttributes(memory.attributes, patch.attributes);
  const kind = kindOf(memory.kind);
  return { text: kind.text ? kind.text.compose(attributes) : (patch.text ?? memory.text), attributes };
}
