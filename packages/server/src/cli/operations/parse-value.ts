import { UsageError } from "../usage-error.js";
import type { Field } from "./fields.js";
import { readText, readTextFile } from "./read-text.js";

/** Read for the value `-`. */
export type Stdin = AsyncIterable<Buffer | string>;

/** The JSON value of a field, from the words of the command line. */
export async function parseValue(field: Field, words: string[], stdin: Stdin): Promise<unknown> {
  const [first = ""] = words;
  switch (field.type) {
    case "list":
      return words.flatMap((word) => (field.splits ? word.split(",").map((item) => item.trim()) : [word]));
    case "integer":
    case "number":
      return parseNumber(field, first);
    case "boolean":
      return first === "true";
    case "json":
      return parseJson(field, await sourceOf(first, stdin));
    default:
      if (field.file) return first === "-" ? readText(stdin, "stdin") : readTextFile(first);
      return field.prose && first === "-" && words.length === 1
        ? (await readText(stdin, "stdin")).trimEnd()
        : words.join(" ");
  }
}

function parseNumber(field: Field, word: string): number {
  const value = Number(word);
  if (word.trim() === "" || !Number.isFinite(value)) {
    throw new UsageError(`--${field.flag} must be a number (${field.placeholder}), not "${word}".`);
  }
  return value;
}

/** The JSON text itself, the content of `@file`, or stdin for `-`. */
async function sourceOf(word: string, stdin: Stdin): Promise<string> {
  if (word === "-") return readText(stdin, "stdin");
  if (!word.startsWith("@")) return word;
  return readTextFile(word.slice(1));
}

function parseJson(field: Field, source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new UsageError(
      `--${field.flag} must be JSON, @file.json, or - to read stdin; this is not valid JSON.`,
    );
  }
}
