import stringWidth from "string-width";
import { oneLine } from "./plain.js";
import type { Style } from "./style.js";
import { fitTo, padTo } from "./width.js";

const minColumnWidth = 12;

/** Whether the rows fit into the terminal. */
export function fitsTable(headings: string[], rows: string[][], style: Style): boolean {
  const total = sum(columnWidths(headings, rows)) + 2 * (headings.length - 1);
  return style.width === undefined || total <= style.width;
}

const columnWidths = (headings: string[], rows: string[][]) =>
  headings.map((heading, at) =>
    Math.max(stringWidth(heading), ...rows.map((row) => stringWidth(oneLine(row[at] ?? "")))),
  );

/** Rows under headings. In a terminal the widest columns are shortened until a row fits. */
export function table(headings: string[], rows: string[][], style: Style): string {
  const cells = rows.map((row) => row.map(oneLine));
  const widths = columnWidths(headings, rows);
  if (style.width !== undefined) shrink(widths, style.width - 2 * (widths.length - 1));
  const line = (row: string[]) =>
    row
      .map((cell, at) => padTo(fitTo(cell, widths[at] ?? 0), widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  return [style.paint("bold", line(headings)), ...cells.map(line)].join("\n");
}

function shrink(widths: number[], room: number): void {
  for (let over = sum(widths) - room; over > 0; over = sum(widths) - room) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= minColumnWidth) return;
    widths[widest] = Math.max(minColumnWidth, width - Math.max(1, Math.min(over, width >> 2)));
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);
