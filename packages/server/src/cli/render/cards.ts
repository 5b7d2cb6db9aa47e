import stringWidth from "string-width";
import { oneLine, plain } from "./plain.js";
import type { Style } from "./style.js";

/** Fields that hold what a record says; the rest is about it. */
const sayings = ["text", "decision", "title", "content", "prompt"];

/** One record after another, for those that are too wide to be rows: id and saying first, then all else. */
export function cards(
  names: string[],
  rows: string[][],
  { label, style }: { label: (name: string) => string; style: Style },
): string {
  const idAt = Math.max(
    0,
    names.findIndex((name) => name.endsWith("_id") || name === "seq"),
  );
  const saidAt = names.findIndex((name) => sayings.includes(name));
  return rows
    .map((row) => {
      const said = saidAt === -1 ? "" : `  ${plain(row[saidAt] ?? "")}`;
      const facts = names.flatMap((name, at) =>
        at === idAt || at === saidAt || row[at] === "-" ? [] : [`${label(name)} ${oneLine(row[at] ?? "")}`],
      );
      return [
        `${style.paint("bold", row[idAt] ?? "")}${said}`,
        ...joined(facts, (style.width ?? 80) - 2).map((line) => `  ${style.paint("dim", line)}`),
      ].join("\n");
    })
    .join("\n");
}

/** Facts on as few lines as hold them; a fact is never broken. */
function joined(facts: string[], width: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const longer = last === undefined ? fact : `${last} · ${fact}`;
    if (last === undefined || stringWidth(longer) > width) lines.push(fact);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
