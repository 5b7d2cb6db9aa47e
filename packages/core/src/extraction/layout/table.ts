import type { Line } from "./lines.js";

const row = /^\s*\|.*\|\s*$/;
const separator = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;
const names = /^(?:who|owners?|assignee|name|responsible|person|lead|by whom|assigned to)$/i;
const dates = /^(?:due|due date|deadline|by when|by|when|until|target date|date)$/i;
const done = /^(?:done|completed?|closed|finished|✓|✔|✅)$/i;

export const isTableRow = (line: Line): boolean => row.test(line.text);

/** A row of a table under a heading, as an item of a list. */
export interface Row {
  /** The longest cell says what the row is about. */
  start: number;
  end: number;
  from: number;
  /** What stands in the column for names. */
  who?: string;
  isDone: boolean;
  /** The columns say who does it by when. */
  isTask: boolean;
}

/** A reader of the rows of tables, line by line. Head and separator are no rows. */
export function tableReader(): (line: Line, next: Line | undefined) => Row | undefined {
  let columns: string[] = [];
  return (line, next) => {
    if (next !== undefined && separator.test(next.text)) columns = cellsOf(line).map(({ text }) => text);
    if (separator.test(line.text) || (next !== undefined && separator.test(next.text))) return undefined;
    const cells = cellsOf(line);
    const longest = cells.reduce(
      (best, cell) => (cell.text.length > best.text.length ? cell : best),
      cells[0]!,
    );
    const whoAt = columns.findIndex((column) => names.test(column));
    const [first, last] = [cells.find(({ text }) => text !== ""), cells.findLast(({ text }) => text !== "")];
    if (first === undefined || last === undefined) return undefined;
    return {
      start: longest.start,
      end: last.start + last.text.length,
      from: first.start,
      who: cells[whoAt]?.text || undefined,
      isDone: cells.some(({ text }) => done.test(text)),
      isTask: whoAt !== -1 && columns.some((column) => dates.test(column)),
    };
  };
}

function cellsOf({ text, start }: Line): { start: number; text: string }[] {
  const cells: { start: number; text: string }[] = [];
  for (const match of text.matchAll(/(?<=\|)[^|]*(?=\|)/g)) {
    const lead = match[0].length - match[0].trimStart().length;
    cells.push({ start: start + match.index + lead, text: match[0].trim() });
  }
  return cells;
}
