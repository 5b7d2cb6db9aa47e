/** A Markdown table. */
export function table(headings: string[], rows: string[][]): string {
  const line = (cells: string[]) => `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
  return [line(headings), `|${headings.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
