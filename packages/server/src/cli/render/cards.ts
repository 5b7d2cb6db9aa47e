import stringWidth from "string-width";
import { indent } from "./layout/indent.js";
import { oneLine, plain } from "./layout/plain.js";
import type { Style } from "./layout/style.js";
import { wrap } from "./layout/wrap.js";

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
      const id = row[idAt] ?? "";
      const room = style.width === undefined ? undefined : style.width - 2;
      // The text goes on below the id, so the first line has less room.
      const text = textAt === -1 ? "" : plain(row[textAt] ?? "");
      const beside = stringWidth(id) + 2 + stringWidth(text) <= (style.width ?? Number.POSITIVE_INFINITY);
      const shown = text === "" ? "" : beside ? `  ${text}` : `\n${indent(wrap(text, room))}`;
      const facts = names.flatMap((name, at) =>
        at === idAt || at === textAt || row[at] === "-" ? [] : [`${label(name)} ${oneLine(row[at] ?? "")}`],
      );
      return [
        `${style.paint("bold", id)}${shown}`,
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
