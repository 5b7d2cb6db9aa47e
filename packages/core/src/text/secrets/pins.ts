import { matchesIn } from "./matches-in.js";
import type { Scanner } from "./span.js";

const VERBS = "is|was|ist|war|lautet|est|es|è|é|är|это";
/** A PIN, what else it is called, what joins it to its digits, and these: four to eight, and not part of something longer. */
const PIN = new RegExp(
  [
    "(?<![\\p{L}\\p{N}_])(?<name>pin|geheimzahl|пин|暗証番号)(?<kind>[ -]?(?:code|number|nummer|kode|код))?",
    `["'\`]?(?<join>[ \\t]{0,3}[:：=][ \\t]{0,3}|[ \\t](?:${VERBS}):?[ \\t]|[ \\t]?[はが][ \\t]?|[ \\t])["'\`„“”「]?`,
    "(?<digits>\\d{4,8})(?![\\p{sc=Latin}\\p{N}_-]|[.,:/]\\d)",
  ].join(""),
  "giu",
);
/** Words before it that say whose or of what it is. */
const OWNED =
  /(?:^|[^\p{L}])(?:my|your|his|her|their|our|card|bank|sim|door|phone|atm|debit|credit|safe|alarm|gate|meine?|deine?|seine?|ihre?|unsere?|mon|ma|mi|min|mijn)(?:[ \t][\p{L}-]{2,12})?[ \t-]$/iu;
const YEAR = /^(?:19|20)\d\d$/;
const END = /^["'`”“」]?(?:[.,;!?)\]}<]|です|[ \t]*(?:$|[\r\n]))/;

/** "PIN 4711", "my pin is 4711". A PIN of six digits is a postal code in India, so that needs a word that says whose. */
export const pins: Scanner = function* (text) {
  for (const match of matchesIn(text, PIN)) {
    const { name = "", join = "", digits = "" } = match.groups ?? {};
    const end = match.index + match[0].length;
    const isOwned = OWNED.test(text.slice(Math.max(0, match.index - 32), match.index));
    if (!isPin(name, join, digits, isOwned, END.test(text.slice(end, end + 8)))) continue;
    yield { start: end - digits.length, end, type: "pin" };
  }
};

function isPin(name: string, join: string, digits: string, isOwned: boolean, ends: boolean): boolean {
  if (isOwned) return true;
  if (digits.length === 6) return false;
  if (join.trim() !== "" || !/^pin$/i.test(name)) return true;
  return name === "PIN" && (ends || !YEAR.test(digits));
}

/** The same check for a key of an object and its value. */
export const isPinField = (key: string, value: string): boolean =>
  /(?:^|[^a-z])pin(?:[ _-]?code)?$/i.test(key) && /^\d{4,8}$/.test(value) && value.length !== 6;
