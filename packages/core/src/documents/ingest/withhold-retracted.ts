import { PalimpsestError } from "@palimpsest/contract";
import { ownTurn } from "../../async/index.js";
import type { OperationContext } from "../../services.js";
import { refusedMemories } from "../../substrate/index.js";
import { contentHashOf, revisionOf } from "./document-ids.js";
import type { Span } from "./passages.js";
import { prepareRevision } from "./prepare-revision.js";
import type { PreparedText } from "./prepare-text.js";
import type { Document } from "./read-document.js";
import { countPassageEdits, type Stretch, withheldStretches } from "./write-revision.sql.js";

/** Whether a text says anything besides the blocks that stand for words which are withheld. */
export const hasWords = (text: string): boolean => /[^█\s]/u.test(text);

/** Characters that are looked at in one statement: the embedded engine serves nobody else meanwhile. */
const perPart = 20_000;

/** The document with blocks in the place of sentences that edits of its revisions withhold, wherever they stand now. */
export async function withholdRetracted(context: OperationContext, document: Document): Promise<Document> {
  const { who } = context;
  const { uid, text: whole } = document;
  const editsSeen = await context.read((tx) => countPassageEdits(tx, who, uid));
  if (editsSeen === 0) return document;
  const spans: Span[] = [];
  for (const { start, end } of partsOf(whole)) {
    const part = whole.slice(start, end);
    const found = await context.read((tx) => withheldStretches(tx, uid, part));
    spans.push(...spansOf(part, found).map((one) => ({ start: start + one.start, end: start + one.end })));
    await ownTurn();
  }
  const stretches = joined(whole, spans);
  return { ...document, editsSeen, text: withBlocks(whole, stretches), withheld: stretches.length };
}

const nothingLeft = () =>
  new PalimpsestError(
    "TOMBSTONED",
    "All of this was taken out of the document before and is not taken again. Restore what was taken out, or leave these words out.",
  );

/** A text in parts that end with a line, or else with a sentence. */
function* partsOf(text: string): Generator<Span> {
  for (let start = 0; start < text.length; ) {
    const most = start + perPart;
    const ends = ["\n\n", "\n", ". ", " "].map((mark) => text.lastIndexOf(mark, most) + mark.length);
    const end = most >= text.length ? text.length : (ends.find((at) => at > start + perPart / 2) ?? most);
    yield { start, end };
    start = end;
  }
}

/** Stretches with nothing but blanks between them are one. */
function joined(text: string, spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && text.slice(last.end, span.start).trim() === "") {
      last.end = Math.max(last.end, span.end);
    } else all.push({ ...span });
  }
  return all;
}

/** A revision that can be written: passages with words that were retracted elsewhere are blocks, unless all would be. */
export async function prepareWithheld(
  context: OperationContext,
  document: Document,
): Promise<{ document: Document; prepared: PreparedText }> {
  if (document.withheld > 0 && !hasWords(document.text)) throw nothingLeft();
  const prepared = await prepareRevision(context, document);
  const asked = prepared.passages.filter(({ text }) => hasWords(text));
  const refused = await context.read((tx) => refusedMemories(tx, context.who, asked));
  const spans = prepared.spans.filter((_, at) => refused.has(prepared.passages[at]!.id));
  const text = withBlocks(document.text, spans);
  // The write refuses it.
  if (spans.length === 0 || !hasWords(text)) return { document, prepared };
  const kept = withBlocks(document.kept, spans);
  const blocked = {
    ...{ ...document, text, kept, withheld: document.withheld + spans.length },
    ...{ revisionId: revisionOf(kept), contentHash: contentHashOf(kept) },
  };
  return { document: blocked, prepared: await prepareRevision(context, blocked) };
}

/** A block for each UTF-16 unit; line breaks stay. */
function withBlocks(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    const from = Math.max(at, start);
    parts.push(text.slice(at, from), text.slice(from, end).replace(/[^\r\n]/g, "█"));
    at = Math.max(at, end);
  }
  return parts.join("") + text.slice(at);
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
