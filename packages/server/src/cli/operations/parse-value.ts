import { PalimpsestError } from "@palimpsest/contract";
import { lostDigits } from "../../surface/json/lost-digits.js";
import { readJson } from "../../surface/json/read-json.js";
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
      return parseItems(field, words);
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

function parseItems(field: Field, words: string[]): unknown[] {
  if (field.items === "json") return words.map((word) => parseJson(field, word));
  const items = field.splits ? words.flatMap((word) => word.split(",").map((item) => item.trim())) : words;
  const isNumber = field.items === "integer" || field.items === "number";
  return isNumber ? items.map((item) => parseNumber(field, item)) : items;
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
    return readJson(source);
  } catch (error) {
    if (!(error instanceof PalimpsestError)) throw error;
    throw new UsageError(`--${field.flag} ${problemOf(error, source)}`);
  }
}

function problemOf(error: PalimpsestError, source: string): string {
  const lost = lostDigits(source);
  if (lost !== undefined) {
    const where = lost === "" ? "" : ` at ${lost}`;
    return `holds a whole number${where} that would lose digits; give it as text.`;
  }
  if (error.cause instanceof SyntaxError) {
    return "must be JSON, @file.json, or - to read stdin; this is not valid JSON.";
  }
  return `cannot be taken. ${error.message}`;
}
