import { matchesIn } from "../../secrets/matches-in.js";
import type { FindingScanner } from "../finding.js";
import { remainder } from "../numbers/check-digits.js";

/** How many characters the IBANs of a country have. */
const LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18
  FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
  LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24
  SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);
const BEGIN = /(?<![A-Za-z0-9])[A-Za-z]{2}[ -]?\d{2}/g;
const SIGN = /[A-Za-z0-9]/;

/** International bank account numbers, with or without blanks between their groups. */
export const ibans: FindingScanner = function* (text) {
  for (const { index: start, 0: begin } of matchesIn(text, BEGIN)) {
    const length = LENGTHS.get(begin.slice(0, 2).toUpperCase());
    const end = length === undefined ? undefined : endAfter(text, start, length);
    if (end === undefined || SIGN.test(text.charAt(end))) continue;
    if (isIban(text.slice(start, end).replace(/[ .-]/g, "").toUpperCase())) {
      yield { start, end, detector: "iban", type: "iban" };
    }
  }
};

/** The end of so many letters and digits, with at most one blank, dot or dash between two of them. */
function endAfter(text: string, start: number, length: number): number | undefined {
  let at = start;
  for (let found = 0; found < length; at++) {
    if (SIGN.test(text.charAt(at))) found++;
    else if (!/[ .-]/.test(text.charAt(at)) || !SIGN.test(text.charAt(at - 1))) return undefined;
  }
  return at;
}

function isIban(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return remainder(digits, 97) === 1;
}
