import { type Attributes, kindOf, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import { newId, type Principal } from "../identity/index.js";
import type { OperationContext } from "../services.js";
import { assertText, maskDeep } from "../text/index.js";
import { type Analysed, analyse } from "./analyse.js";
import { checkAttributes } from "./check-attributes.js";
import { contentDigest } from "./digest.js";
import { assertPlainNames } from "./plain-names.js";
import { ownSpaceId } from "./vectors/own-space.js";
import { findTombstone, insertLinks, insertMemoryRow, insertState } from "./write.sql.js";

/** A memory about to be written. Origin and source come from the credential and the path, never from the caller. */
export interface Draft {
  kind: string;
  /** What it says; composed from the attributes where the kind says so. */
  text?: string;
  /** What is its kind's own. */
  attributes?: Attributes;
  origin: "human" | "agent" | "tool" | "document" | "import" | "capsule";
  source: string;
  /** Who said it, if somebody did: part of what a search may name. */
  speaker?: string;
  scope?: string;
  subjectType?: string;
  subjectId?: string;
  projectId?: string;
  sessionId?: string;
  channel: string;
  visibility?: string;
  audience?: string[];
  boundaryClass?: string;
  importance?: number;
  /** For kinds that have states. */
  status?: string;
  tags?: string[];
  occurredAt?: Date;
  expiresAt?: Date;
  derivedFrom?: string[];
  overrideTombstone?: boolean;
}

/** A draft with its secrets masked and everything computed that the database cannot. */
export interface Prepared extends Omit<Draft, "text">, Analysed {
  id: string;
  attributes: Attributes;
  hash: string;
  spaceId: number;
  tags: string[];
  masked: number;
  occurredAt: Date;
}

/** The part of a write that may call a model; it comes before the transaction. */
export async function prepareMemory(
  { services, who, policy, digestKey }: Pick<OperationContext, "services" | "who" | "policy" | "digestKey">,
  draft: Draft,
): Promise<Prepared> {
  // What holds for everyone leads the decisions of all; an agent does not put its own word there.
  const forEveryone = draft.scope === "global" || (draft.scope === "policy" && who.type === "agent");
  if (forEveryone && !who.permissions.has("memory:write-global")) {
    const whose = draft.scope === "policy" ? " as an agent" : "";
    throw new PalimpsestError(
      "FORBIDDEN",
      `Writing to scope ${draft.scope}${whose} needs the permission memory:write-global. Use scope project, or ask someone who holds it.`,
    );
  }
  const kind = kindOf(draft.kind);
  const attributes = checkAttributes(kind, draft.attributes ?? {});
  const textOf = (own: Attributes, plain: string) => (kind.text ? kind.text.compose(own) : plain);
  const { text: plain = "", tags = [] } = draft;
  assertText("text", textOf(attributes, plain), { maxChars: policy.limits.text_characters });
  assertPlainNames({
    subject_type: draft.subjectType,
    subject_id: draft.subjectId,
    project_id: draft.projectId,
    session_id: draft.sessionId,
    actor_id: draft.speaker,
    audience: draft.audience,
  });
  const { value: kept, found } = maskDeep({ text: plain, tags, attributes });
  const text = textOf(kept.attributes, kept.text);
  const occurredAt = draft.occurredAt ?? new Date();
  const [analysed] = await analyse(services.embedder, [{ text, speaker: draft.speaker, occurredAt }]);
  return {
    ...draft,
    ...analysed!,
    tags: kept.tags,
    attributes: kept.attributes,
    importance: draft.importance ?? kind.importance,
    status: draft.status ?? kind.states?.initial,
    id: newId(kind.prefix),
    hash: contentDigest(digestKey, text),
    spaceId: await ownSpaceId(services),
    masked: found.reduce((sum, { count }) => sum + count, 0),
    occurredAt,
  };
}

/** Writes the memory, its original, its index and its links in the caller's transaction; gives its time of record. */
export async function insertMemory(tx: Tx, who: Principal, memory: Prepared): Promise<string> {
  await refuseTombstoned(tx, who, memory);
  const recordedAt = await insertMemoryRow(tx, who, memory);
  if (memory.status !== undefined) await insertState(tx, who, memory.id, memory.status);
  if (memory.derivedFrom?.length) await insertLinks(tx, who, memory.id, memory.derivedFrom, "derived_from");
  return recordedAt;
}

/** What was retracted does not come back through any surface, unless an admin says so. */
async function refuseTombstoned(tx: Tx, who: Principal, memory: Prepared): Promise<void> {
  if (memory.overrideTombstone) {
    if (!who.permissions.has("admin")) {
      throw new PalimpsestError("FORBIDDEN", "Only an admin may write again what was retracted.");
    }
    return;
  }
  const stone = await findTombstone(tx, memory);
  if (stone === undefined) return;
  throw new PalimpsestError(
    "TOMBSTONED",
    `This was retracted before (${stone}) and is not taken again. An admin may write it with override_tombstone, or restore the memory.`,
  );
}
