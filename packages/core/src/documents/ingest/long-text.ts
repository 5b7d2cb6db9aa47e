import type { Tx } from "../../db/index.js";
import { newId, type Principal } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import type { CheckedDraft } from "../../substrate/index.js";
import { contentHashOf, headIdOf, revisionOf, uidOf } from "./document-ids.js";
import { type PreparedText, prepareText } from "./prepare-text.js";
import { insertText } from "./stage-text.js";
import { insertRevision, type NewRevision } from "./write-revision.sql.js";

/** What an event says that is longer than a memory may be: kept like a document, as an artifact and its passages. */
export interface LongText extends PreparedText {
  revision: NewRevision;
}

const type = "chat";
const sourceSystem = "events";

/** `said` is the memory that the event would be if it were shorter; its text is masked and may be stored. */
export async function prepareLongText(
  context: OperationContext,
  eventId: string,
  said: CheckedDraft,
): Promise<LongText> {
  const { draft, text, occurredAt } = said;
  const [uid, artifactId] = [uidOf(sourceSystem, eventId), newId("art")];
  const attributes = { artifact_type: type, source_system: sourceSystem, visibility_scope: "org" };
  const headDraft = { ...draft, kind: "artifact", speaker: undefined, sessionId: undefined, importance: 0 };
  const prepared = await prepareText(context, {
    artifactId,
    text,
    passage: { ...said, attributes },
    head: { ...said, draft: headDraft, text: `What was said (${type}, ${eventId}, ${artifactId})`, tags: [] },
  });
  return {
    ...prepared,
    head: { ...prepared.head, id: headIdOf(uid, context.who.id, 0) },
    revision: {
      artifactId,
      type,
      uid,
      revisionId: revisionOf(text),
      contentHash: contentHashOf(text),
      meta: {
        source_system: sourceSystem,
        source_id: eventId,
        source_url: null,
        title: null,
        author: draft.speaker ?? null,
        author_title: null,
        participants: [],
        ts: occurredAt.toISOString(),
        document_date: null,
        source_type: "chat",
        document_status: null,
        distribution_scope: null,
        visibility_scope: "org",
        retention_policy: "forever",
        retain_until: null,
      },
    },
  };
}

/** Writes the texts with their artifacts. */
export async function insertLongTexts(tx: Tx, who: Principal, texts: LongText[]): Promise<void> {
  for (const text of texts) {
    await insertText(tx, who, text, text.head);
    await insertRevision(tx, who, text.revision, text, {
      headId: text.head.id,
      isLatest: true,
      jobId: null,
    });
  }
}
