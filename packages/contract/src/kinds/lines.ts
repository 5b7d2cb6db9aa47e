import type { Attributes } from "./kind.js";

/** Replaces line breaks, so that one line of a list stays one line of the text. */
export const oneLine = (line: string): string => line.replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, " ");

/** A text among the attributes; empty where there is none. */
export const attributeText = (attributes: Attributes, key: string): string => String(attributes[key] ?? "");

/** A list of lines among the attributes; empty where there is none. */
export const attributeLines = (attributes: Attributes, key: string): string[] =>
  (attributes[key] as string[] | undefined) ?? [];

/** The lines that lists of attributes add to a text: one per entry, each with its list's label. */
export const labelledLines = (attributes: Attributes, labels: Record<string, string>): string[] =>
  Object.entries(labels).flatMap(([key, label]) =>
    attributeLines(attributes, key).map((line) => `${label}: ${oneLine(line)}`),
  );

/**
 * A text without the lines that its attributes add to it anyway. Whoever corrects a memory starts from its composed
 * text; those lines would stand there twice.
 */
export function withoutLines(text: string, added: readonly string[]): string {
  const left = [...added];
  const kept = text.split("\n").filter((line) => {
    const at = left.indexOf(line.trim());
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return kept.join("\n").trim();
}

/** How much of a text can stand as one line. */
const lineChars = 4_000;

/** The first line of a text that holds something, as a name for the text. */
export function firstLine(text: string): string {
  const line = text.split(/[\p{Cc}\p{Zl}\p{Zp}]+/u).find((one) => one.trim() !== "") ?? "";
  return line
    .trim()
    .slice(0, lineChars)
    .replace(/[\ud800-\udbff]$/u, "")
    .trim();
}
