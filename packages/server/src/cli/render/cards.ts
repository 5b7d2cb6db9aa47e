import stringWidth from "string-width";
import { oneLine, plain } from "./layout/plain.js";
import type { Style } from "./layout/style.js";

/** Fields that hold the text of a record. */
const textFields = ["text", "decision", "title", "content", "prompt"];

/** Records that are too wide for a table, one after another: id and text first, then the other fields. */
export function cards(
  names: string[],
  rows: string[][],
  { label, style }: { label: (name: string) => string; style: Style },
): string {
  const idAt = Math.max(
    0,
    names.findIndex((name) => name.endsWith("_id") || name === "seq"),
  );
  const textAt = names.findIndex((name) => textFields.includes(name));
  return rows
    .map((row) => {
      const text = textAt === -1 ? "" : `  ${plain(row[textAt] ?? "")}`;
      const facts = names.flatMap((name, at) =>
        at === idAt || at === textAt || row[at] === "-" ? [] : [`${label(name)} ${oneLine(row[at] ?? "")}`],
      );
      return [
        `${style.paint("bold", row[idAt] ?? "")}${text}`,
        ...joinedFacts(facts, (style.width ?? 80) - 2).map((line) => `  ${style.paint("dim", line)}`),
      ].join("\n");
    })
    .join("\n");
}

/** Facts on as few lines as possible; no fact is split. */
export function joinedFacts(facts: string[], width: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const longer = last === undefined ? fact : `${last} · ${fact}`;
    if (last === undefined || stringWidth(longer) > width) lines.push(fact);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
