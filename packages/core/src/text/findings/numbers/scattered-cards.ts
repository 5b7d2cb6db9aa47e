import { matchesIn } from "../../secrets/matches-in.js";
import type { FindingScanner } from "../finding.js";
import { isCard } from "./card.js";
import { Surroundings } from "./surroundings.js";

/** Lines, columns and signs that ordinary numbers are not written with. */
const JOIN = "[ \\t\\r\\n_,.·|*:~-]{1,3}";
const GROUPS = new RegExp(
  `(?<!\\d)(?:\\d{4}${JOIN}\\d{4}${JOIN}\\d{4}${JOIN}\\d{4}|\\d{4}${JOIN}\\d{6}${JOIN}\\d{5}|\\d{13,19})(?!\\d)`,
  "g",
);
const BEFORE = new RegExp(`\\d${JOIN}$`);
const AFTER = new RegExp(`^${JOIN}\\d`);
/** Signs that also stand between the numbers of a list. */
const LISTED = /[,.·|*:~]/;
const CARD =
  /(?:card|credit|debit|visa|master|amex|american express|maestro|\bpan\b|\bcc\b|carte|karte|tarjeta|carta|cart[ãa]o|kaart|kort|karta|карт|カード|卡|카드)[^\d]{0,24}$/iu;
const WORD = /[A-Za-z0-9_-]*$/;
const LETTERS = /^[A-Za-z]*/;

/** Numbers of cards over several lines, between unusual signs, or with letters right before or after them. */
export const scatteredCards: FindingScanner = function* (text) {
  for (const { index: start, 0: written } of matchesIn(text, GROUPS)) {
    const end = start + written.length;
    const before = text.slice(Math.max(0, start - 40), start);
    const after = text.slice(end, end + 16);
    if (BEFORE.test(before.slice(-4)) || AFTER.test(after)) continue;
    const groups = written.match(/\d+/g)!;
    const digits = groups.join("");
    if (!isCard({ digits, shape: groups.map(({ length }) => length).join("-") })) continue;
    if (LISTED.test(written) && !CARD.test(before)) continue;
    if (isMeant(before, after) && !new Surroundings(text, start).isOtherNumber) {
      yield { start, end, detector: "card", type: "card" };
    }
  }
};

/** Letters beside it may be a word, not part of a code such as a1b2-4111. */
function isMeant(before: string, after: string): boolean {
  const word = WORD.exec(before)![0];
  const tail = LETTERS.exec(after)![0];
  if (/^[\d_]/.test(after.slice(tail.length)) && !/^(?:exp|cv[cv])/i.test(tail)) return false;
  if (word === "") return true;
  return /^[A-Za-z]*[a-z][-_]?$|^[A-Z]{2,}[-_]?$/.test(word) && (tail === "" || CARD.test(before));
}
