import { type Attributes, kindOf, PalimpsestError } from "@palimpsest/contract";
import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { assertText, maskDeep } from "../../text/index.js";
import { analyse } from "../analyse.js";
import { digestsOf, partDigests } from "../digest.js";
import { ownSpaceId } from "../vectors/own-space.js";
import { checkAttributes } from "./check-attributes.js";
import type { Draft, Prepared } from "./draft.js";
import { assertPlainNames } from "./plain-names.js";

/** The part of a write that may call a model; it comes before the transaction. */
export async function prepareMemory(
  { services, who, policy, digestKey }: Pick<OperationContext, "services" | "who" | "policy" | "digestKey">,
  draft: Draft,
): Promise<Prepared> {
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
    ...digestsOf(digestKey, text),
    parts: partDigests(digestKey, draft.kind, { text, attributes: kept.attributes }),
    spaceId: await ownSpaceId(services),
    masked: found.reduce((sum, { count }) => sum + count, 0),
    occurredAt,
  };
}
