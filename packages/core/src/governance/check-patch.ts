import { PalimpsestError } from "@palimpsest/contract";
import type { Policy } from "../policy/index.js";
import { assertText, maskSecrets } from "../text/index.js";
import type { Op, Patch } from "./edit.js";

const fields: Record<Op, readonly (keyof Patch)[]> = {
  retract: [],
  quarantine: [],
  amend: ["text", "attributes", "importance"],
  attenuate: ["importance", "importance_delta"],
  block: ["channel"],
  restore: ["op", "channel", "edit_id"],
};

const refuse = (field: string, message: string) => {
  const path = field === "" ? "patch" : `patch.${field}`;
  return new PalimpsestError("VALIDATION_ERROR", `${path}: ${message}.`, { details: [{ path, message }] });
};

/** Checks the patch of an op; its text is checked like a new one. */
export function checkPatch({ limits }: Policy, op: Op, patch: Patch): Patch {
  const given = (Object.keys(patch) as (keyof Patch)[]).filter((field) => patch[field] !== undefined);
  const foreign = given.find((field) => !fields[op].includes(field));
  if (foreign) throw refuse(foreign, `does not belong to ${op}`);
  const has = (field: keyof Patch) => given.includes(field);

  if (op === "amend" && given.length === 0) throw refuse("", "amend needs text, attributes or importance");
  if (has("attributes") && Object.keys(patch.attributes!).length === 0) {
    throw refuse("attributes", "names no attribute");
  }
  if (op === "attenuate" && given.length !== 1) {
    throw refuse("", "attenuate needs either importance or importance_delta");
  }
  if (op === "block" && !has("channel")) throw refuse("channel", "block needs the channel");
  if (op === "restore" && has("edit_id") && given.length > 1) {
    throw refuse("edit_id", "names one edit, so neither op nor channel goes with it");
  }
  if (op === "restore" && has("channel") && has("op") && patch.op !== "block") {
    throw refuse("channel", "names a block, so it goes with op block alone");
  }
  const kept: Patch = Object.fromEntries(given.map((field) => [field, patch[field]]));
  if (kept.text !== undefined) kept.text = cleanText("patch.text", kept.text, limits.text_characters);
  return kept;
}

/** Checks a text that will be stored, and masks its secrets. */
export function cleanText(field: string, text: string, maxChars: number): string {
  assertText(field, text, { maxChars });
  return maskSecrets(text).text;
}

export const cleanNote = (note: string | undefined): string | undefined =>
  note === undefined || note.trim() === "" ? undefined : maskSecrets(note).text;
