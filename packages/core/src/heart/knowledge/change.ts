import { isDeepStrictEqual } from "node:util";
import { type Attributes, PalimpsestError } from "@palimpsest/contract";
import { writerOf } from "../../identity/index.js";
import { isStricter } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { digestsOf, type Prepared } from "../../substrate/index.js";
import type { Match } from "./match.js";

export interface Change {
  /** What an edit changes; absent where nothing differs. */
  patch?: { text?: string; attributes?: Attributes };
  /** The fact says what was stored. */
  isConfirmed: boolean;
  /** The caller may change its tags as well. */
  isOwn: boolean;
  /** The stricter class that it was stored with. */
  raisedTo?: string;
}

const unchanged = { isConfirmed: false, isOwn: false };

/** What storing a known fact again changes of it. Nothing is undone that somebody else has edited. */
export function changeOf(
  context: OperationContext,
  { target, by, isOriginal }: Match,
  memory: Prepared,
): Change {
  const { who, digestKey } = context;
  const reviews = who.permissions.has("edit:approve");
  const saysSame = digestsOf(digestKey, target.text).hash === memory.hash;
  const isEdited = target.edited_by.some((editor) => editor !== writerOf(who));
  if (!reviews && target.owner_id !== who.id) {
    if (saysSame) return { isConfirmed: true, isOwn: false };
    if (isEdited && isOriginal) return unchanged;
    throw conflict("Somebody else stored a public fact under this external_id. Use another one.");
  }
  // A lower one is ignored: a class falls only by an edit.
  const wanted = memory.boundaryClass ?? "public";
  const raisedTo = isStricter(wanted, target.boundary_class) ? wanted : undefined;
  if (isEdited && isOriginal) return { ...unchanged, raisedTo };
  if (isEdited && !saysSame && !reviews && who.type !== "human") {
    throw conflict("Somebody else has corrected this fact since. Propose an edit of it instead.");
  }
  const attributes = newAttributes(target.attributes, memory.attributes);
  const patch = {
    ...(!saysSame && { text: memory.text }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
  return {
    ...(Object.keys(patch).length > 0 && { patch }),
    isConfirmed: saysSame && by !== "similarity",
    isOwn: true,
    raisedTo,
  };
}

const conflict = (message: string) => new PalimpsestError("CONFLICT", message);

/** Metadata is replaced; a source and an external id only by others that are given. */
function newAttributes(now: Attributes, given: Attributes): Attributes {
  const wanted = { ...given, metadata: given.metadata ?? {} };
  return Object.fromEntries(
    ["metadata", "source", "external_id"]
      .map((name) => [name, wanted[name as keyof typeof wanted]] as const)
      .filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, now[name] ?? none[name])),
  );
}

const none: Attributes = { metadata: {} };
