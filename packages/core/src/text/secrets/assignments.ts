import { isStandIn, looksRandom } from "./credential-look.js";
import { JOINING, PASSWORD, UNSURE_PASSWORD } from "./password-words.js";
import type { Scanner } from "./span.js";

const NAMED_KEY =
  "api[ _-]?key|(?:access|secret|private|auth|encryption|signing|account)[ _-]?key|(?:access|refresh|auth|id|session|api)[ _-]?token|client[ _-]?secret";
/** The name of a secret, a closing quote after it, and what joins it to its value. */
const KEY = new RegExp(
  `(?<name>${PASSWORD}|${NAMED_KEY}|(?<![a-z])(?:pass|pw|${UNSURE_PASSWORD})|token|secret|credentials?)(?:\\\\?["'\`])?(?<join>[ \\t]{0,8}(?::=|=>|->|[:=])[ \\t]{0,8}|>|${JOINING}| )(?<open>[«„“”「『]\\s?)?`,
  "gi",
);
const STRONG = new RegExp(`^(?:${PASSWORD}|${NAMED_KEY})$`, "i");
const PASSWORD_NAME = new RegExp(`^(?:${PASSWORD}|pw|${UNSURE_PASSWORD})$`, "i");
const REST = /[^\s"'`<>;&»„“”」』]*/y;
/** Scripts without blanks: the sentence goes on right after the value. */
const UNSPACED = /(?<=[\x21-\x7e])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const QUOTE = /\\?(["'`])/y;
/** How much is checked of a value in quotation marks, and of another. */
const MAX_QUOTED = 512;
const MAX_VALUE = 256;
const CLOSING = ".,:?)]}";

interface Value {
  text: string;
  start: number;
  quoted: boolean;
  /** Only punctuation follows on the line, as after a setting and unlike in a sentence. */
  last: boolean;
}

/** Values of settings that are named like secrets: `password: hunter2`, `API_KEY="…"`, `--token …`. */
export const assignments: Scanner = function* (text) {
  const finder = new RegExp(KEY);
  const endOf = runs(text);
  for (let match = finder.exec(text); match !== null; match = finder.exec(text)) {
    const { name = "", join = "" } = match.groups ?? {};
    const before = text.slice(Math.max(0, match.index - 24), match.index);
    const explicit = join === " " ? /--[a-z-]*$/.test(before) : join === ">" && /[<:]$/.test(before);
    if ((join === " " || join === ">") && !explicit) continue;
    const value = valueAt(text, finder.lastIndex, endOf);
    if (!value || !isSecretValue(name, join.trim(), value, explicit)) continue;
    // A longer value than what was checked is masked to its end.
    const whole = value.quoted || endOf(value.start) <= value.start + MAX_VALUE;
    const end = whole ? value.start + value.text.length : endOf(value.start);
    yield { start: value.start, end, type: PASSWORD_NAME.test(name) ? "password" : "assigned_secret" };
    finder.lastIndex = end;
  }
};

/** Where the run of characters without blanks and quotes ends in which a place lies. Each run is read once. */
function runs(text: string): (from: number) => number {
  let [start, end] = [0, -1];
  return (from) => {
    if (from < start || from >= end) {
      start = from;
      REST.lastIndex = from;
      end = from + (REST.exec(text)?.[0].length ?? 0);
    }
    return Math.max(from, end);
  };
}

function valueAt(text: string, from: number, endOf: (from: number) => number): Value | undefined {
  QUOTE.lastIndex = from;
  const quote = QUOTE.exec(text)?.[1];
  const start = quote ? QUOTE.lastIndex : from;
  if (quote) {
    const window = text.slice(start, start + MAX_QUOTED);
    const close = window.search(quote === "`" ? /`|\n/ : quote === '"' ? /\\?"|\n/ : /\\?'|\n/);
    if (close > 0 && window[close] !== "\n")
      return { text: window.slice(0, close), start, quoted: true, last: true };
  }
  let end = Math.min(endOf(start), start + MAX_VALUE);
  const goesOn = text.slice(start, end).search(UNSPACED);
  if (goesOn > 0) end = start + goesOn;
  const fewest = Math.max(start, end - 8);
  while (end > fewest && CLOSING.includes(text.charAt(end - 1))) end--;
  if (end === start) return undefined;
  const run = text.slice(start, end);
  const after = text.slice(end, end + 16);
  return { text: run, start, quoted: false, last: /^(?:[.?)\]} \t]*(?:$|[\n\r#])|[,;&<])/.test(after) };
}

function isSecretValue(
  name: string,
  join: string,
  { text, quoted, last }: Value,
  explicit: boolean,
): boolean {
  if (isStandIn(text)) return false;
  const strong = STRONG.test(name);
  const digits = /^\d+$/.test(text);
  if (/\p{L}/u.test(join))
    return PASSWORD_NAME.test(name) && (looksRandom(text) || (digits && text.length >= 6));
  if (quoted && /\s/.test(text)) return /phrase/i.test(name) || (strong && /\d/.test(text));
  if (digits) return PASSWORD_NAME.test(name) ? text.length >= 4 : strong && text.length >= 8;
  if (looksRandom(text)) return true;
  if (/^token$/i.test(name)) return join === "=" && text.length >= 8 && last && !quoted;
  if (/^pass$/i.test(name) && join !== "=") return false;
  return text.length >= 4 && (explicit || quoted || (last && (strong || join === "=")));
}

const FIELD = new RegExp(`(?:${PASSWORD}|${NAMED_KEY}|token|secret|credentials?)$`, "i");

/** The same check for a key of an object and its string value. */
export function isSecretField(key: string, value: string): boolean {
  const name = FIELD.exec(key)?.[0];
  return (
    name !== undefined && isSecretValue(name, ":", { text: value, start: 0, quoted: true, last: true }, false)
  );
}
