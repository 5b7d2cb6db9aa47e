import { type Attributes, kindOf, PalimpsestError } from "@palimpsest/contract";
import { newId } from "../../identity/index.js";
import { raisedClass } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { assertText, maskDeep } from "../../text/index.js";
import { analyse, meaningOf } from "../analyse.js";
import { digestsOf, partDigests, userThread } from "../digest.js";
import { ownSpace } from "../vectors/own-space.js";
import { checkAttributes } from "./check-attributes.js";
import type { Draft, Prepared } from "./draft.js";
import { assertPlainNames } from "./plain-names.js";
import { assertKeepsRules, foundInWords } from "./policy/found-in-words.js";
import { inheritedClasses } from "./policy/inherited-classes.js";

type Preparing = Pick<OperationContext, "services" | "who" | "policy" | "digestKey" | "read">;

/** The part of a write that may call a model; it comes before the transaction. */
export async function prepareMemory(context: Preparing, draft: Draft): Promise<Prepared> {
  const [inherited] = await inheritedClasses(context, [draft]);
  const boundaryClass = raisedClass(draft.boundaryClass, inherited!);
  const [prepared] = await prepareMemories(context, [checkDraft(context, { ...draft, boundaryClass })]);
  return prepared!;
}

/** A draft that may be written, with its secrets masked, and with the class of what was found in it if that is higher. */
export interface CheckedDraft {
  draft: Draft;
  text: string;
  tags: string[];
  attributes: Attributes;
  /** What its vector is made of, where that is neither its text nor what its kind says. */
  meaning?: string;
  masked: number;
  occurredAt: Date;
}

/** Throws if the caller may not write this, or if it cannot be stored. */
export function checkDraft({ who, policy }: Pick<Preparing, "who" | "policy">, draft: Draft): CheckedDraft {
  // Global and policy memories affect everybody's contexts, so an agent needs a permission to write them.
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
  const [field, ...beside] = draft.fields ?? ["text"];
  assertText(field!, textOf(attributes, plain), { maxChars: policy.limits.text_characters, beside });
  assertPlainNames({
    subject_type: draft.subjectType,
    subject_id: draft.subjectId,
    project_id: draft.projectId,
    session_id: draft.sessionId,
    actor_id: draft.speaker,
    audience: draft.audience,
  });
  const { value: kept, found } = maskDeep({ text: plain, tags, attributes });
  // The note of a capsule names its subject.
  const { note, ...said } = kept.attributes;
  const words = { ...kept, kind: draft.kind, attributes: draft.kind === "capsule" ? said : kept.attributes };
  const inWords = foundInWords(policy, words);
  const boundaryClass = raisedClass(draft.boundaryClass, inWords.class);
  const text = textOf(kept.attributes, kept.text);
  const { kind: name, scope } = draft;
  const detected = [...new Set([...inWords.names, ...(draft.foundBeside ?? [])])];
  assertKeepsRules(policy, who, { kind: name, scope, boundaryClass, detected, text });
  return {
    draft: { ...draft, boundaryClass, raised: boundaryClass !== (draft.boundaryClass ?? "public") },
    text,
    tags: kept.tags,
    attributes: kept.attributes,
    masked: found.reduce((sum, { count }) => sum + count, 0),
    occurredAt: draft.occurredAt ?? new Date(),
  };
}

/** What the database cannot compute, for many memories with one call of the embedder. */
export async function prepareMemories(
  { services, digestKey }: Pick<Preparing, "services" | "digestKey">,
  drafts: CheckedDraft[],
): Promise<Prepared[]> {
  if (drafts.length === 0) return [];
  const analysed = await analyse(
    services.embedder,
    drafts.map(({ draft, text, attributes, meaning, occurredAt }) => ({
      ...{ text, speaker: draft.speaker, byAgent: draft.byAgent, occurredAt },
      meaning: meaning ?? meaningOf(draft.kind, attributes),
      boundaryClass: draft.boundaryClass ?? "public",
    })),
  );
  const space = await ownSpace(services);
  return drafts.map(({ draft, text, tags, attributes, masked, occurredAt }, at) => {
    const kind = kindOf(draft.kind);
    return {
      ...draft,
      ...analysed[at]!,
      tags,
      attributes,
      importance: draft.importance ?? kind.importance,
      status: draft.status ?? kind.states?.initial,
      id: newId(kind.prefix),
      ...digestsOf(digestKey, text),
      parts: partDigests(digestKey, draft.kind, { text, attributes, tags }),
      thread: userThread(digestKey, draft, attributes),
      ...space,
      masked,
      occurredAt,
    };
  });
}
