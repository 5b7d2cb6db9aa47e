import type { OperationContext } from "../../services.js";
import { type Draft, digestsOf, type Prepared, prepareMemory } from "../../substrate/index.js";

export interface CapsuleDraft {
  scope: string;
  subjectType: string;
  subjectId: string;
  projectId: string | undefined;
  audience: string[];
  risks: string[];
}

/** Prepares the memory of a capsule: for its audience, about its subject, with its risks. */
export async function prepareCapsule(context: OperationContext, draft: CapsuleDraft): Promise<Prepared> {
  const { who, digestKey } = context;
  const risks = draft.risks.map((risk) => risk.replace(/\s+/gu, " ").trim()).filter((risk) => risk !== "");
  const memory: Draft = {
    kind: "capsule",
    attributes: { note: `Capsule about ${draft.subjectType} ${draft.subjectId}`, risks },
    origin: "capsule",
    speaker: who.id,
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
  return { ...prepared, ...digestsOf(digestKey, `${prepared.id} ${prepared.text}`) };
}
