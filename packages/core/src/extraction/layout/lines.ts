/** A line of a text, without its line break. */
export interface Line {
  start: number;
  end: number;
  text: string;
}

/** The lines of a text with their offsets. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length) {
    const at = text.indexOf("\n", start);
    const next = at === -1 ? text.length : at;
    const end = next > start && text[next - 1] === "\r" ? next - 1 : next;
    lines.push({ start, end, text: text.slice(start, end) });
    if (at === -1) break;
    start = at + 1;
  }
  return lines;
}
