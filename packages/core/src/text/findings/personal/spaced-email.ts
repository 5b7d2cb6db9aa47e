import { matchesIn } from "../../secrets/matches-in.js";
import type { FindingScanner } from "../finding.js";
import { emails } from "./email.js";

/** Single characters with a blank after each: a n n @ e x a m p l e . o r g */
const SPACED = /(?<!\S)(?:\S ){6,200}\S(?!\S)/g;

/** Addresses that are written letter by letter. */
export const spacedEmails: FindingScanner = function* (text, how) {
  for (const { index, 0: letters } of matchesIn(text, SPACED)) {
    if (!letters.includes("@")) continue;
    for (const { start, end, detector } of emails(letters.replaceAll(" ", ""), how)) {
      yield { start: index + 2 * start, end: index + 2 * end - 1, detector, type: "spaced_email" };
    }
  }
};
