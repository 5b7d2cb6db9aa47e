import { type Attributes, invalidField, type Kind, kindOf } from "@palimpsest/contract";
import { issueInWords } from "../../input/issue-in-words.js";
import { codeOf } from "../../input/validation-error.js";
import { assertText, maskDeep } from "../../text/index.js";
import type { Patch } from "../edit.js";
import { patchedAttributes, stateAfter } from "../state-after.js";

/** What of a memory decides which patch fits it. */
interface Patched {
  kind: string;
  text: string;
  attributes: Attributes;
}

/**
 * The patch as it suits the memory's kind: attributes are checked by the kind's schema, and a text that is composed of
 * attributes becomes the attributes it stands for.
 */
export function patchForKind(patch: Patch, target: Patched, maxChars: number): Patch {
  const { text, attributes, ...rest } = patch;
  if (text === undefined && attributes === undefined) return patch;
  const kind = kindOf(target.kind);
  if (text !== undefined && !kind.amendable.text) {
    throw invalidField("patch.text", `cannot be amended in a ${kind.name}`);
  }
  const composed = text !== undefined && kind.text !== undefined;
  const meant = composed ? kind.text!.parse(text, target.attributes, attributes) : {};
  const twice = Object.keys(attributes ?? {}).find((key) => Object.hasOwn(meant, key));
  if (twice !== undefined) {
    throw invalidField("patch.text", `stands for the attribute ${twice} here; give one of the two`);
  }
  const named = { ...meant, ...attributes };
  const given = { ...derivedFrom(kind, target.attributes, named), ...named };
  const checked = checkAttributes(kind, given);
  const fitted: Patch = { ...rest };
  if (text !== undefined && !composed) fitted.text = text;
  if (Object.keys(checked).length > 0) fitted.attributes = checked;
  const after = stateAfter(target, fitted);
  const conflict = kind.conflict?.(after.attributes);
  if (conflict && !kind.conflict?.(target.attributes)) {
    throw invalidField(`patch.attributes.${conflict.attribute}`, conflict.message);
  }
  assertText(kind.text ? "patch" : "patch.text", after.text, { maxChars });
  return fitted;
}

/** What was made of attributes that the patch changes, made anew of the new ones. */
function derivedFrom({ derived }: Kind, before: Attributes, patch: Attributes): Attributes {
  const after = patchedAttributes(before, patch);
  const made = Object.entries(derived?.(before, after) ?? {});
  return Object.fromEntries(made.filter(([key, value]) => before[key] !== value));
}

/** Values that the kind's schema takes, with their secrets masked; null takes an attribute away. */
function checkAttributes(kind: Kind, given: Attributes): NonNullable<Patch["attributes"]> {
  const checked: Attributes = {};
  for (const [key, value] of Object.entries(given)) {
    const path = `patch.attributes.${key}`;
    if (!Object.hasOwn(kind.attributes.shape, key)) {
      const known = Object.keys(kind.attributes.shape);
      const has = known.length > 0 ? `it has ${known.join(", ")}` : "it has none";
      throw invalidField(path, `is not an attribute of a ${kind.name}: ${has}`);
    }
    if (!kind.amendable.attributes.includes(key))
      throw invalidField(path, `cannot be amended in a ${kind.name}`);
    const schema = kind.attributes.shape[key]!;
    if (value === null) {
      if (!schema.safeParse(undefined).success) throw invalidField(path, "cannot be removed");
      checked[key] = null;
      continue;
    }
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      throw invalidField(path, issueInWords(parsed.error.issues[0]!, value), codeOf(parsed.error));
    }
    checked[key] = maskDeep(parsed.data).value;
  }
  return checked as NonNullable<Patch["attributes"]>;
}
