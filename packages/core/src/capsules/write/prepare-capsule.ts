import type { OperationContext } from "../../services.js";
import { contentDigest, type Draft, type Prepared, prepareMemory } from "../../substrate/index.js";
import { capsuleText } from "../capsule-text.js";

export interface CapsuleDraft {
  scope: string;
  subjectType: string;
  subjectId: string;
  projectId: string | undefined;
  audience: string[];
  risks: string[];
}

/** The memory that a capsule is: for its audience, about its subject, with its risks. */
export async function prepareCapsule(context: OperationContext, draft: CapsuleDraft): Promise<Prepared> {
  const { who, digestKey } = context;
  const text = capsuleText({ type: draft.subjectType, id: draft.subjectId }, draft.risks);
  const memory: Draft = {
    kind: "capsule",
    text,
    attributes: { risks: draft.risks },
    origin: "capsule",
    source: `${who.type}:${who.id}`,
    actor: who.id,
    scope: draft.scope,
    subjectType: draft.subjectType,
    subjectId: draft.subjectId,
    projectId: draft.projectId,
    channel: "agent",
    visibility: "custom",
    audience: draft.audience,
  };
  const prepared = await prepareMemory(context, memory);
  if (draft.risks.length > 0) return prepared;
  // Without risks the text only names the subject: retracting one capsule must not forbid the next one about it.
  return { ...prepared, hash: contentDigest(digestKey, `${prepared.id} ${text}`) };
}
