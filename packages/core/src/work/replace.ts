import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../identity/index.js";
import { classOf } from "../policy/index.js";
import { checkAudience, type Draft, type PlacedMemory } from "../substrate/index.js";

type Named = Pick<
  InputOf<PalimpsestContract["supersedeDecision"]>,
  | "scope"
  | "subject_type"
  | "subject_id"
  | "project_id"
  | "session_id"
  | "channel"
  | "visibility"
  | "audience"
  | "sensitivity"
>;

/** A person's decision is replaced only by a person, or by somebody who may approve edits. */
export function assertMayReplace(who: Principal, old: Pick<PlacedMemory, "origin" | "owner_id">): void {
  if (old.origin !== "human" || who.type === "human") return;
  if (old.owner_id === who.id || who.permissions.has("edit:approve")) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "A person made this decision, so an agent does not replace it. Propose an edit of it, or record a decision of your own beside it.",
  );
}

/**
 * Where the memory that replaces another belongs: where that one did, except for what the caller names. A new scope
 * takes the right to write there, which is checked as for any new memory. Other readers, another channel or another
 * sensitivity take the right over the old one, unless the new one stands `beside` it.
 */
export function placeAfter(
  who: Principal,
  old: Omit<PlacedMemory, "kind" | "status" | "origin">,
  named: Named,
  { what = "decision", beside = false }: { what?: string; beside?: boolean } = {},
) {
  const readers = readersAfter(old, named);
  const scope = named.scope ?? old.scope ?? undefined;
  const channel = named.channel ?? old.channel;
  const boundaryClass = named.sensitivity === undefined ? old.boundary_class : classOf[named.sensitivity];
  const moved = readers !== undefined || channel !== old.channel || boundaryClass !== old.boundary_class;
  if (moved && !beside && old.owner_id !== who.id && !who.permissions.has("edit:approve")) {
    throw new PalimpsestError(
      "FORBIDDEN",
      `Only its author or a reviewer gives a ${what} other readers, another channel or another sensitivity. Leave out visibility, audience, channel and sensitivity, and they stay as they are.`,
    );
  }
  return {
    scope,
    subjectType: named.subject_type ?? old.subject_type ?? undefined,
    subjectId: named.subject_id ?? old.subject_id ?? undefined,
    projectId: named.project_id ?? old.project_id ?? undefined,
    // A memory of scope session holds in its session alone.
    sessionId: named.session_id ?? (scope === "session" ? (old.session_id ?? undefined) : undefined),
    channel,
    boundaryClass,
    ...(readers ?? sameReaders(who, old)),
  } satisfies Partial<Draft>;
}

/** The readers that the caller names; undefined where they are the same as before. */
function readersAfter(old: Pick<PlacedMemory, "visibility" | "audience">, named: Named) {
  const visibility = named.visibility ?? (named.audience === undefined ? undefined : old.visibility);
  if (visibility === undefined) return undefined;
  const audience = named.audience ?? (visibility === old.visibility ? old.audience : []);
  checkAudience({ visibility, audience });
  const same =
    visibility === old.visibility &&
    audience.length === old.audience.length &&
    audience.every((reader) => old.audience.includes(reader));
  return same ? undefined : { visibility, audience };
}

/** Whoever wrote the old one reads the new one, too. */
function sameReaders(
  who: Principal,
  { visibility, audience, owner_id }: Pick<PlacedMemory, "visibility" | "audience" | "owner_id">,
) {
  const named = visibility === "team" || visibility === "custom";
  const all = named && owner_id !== who.id ? [...new Set([...audience, owner_id])] : audience;
  return { visibility, audience: all };
}
