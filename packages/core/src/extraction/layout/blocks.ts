import { findCues } from "../cues/find-cues.js";
import type { EventCategory, SourceDocument } from "../event.js";
import { describesDocument, headingCategory, labelOf } from "./labels.js";
import type { Line } from "./lines.js";
import { ownLines } from "./own-lines.js";
import { bulletOf, speakerAbove, speakerOf, stampLength } from "./prefixes.js";
import type { Span } from "./sentences.js";
import { isTableRow, tableReader } from "./table.js";

/** A paragraph, an item of a list or a turn of a conversation, and what its layout says about it. */
export interface Block extends Span {
  /** Where the statement begins, with its label: "Decision: …". */
  from: number;
  speaker?: string;
  /** Whom a line of notes names before a colon, or its label in brackets. */
  lead?: string;
  label?: EventCategory;
  heading?: EventCategory;
  isItem: boolean;
  isDone: boolean;
  isOpen: boolean;
}

const wrappedFrom = 55;

/** The blocks of a document in order, without what its writer did not write and what describes the document. */
export function blocksOf({ text, type }: Pick<SourceDocument, "text" | "type">): Block[] {
  const spoken = type === "chat" || type === "transcript";
  const lines = ownLines(text);
  const blocks: Block[] = [];
  let heading: EventCategory | "open" | undefined;
  let speaker: string | undefined;
  let last: Line | undefined;
  const readRow = tableReader();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const trimmed = line.text.trim();
    const previous = last;
    last = undefined;
    if (trimmed === "" || trimmed === "WEBVTT" || /-->/.test(trimmed)) {
      continue;
    }
    if (isTableRow(line)) {
      const row = readRow(line, lines[i + 1]);
      if (row === undefined || heading === "open") continue;
      const { who: lead, isTask, ...rest } = row;
      const told = heading ?? (isTask ? "Commitment" : undefined);
      if (told !== undefined) blocks.push({ ...rest, lead, heading: told, isItem: true, isOpen: false });
      continue;
    }
    const above = speakerAbove(line.text);
    if (above !== undefined && spoken) {
      speaker = above;
      continue;
    }
    const title = headingOf(lines, i, spoken);
    if (title !== undefined) {
      heading = headingCategory(title);
      continue;
    }
    if (previous !== undefined && continues(previous, line) && blocks.length > 0) {
      blocks.at(-1)!.end = line.end;
      last = line;
      continue;
    }
    if (describesDocument(trimmed)) continue;
    if (heading === "open") {
      if (bulletOf(line.text) !== undefined) continue;
      heading = undefined;
    }
    // In a transcript a dash begins what somebody else says.
    if (type === "transcript" && /^\s*[-–—]\s/.test(line.text)) speaker = undefined;
    const block = blockOf(line, spoken, speaker);
    if (block.start >= block.end) continue;
    blocks.push({ ...block, heading });
    if (spoken && block.speaker !== undefined) speaker = block.speaker;
    last = line;
  }
  return blocks;
}

/** Reads the prefixes of a line: bullet, time, speaker, label, in this order. */
function blockOf(line: Line, spoken: boolean, above: string | undefined): Block {
  let at = line.start;
  const rest = () => line.text.slice(at - line.start);
  const bullet = bulletOf(rest());
  at += bullet?.length ?? 0;
  let speaker = spoken ? above : undefined;
  let lead: string | undefined;
  let label = labelOf(rest());
  if (label === undefined) {
    const said = speakerOf(rest());
    if (said !== undefined) {
      at += said.length;
      if (spoken) speaker = said.who;
      else lead = said.who;
      label = labelOf(rest());
    } else if (spoken) at += stampLength(rest());
  }
  const from = lead === undefined ? at : line.start + (bullet?.length ?? 0);
  if (label !== undefined) {
    at += label.length;
    if (label.who !== undefined) lead = label.who;
  }
  return {
    start: label?.isOpen ? line.end : at,
    end: line.end,
    from,
    speaker,
    lead,
    label: label?.category,
    isItem: bullet !== undefined,
    isDone: bullet?.isDone ?? false,
    isOpen: bullet?.isOpen ?? false,
  };
}

/** The words of a heading: marked as one, or a short line of its own above a list or after a blank line. */
function headingOf(lines: Line[], i: number, spoken: boolean): string | undefined {
  const text = lines[i]!.text.trim();
  const marked = /^#{1,6}\s+(.+)$/.exec(text)?.[1] ?? /^\*\*([^*]{2,60})\*\*:?$/.exec(text)?.[1];
  if (marked !== undefined) return marked;
  if (spoken || text.length > 60) return undefined;
  const plain = text.replace(/^\d+(?:\.\d+)*[.)]?\s+/, "");
  if (/[.!?,;]$/.test(plain) || /^[-*•]/.test(text) || /:\s*\S/.test(plain)) return undefined;
  if (plain.split(/\s+/).length > 6) return undefined;
  const next = lines[i + 1]?.text ?? "";
  if (labelOf(plain) !== undefined) return undefined;
  const isBetweenBlanks = (lines[i - 1]?.text.trim() ?? "") === "" && next.trim() === "";
  const standsAlone = isBetweenBlanks && findCues(plain).length === 0;
  const heads = (bulletOf(next) !== undefined && !/^\s*\d/.test(text)) || numbersItems(text, next);
  if (standsAlone || heads || plain.endsWith(":") || headingCategory(plain) !== undefined) return plain;
  return undefined;
}

/** "4. Fees" above "4.1 The client pays …". */
function numbersItems(text: string, next: string): boolean {
  const number = /^(\d{1,2}(?:\.\d{1,2})*)[.)]?\s/.exec(text)?.[1];
  return number !== undefined && next.trimStart().startsWith(`${number}.`) && bulletOf(next) !== undefined;
}

/** Whether a line goes on where the one before it was wrapped. */
function continues(previous: Line, line: Line): boolean {
  if (/[.!?:;]["'”’)]*\s*$/.test(previous.text) && !/^\s*\p{Ll}/u.test(line.text))
    return (
      previous.text.length >= wrappedFrom &&
      bulletOf(line.text) === undefined &&
      speakerOf(line.text) === undefined &&
      labelOf(line.text) === undefined
    );
  if (bulletOf(line.text) !== undefined || labelOf(line.text) !== undefined) return false;
  if (speakerOf(line.text) !== undefined) return false;
  return previous.text.length >= wrappedFrom || (/^\s*\p{Ll}/u.test(line.text) && previous.text.length >= 40);
}
