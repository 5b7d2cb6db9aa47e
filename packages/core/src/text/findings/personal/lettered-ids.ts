import { matchesIn } from "../../secrets/matches-in.js";
import type { FindingScanner } from "../finding.js";
import { remainder } from "../numbers/check-digits.js";
import { isResidentId } from "../numbers/national-numbers.js";
import { isNamed } from "../numbers/surroundings.js";

interface LetteredId {
  type: string;
  pattern: RegExp;
  check(id: string): boolean;
  /** If given, it counts only beside one of these words, unless it is written in capitals. */
  names?: RegExp;
}

const WORD = "(?<![A-Za-z0-9_])";
const END = "(?![A-Za-z0-9_])";
const pattern = (body: string) => new RegExp(WORD + body + END, "gi");

/** The letters that check Spanish ids. */
const isDni = (id: string) => {
  const digits = id.slice(0, -1).replace(/^[XYZ]/, (first) => String("XYZ".indexOf(first)));
  return "TRWAGMYFPDXBNJZSQVHLCKE"[Number(digits) % 23] === id.at(-1);
};

const ODD = "BAKPLCQDREVOSFTGUHMINJWZYX";
/** Letters may stand for the digits of a codice fiscale. */
const isCodiceFiscale = (id: string) => {
  let sum = 0;
  for (let at = 0; at < 15; at++) {
    const code = id.charCodeAt(at);
    const value = code < 65 ? code - 48 : code - 65;
    sum += at % 2 === 0 ? ODD.indexOf(String.fromCharCode(65 + value)) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === id[15];
};

/** Departments of Corsica have a letter. */
const isCorsicanNir = (id: string) => {
  const digits = id.replace("2A", "19").replace("2B", "18");
  return 97 - remainder(digits.slice(0, 13), 97) === Number(digits.slice(13));
};

const MONTHLY = "[\\dLMNPQRSTUV]";
const ids: readonly LetteredId[] = [
  {
    type: "uk_nino",
    pattern: pattern("[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ -]?\\d{2}[ -]?\\d{2}[ -]?\\d{2}[ -]?[A-D]"),
    check: (id) => !/^(?:BG|GB|NK|KN|TN|NT|ZZ)/.test(id),
    names: /national insurance|\bnino?\b|\bni (?:no|number)/i,
  },
  {
    type: "es_dni",
    pattern: pattern("(?:\\d{8}|\\d{2}\\.\\d{3}\\.\\d{3})[ -]?[A-HJ-NP-TV-Z]"),
    check: isDni,
    names: /\b(?:dni|nif)\b|documento nacional|identity/i,
  },
  {
    type: "es_nie",
    pattern: pattern("[XYZ][ -]?\\d{7}[ -]?[A-HJ-NP-TV-Z]"),
    check: isDni,
    names: /\b(?:nie|nif)\b|extranjero|foreigner/i,
  },
  {
    type: "it_codice_fiscale",
    pattern: pattern(`[A-Z]{6} ?${MONTHLY}{2}[A-EHLMPRST]${MONTHLY}{2} ?[A-Z]${MONTHLY}{3}[A-Z]`),
    check: isCodiceFiscale,
  },
  {
    type: "in_pan",
    pattern: pattern("[A-Z]{3}[ABCFGHJLPT][A-Z]\\d{4}[A-Z]"),
    check: (id) => !/^(.)\1{4}/.test(id),
    names: /\bpan\b|permanent account|income[ -]tax|आयकर|पैन/i,
  },
  { type: "cn_resident_id", pattern: pattern("\\d{17}X"), check: isResidentId },
  {
    type: "fr_nir",
    pattern: pattern("[123478] ?\\d{2} ?\\d{2} ?2[AB] ?\\d{3} ?\\d{3} ?\\d{2}"),
    check: isCorsicanNir,
  },
];

/** National ids that hold letters. */
export const letteredIds: FindingScanner = function* (text) {
  for (const { type, pattern, check, names } of ids) {
    for (const { index: start, 0: written } of matchesIn(text, pattern)) {
      const end = start + written.length;
      const id = written.toUpperCase().replace(/[ .-]/g, "");
      if (!check(id)) continue;
      const plain = written === written.toUpperCase() && !/^[\d.]+ [A-Z]$/.test(written);
      if (names === undefined || plain || isNamed(text, { start, end }, names)) {
        yield { start, end, detector: "national_id", type };
      }
    }
  }
};
