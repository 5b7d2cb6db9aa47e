import { atOnce, type Sliced } from "../../async/index.js";
import { type Shadow, shadowOf, unmarkedShadowOf } from "../secrets/shadow.js";
import { type Detector, detectors, type Finding, type FindingScanner } from "./finding.js";
import { numbers } from "./numbers/numbers.js";
import { scatteredCards } from "./numbers/scattered-cards.js";
import { emails } from "./personal/email.js";
import { ibans } from "./personal/iban.js";
import { ips } from "./personal/ip.js";
import { letteredIds } from "./personal/lettered-ids.js";
import { spacedEmails } from "./personal/spaced-email.js";
import { spelledEmails } from "./personal/spelled-email.js";
import { encodedWordsRead } from "./readings/encoded-words.js";
import { escapesResolved } from "./readings/escapes.js";
import { numeralsAsDigits } from "./readings/numerals.js";
import { turnedShadowOf } from "./readings/turned.js";
import { secretScanner } from "./secret-scanner.js";

const secrets: FindingScanner[] = [secretScanner];
const personal: FindingScanner[] = [
  ibans,
  letteredIds,
  emails,
  spelledEmails,
  spacedEmails,
  ips,
  numbers,
  scatteredCards,
];
/** What consists of digits, also with letters among them, is looked for in numbers that are written in words. */
const numbered: FindingScanner[] = [numbers, letteredIds, ibans];

/** Every secret and all personal data in a text, in order and without overlaps, also what is written in disguise. */
export const sensitiveIn = (text: string): Sliced<Finding[]> =>
  found(text, [...secrets, ...personal], numbered);
export const findSensitive = (text: string): Finding[] => atOnce(sensitiveIn(text));

/** Personal data alone, of a text whose secrets are masked. */
export const personalIn = (text: string): Sliced<Finding[]> => found(text, personal, numbered);

/** Secrets alone, also in disguise. */
export const findSecrets = (text: string): Finding[] => atOnce(found(text, secrets, []));

/** So many characters are scanned before others get a turn: a few milliseconds, whatever the text. */
const SLICE = 65_536;

function* found(text: string, scanners: FindingScanner[], ofNumerals: FindingScanner[]): Sliced<Finding[]> {
  const findings: Finding[] = [];
  let scanned = 0;
  function* scan(reading: Shadow, these: FindingScanner[], spelled = false): Sliced<void> {
    for (const scanner of these) {
      scanned += reading.text.length;
      if (scanned > SLICE) {
        yield;
        scanned = reading.text.length;
      }
      for (const finding of scanner(reading.text, { spelled })) findings.push(placed(reading, finding));
    }
  }
  const readings = knownReadings(text);
  for (const reading of readings) yield* scan(reading, scanners);
  const numerals = ofNumerals.length > 0 ? numeralsAsDigits(readings[0]) : undefined;
  if (numerals) yield* scan(numerals, ofNumerals, true);
  return merged(findings);
}

let last: { text: string; readings: [Shadow, ...Shadow[]] } | undefined;
const longestKept = 10_000;

/** What was looked at for secrets is looked at for personal data next. */
function knownReadings(text: string): [Shadow, ...Shadow[]] {
  if (last?.text === text) return last.readings;
  const readings = readingsOf(text);
  if (text.length <= longestKept) last = { text, readings };
  return readings;
}

/** What is encoded may be encoded again so many times. */
const ROUNDS = 3;

/**
 * A text without what hides its signs; then, if they differ, with its escapes resolved and with its encoded words read,
 * without marks on its letters, and in the order in which it is shown. Quoted-printable is a reading of its own: in
 * `key=42…` the equals sign is no escape.
 */
export function readingsOf(text: string): [Shadow, ...Shadow[]] {
  const plain = shadowOf(text);
  const readings: [Shadow, ...Shadow[]] = [plain];
  let last: Shadow | undefined = plain;
  for (let round = 0; round < ROUNDS && last; round++) {
    const escaped = escapesResolved(last);
    const encoded = encodedWordsRead(escaped ?? last);
    const quoted = escapesResolved(escaped ?? last, { quotedPrintable: true });
    const ofQuoted = quoted && encodedWordsRead(quoted);
    for (const reading of [escaped, encoded, quoted, ofQuoted]) if (reading) readings.push(reading);
    last = encoded ?? ofQuoted;
  }
  for (const reading of [unmarkedShadowOf(text), turnedShadowOf(text)]) if (reading) readings.push(reading);
  return readings;
}

function placed({ original }: Shadow, { start, end, detector, type }: Finding): Finding {
  const [from, to] = original(start, end);
  return { start: from, end: to, detector, type };
}

/** Joins what overlaps; the strictest of the detectors names it. */
function merged(findings: Finding[]): Finding[] {
  const result: Finding[] = [];
  for (const finding of findings.sort((a, b) => a.start - b.start || rank(a.detector) - rank(b.detector))) {
    const last = result.at(-1);
    if (last === undefined || finding.start >= last.end) {
      result.push({ ...finding });
      continue;
    }
    if (rank(finding.detector) < rank(last.detector)) {
      last.detector = finding.detector;
      last.type = finding.type;
    }
    last.end = Math.max(last.end, finding.end);
  }
  return result;
}

const rank = (detector: Detector) => detectors.indexOf(detector);
