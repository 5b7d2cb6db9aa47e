import type { OperationContext } from "../../services.js";
import { refusedMemories } from "../../substrate/index.js";
import { contentHashOf, revisionOf } from "./document-ids.js";
import type { Span } from "./passages.js";
import { prepareRevision } from "./prepare-revision.js";
import type { PreparedText } from "./prepare-text.js";
import type { Document } from "./read-document.js";
import { hasRetractedPassages, type Stretch, withheldStretches } from "./write-revision.sql.js";

/** Whether a text says anything besides the blocks that stand for words which are withheld. */
export const hasWords = (text: string): boolean => /[^█\s]/u.test(text);

/** The document with blocks in the place of passages of it that were retracted, wherever they stand now. */
export async function withholdRetracted(context: OperationContext, document: Document): Promise<Document> {
  const { who } = context;
  if (!(await context.read((tx) => hasRetractedPassages(tx, who, document.uid)))) return document;
  let { text } = document;
  let withheld = 0;
  for (;;) {
    const found = await context.read((tx) => withheldStretches(tx, document.uid, text));
    const blocked = withBlocks(text, spansOf(text, found));
    // A retracted passage of nothing but blocks is found again for ever.
    if (blocked === text) break;
    text = blocked;
    withheld += found.length;
  }
  return withheld > 0 && hasWords(text) ? withText(document, text, withheld) : document;
}

/** A revision that can be written: passages with words that were retracted elsewhere are blocks, unless all would be. */
export async function prepareWithheld(
  context: OperationContext,
  document: Document,
): Promise<{ document: Document; prepared: PreparedText }> {
  const prepared = await prepareRevision(context, document);
  const asked = prepared.passages.filter(({ text }) => hasWords(text));
  const refused = await context.read((tx) => refusedMemories(tx, context.who, asked));
  const spans = prepared.spans.filter((_, at) => refused.has(prepared.passages[at]!.id));
  const text = withBlocks(document.text, spans);
  // The write refuses it.
  if (spans.length === 0 || !hasWords(text)) return { document, prepared };
  const blocked = withText(document, text, document.withheld + spans.length);
  return { document: blocked, prepared: await prepareRevision(context, blocked) };
}

const withText = (document: Document, text: string, withheld: number): Document => ({
  ...document,
  ...{ text, withheld, revisionId: revisionOf(text), contentHash: contentHashOf(text) },
});

/** A block for each UTF-16 unit; line breaks stay. */
function withBlocks(text: string, spans: readonly Span[]): string {
  let blocked = text;
  for (const { start, end } of spans) {
    blocked =
      blocked.slice(0, start) + blocked.slice(start, end).replace(/[^\r\n]/g, "█") + blocked.slice(end);
  }
  return blocked;
}

/** The database counts characters, and a character may be two UTF-16 units. */
function spansOf(text: string, stretches: readonly Stretch[]): Span[] {
  if (!/[\ud800-\udfff]/.test(text)) {
    return stretches.map(({ start, length }) => ({ start, end: start + length }));
  }
  const characters = [...text];
  const units = (from: number, to: number) => characters.slice(from, to).join("").length;
  return stretches.map(({ start, length }) => {
    const first = units(0, start);
    return { start: first, end: first + units(start, start + length) };
  });
}
