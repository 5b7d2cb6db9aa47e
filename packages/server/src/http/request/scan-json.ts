import { limits, PalimpsestError } from "@palimpsest/contract";

const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/**
 * One pass over JSON text before it is parsed: refuses nesting past a cap, which parsers and the embedded
 * engine answer badly, a key that stands twice in one object, which two parsers may read differently, and the
 * key `__proto__`, which some readers drop without a word.
 * It does not judge the grammar; the parser does.
 */
export function scanJson(text: string, maxDepth: number = limits.jsonDepth): void {
  // One entry for each open bracket: the keys seen so far, or undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case openBrace:
      case openBracket: {
        if (open.length >= maxDepth)
          throw new PalimpsestError("TOO_DEEP", `Nested more than ${maxDepth} levels deep.`);
        keyNext = text.charCodeAt(at) === openBrace;
        open.push(keyNext ? new Set() : undefined);
        break;
      }
      case closeBrace:
      case closeBracket:
        open.pop();
        keyNext = false;
        break;
      case comma:
        keyNext = open.at(-1) !== undefined;
        break;
      case quote: {
        const end = stringEnd(text, at);
        if (keyNext) addKey(open.at(-1), text, at, end);
        keyNext = false;
        at = end;
        break;
      }
    }
  }
}

/** Where the string that opens at `start` closes; the text's end if it never does. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    at += code === backslash ? 2 : 1;
  }
  return text.length;
}

function addKey(keys: Set<string> | undefined, text: string, start: number, end: number): void {
  const raw = text.slice(start + 1, end);
  const key = raw.includes("\\") ? unescaped(raw) : raw;
  if (key === undefined || keys === undefined) return;
  if (key === "__proto__") {
    throw new PalimpsestError("VALIDATION_ERROR", "The key __proto__ cannot be stored; use another name.");
  }
  if (keys.has(key)) {
    throw new PalimpsestError(
      "INVALID_JSON",
      `A key stands twice in one object (at character ${start}); send it once.`,
    );
  }
  keys.add(key);
}

/** The key that an escaped spelling stands for; undefined where the parser will refuse it anyway. */
function unescaped(raw: string): string | undefined {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
