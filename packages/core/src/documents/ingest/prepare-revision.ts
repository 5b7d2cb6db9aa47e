import { PalimpsestError } from "@palimpsest/contract";
import { ownTurn } from "../../async/index.js";
import type { OperationContext } from "../../services.js";
import { type CheckedDraft, type Draft, type Prepared, prepareMemories } from "../../substrate/index.js";
import { chunkIdOf } from "./document-ids.js";
import { type Span, splitText } from "./passages.js";
import type { Document } from "./read-document.js";

/** A revision that can be written: its passages, and what stands for the document if it is new. */
export interface PreparedRevision {
  tokens: number;
  spans: Span[];
  passages: Prepared[];
  head: Prepared;
}

/** Passages that are analysed and embedded at once, before others get a turn. */
const perTurn = 8;

/** The part of ingesting that may call a model. Unlike other memories, a document is not stored without its vectors. */
export async function prepareRevision(
  context: OperationContext,
  document: Document,
): Promise<PreparedRevision> {
  const { text, artifactId, meta, uid, input } = document;
  const { tokens, spans } = await splitText(text);
  const attributes = {
    artifact_type: input.artifact_type,
    source_system: input.source_system,
    visibility_scope: input.visibility_scope,
  };
  const passages: Prepared[] = [];
  for (let from = 0; from < spans.length; from += perTurn) {
    if (from > 0) await ownTurn();
    const drafts = spans
      .slice(from, from + perTurn)
      .map(({ start, end }) =>
        checkedDraft(
          { ...document.place, kind: "chunk", attributes, status: "active" },
          text.slice(start, end),
        ),
      );
    const made = await prepareMemories(context, drafts);
    for (const [at, memory] of made.entries()) {
      if (memory.embedding === null) throw noVectors();
      const id = spans.length === 1 ? artifactId : chunkIdOf(artifactId, from + at, memory.text);
      passages.push({ ...memory, id });
    }
  }
  // The ids keep apart what stands for documents of one title: a deleted one must not keep out another.
  const name = `${meta.title ?? "Untitled"} (${input.artifact_type} from ${input.source_system}, ${uid}, ${artifactId})`;
  const [head] = await prepareMemories(context, [
    checkedDraft({ ...document.place, kind: "artifact", speaker: undefined, expiresAt: undefined }, name),
  ]);
  if (head!.embedding === null) throw noVectors();
  return { tokens, spans, passages, head: head! };
}

/** The document was checked and masked as a whole: a passage alone may look like something else. */
const checkedDraft = (draft: Draft, text: string): CheckedDraft => ({
  draft,
  text,
  tags: [],
  attributes: draft.attributes ?? {},
  masked: 0,
  occurredAt: draft.occurredAt ?? new Date(),
});

const noVectors = () =>
  new PalimpsestError(
    "UNAVAILABLE",
    "The embedding model does not answer, so the document was not stored; send it again later.",
    { retryAfter: 30 },
  );
