import stringWidth from "string-width";

/** Text broken between words into lines of so many columns. A longer word stands on a line of its own. */
export function wrap(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  return text
    .split("\n")
    .map((line) => wrapLine(line, width))
    .join("\n");
}

function wrapLine(line: string, width: number): string {
  if (stringWidth(line) <= width) return line;
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/ +/)) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current === "" || stringWidth(longer) <= width) current = longer;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current].join("\n");
}
