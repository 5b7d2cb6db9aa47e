import { PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import type { CheckedDraft, Draft, Prepared } from "../../substrate/index.js";
import { type PreparedText, prepareText } from "./prepare-text.js";
import type { Document } from "./read-document.js";

/** The part of ingesting that may call a model. Unlike other memories, a document is not stored without its vectors. */
export function prepareRevision(context: OperationContext, document: Document): Promise<PreparedText> {
  const { text, whole, kept, artifactId, meta, uid, input, place } = document;
  const attributes = {
    artifact_type: input.artifact_type,
    source_system: input.source_system,
    visibility_scope: input.visibility_scope,
  };
  // The ids keep apart what stands for documents of one title: a deleted one must not keep out another.
  const name = `${meta.title ?? "Untitled"} (${input.artifact_type} from ${input.source_system}, ${uid}, ${artifactId})`;
  const drafts = {
    artifactId,
    text,
    whole,
    kept,
    passage: checkedDraft({ ...place, kind: "chunk", attributes, status: "active" }, ""),
    head: checkedDraft({ ...place, kind: "artifact", speaker: undefined, expiresAt: undefined }, name),
  };
  return prepareText(context, drafts, assertVectors);
}

/** The document was checked and masked as a whole: a passage alone may look like something else. */
const checkedDraft = (draft: Draft, text: string, meaning?: string): CheckedDraft => ({
  draft,
  text,
  meaning,
  tags: [],
  attributes: draft.attributes ?? {},
  masked: 0,
  occurredAt: draft.occurredAt ?? new Date(),
});

function assertVectors(made: Prepared[]): void {
  if (made.every(({ embedding }) => embedding !== null)) return;
  throw new PalimpsestError(
    "UNAVAILABLE",
    "The embedding model does not answer, so the document was not stored; send it again later.",
    { retryAfter: 30 },
  );
}
