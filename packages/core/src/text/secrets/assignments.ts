import { isStandIn, looksRandom, looksTyped } from "./credential-look.js";
import { JOINING, PASSWORD, UNSURE_PASSWORD } from "./password-words.js";
import { isPinField } from "./pins.js";
import type { Scanner } from "./span.js";

const NAMED_KEY =
  "api[ _-]?key|(?:access|secret|private|auth|encryption|signing|account)[ _-]?key|(?:access|refresh|auth|id|session|api)[ _-]?token|client[ _-]?secret";
/** The name of a secret, a closing quote after it, and what joins it to its value. */
const KEY = new RegExp(
  `(?<name>${PASSWORD}|${NAMED_KEY}|(?<![a-z])(?:pass|pw|${UNSURE_PASSWORD})|token|secret|credentials?)(?:\\\\?["'\`])?(?<join>[ \\t]{0,8}(?::=|=>|->|[:=→⇒])[ \\t]{0,8}|>|${JOINING}| )(?<open>[«„“”「『]\\s?)?`,
  "gi",
);
const STRONG = new RegExp(`^(?:${PASSWORD}|${NAMED_KEY})$`, "i");
const PASSWORD_NAME = new RegExp(`^(?:${PASSWORD}|pw|${UNSURE_PASSWORD})$`, "i");
/** Nobody tells a password by the word before it alone: "reset the password bob42" names somebody. */
const NO_BARE =
  /(?:re-?set|chang|forg[oe]t|lost|rotat|updat|recover|sett?|creat)\w{0,6}[ \t](?:[a-z']{1,12}[ \t])?$/i;
const BARE_NAME = new RegExp(`^(?:${PASSWORD})$`, "i");
const REST = /[^\s"'`<>;&»„“”」』]*/y;
/** An ampersand that ends a value: before the next field of a query, or in an entity. */
const NEXT_FIELD = /&(?:[\w.[\]%-]{1,64}=|[a-z]{2,8};|#|&|$)/y;
/** Scripts without blanks: the sentence goes on right after the value. */
const UNSPACED = /(?<=[\x21-\x7e])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const QUOTE = /\\?(["'`])/y;
const CLAUSE_END =
  /^(?:[.,;:!?)\]}&<]|[ \t]*(?:$|[\n\r])|[ \t](?:for|and|or|but|then|until|works|please|thanks|für|und|pour|et|para|y)\b)/;
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
  /** A clause ends with it. */
  ends: boolean;
}

/** Values of settings that are named like secrets: `password: hunter2`, `API_KEY="…"`, `--token …`. */
export const assignments: Scanner = function* (text) {
  const finder = new RegExp(KEY);
  const endOf = runs(text);
  for (let match = finder.exec(text); match !== null; match = finder.exec(text)) {
    const { name = "", join = "" } = match.groups ?? {};
    const before = text.slice(Math.max(0, match.index - 24), match.index);
    const explicit = join === " " ? /--[a-z-]*$/.test(before) : join === ">" && /[<:]$/.test(before);
    const isBare = join === " " && !explicit && BARE_NAME.test(name) && !NO_BARE.test(before);
    if ((join === " " || join === ">") && !explicit && !isBare) continue;
    const value = valueAt(text, finder.lastIndex, endOf);
    if (!value) continue;
    const { text: said, ends } = value;
    if (isBare ? !looksTyped(said, ends) : !isSecretValue(name, join.trim(), value, explicit)) continue;
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
    if (from < start || from >= end) [start, end] = [from, endOfRun(text, from)];
    return Math.max(from, end);
  };
}

function endOfRun(text: string, from: number): number {
  for (let at = from; ; at++) {
    REST.lastIndex = at;
    at += REST.exec(text)?.[0].length ?? 0;
    NEXT_FIELD.lastIndex = at;
    if (text.charAt(at) !== "&" || NEXT_FIELD.test(text)) return at;
  }
}

function valueAt(text: string, from: number, endOf: (from: number) => number): Value | undefined {
  QUOTE.lastIndex = from;
  const quote = QUOTE.exec(text)?.[1];
  const start = quote ? QUOTE.lastIndex : from;
  if (quote) {
    const window = text.slice(start, start + MAX_QUOTED);
    const close = window.search(quote === "`" ? /`|\n/ : quote === '"' ? /\\?"|\n/ : /\\?'|\n/);
    if (close > 0 && window[close] !== "\n")
      return { text: window.slice(0, close), start, quoted: true, last: true, ends: true };
  }
  let end = Math.min(endOf(start), start + MAX_VALUE);
  const goesOn = text.slice(start, end).search(UNSPACED);
  if (goesOn > 0) end = start + goesOn;
  const fewest = Math.max(start, end - 8);
  while (end > fewest && CLOSING.includes(text.charAt(end - 1))) end--;
  if (end === start) return undefined;
  const run = text.slice(start, end);
  const after = text.slice(end, end + 16);
  return {
    ...{ text: run, start, quoted: false },
    last: /^(?:[.?)\]} \t]*(?:$|[\n\r#])|[,;&<])/.test(after),
    ends: CLAUSE_END.test(after),
  };
}

function isSecretValue(
  name: string,
  join: string,
  { text, quoted, last }: Omit<Value, "ends">,
  explicit: boolean,
): boolean {
  if (isStandIn(text)) return false;
  const strong = STRONG.test(name);
  const digits = /^\d+$/.test(text);
  if (/\p{L}/u.test(join))
    return PASSWORD_NAME.test(name) && (looksRandom(text) || (digits && text.length >= 6));
  // An arrow also says what becomes of something.
  if (/[→⇒]/.test(join)) return looksRandom(text);
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
  const whole = { text: value, start: 0, quoted: true, last: true, ends: true };
  return isPinField(key, value) || (name !== undefined && isSecretValue(name, ":", whole, false));
}
