import { ownTurn } from "../../async/index.js";
import { type ChangedRange, changedRanges } from "./changed-ranges.js";

/** A part of a text that another does not have: deleted ones are at offsets of the first, inserted ones of the second. */
export interface TextChange {
  op: "delete" | "insert";
  start_char: number;
  end_char: number;
  text: string;
}

/** Ends of sentences and lines: what is compared first. */
const sentences = /[^.!?\n]*(?:[.!?]+[^\S\n]*\n*|\n+)|[^.!?\n]+$/gu;
/** What changed sentences are compared by. */
const words = /\s+|[\p{L}\p{N}_]+|█+|./gsu;
/** A change of more words is shown as one. */
const maxWords = 50_000;
/** Pieces that are read before others get a turn: some milliseconds. */
const piecesPerTurn = 20_000;

/** What has to be deleted from the first text and inserted to make the second, in order. */
export async function diffText(from: string, to: string): Promise<TextChange[]> {
  const changes: TextChange[] = [];
  for (const outer of await rangesOf(from, to, sentences)) {
    const [deleted, inserted] = [from.slice(outer.from, outer.fromEnd), to.slice(outer.to, outer.toEnd)];
    for (const range of await rangesOf(deleted, inserted, words, maxWords)) {
      push(changes, "delete", from, outer.from + range.from, outer.from + range.fromEnd);
      push(changes, "insert", to, outer.to + range.to, outer.to + range.toEnd);
    }
  }
  return changes;
}

interface Offsets {
  from: number;
  fromEnd: number;
  to: number;
  toEnd: number;
}

/** Where two texts differ in their pieces, in UTF-16 units. All of it, if there are more pieces than `most`. */
async function rangesOf(from: string, to: string, piece: RegExp, most = Infinity): Promise<Offsets[]> {
  const numbers = new Map<string, number>();
  const a = await piecesOf(from, piece, numbers);
  const b = await piecesOf(to, piece, numbers);
  if (Math.max(a.values.length, b.values.length) > most) {
    return [{ from: 0, fromEnd: from.length, to: 0, toEnd: to.length }];
  }
  return (await changedRanges(a.values, b.values)).map((range: ChangedRange) => ({
    from: a.starts[range.fromStart]!,
    fromEnd: a.starts[range.fromEnd]!,
    to: b.starts[range.toStart]!,
    toEnd: b.starts[range.toEnd]!,
  }));
}

/** The pieces of a text, equal ones by the same number, and where each begins; the last start is the end. */
async function piecesOf(text: string, piece: RegExp, numbers: Map<string, number>) {
  const values: number[] = [];
  const starts: number[] = [];
  for (const { 0: found, index } of text.matchAll(piece)) {
    if (found === "") continue;
    if (values.length % piecesPerTurn === piecesPerTurn - 1) await ownTurn();
    const known = numbers.get(found) ?? numbers.size;
    numbers.set(found, known);
    values.push(known);
    starts.push(index);
  }
  starts.push(text.length);
  return { values, starts };
}

function push(
  changes: TextChange[],
  op: TextChange["op"],
  text: string,
  start_char: number,
  end_char: number,
): void {
  if (end_char > start_char)
    changes.push({ op, start_char, end_char, text: text.slice(start_char, end_char) });
}
