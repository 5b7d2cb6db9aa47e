import type { Evidence } from "../event.js";
import { maxQuoteChars, maxQuoteWords, wordCount } from "./fit-quote.js";

export type EvidenceFault = "quote_not_found" | "quote_ambiguous" | "quote_too_long" | "quote_empty";
export type Verified =
  | { ok: true; evidence: Evidence; repaired: boolean }
  | { ok: false; reason: EvidenceFault };

/**
 * Evidence as it stands in the text. Offsets that are wrong are repaired if the quote is found exactly once; words are
 * never repaired.
 */
export function verifyEvidence(text: string, claimed: Evidence): Verified {
  const { quote, start_char, end_char } = claimed;
  if (quote.trim() === "") return { ok: false, reason: "quote_empty" };
  if (quote.length > maxQuoteChars || wordCount(quote) > maxQuoteWords) {
    return { ok: false, reason: "quote_too_long" };
  }
  const areOffsets =
    Number.isInteger(start_char) && start_char >= 0 && end_char === start_char + quote.length;
  if (areOffsets && text.startsWith(quote, start_char)) {
    return { ok: true, evidence: { quote, start_char, end_char }, repaired: false };
  }
  const at = text.indexOf(quote);
  if (at === -1) return { ok: false, reason: "quote_not_found" };
  if (text.indexOf(quote, at + 1) !== -1) return { ok: false, reason: "quote_ambiguous" };
  return { ok: true, evidence: { quote, start_char: at, end_char: at + quote.length }, repaired: true };
}
