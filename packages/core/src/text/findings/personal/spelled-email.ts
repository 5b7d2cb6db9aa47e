import { matchesIn } from "../../secrets/matches-in.js";
import type { FindingScanner } from "../finding.js";
import { isCommonDomain, isFileExtension } from "./top-level-domains.js";

const AT_WORD = "at|arroba|arobase|klammeraffe|chiocciola|apenstaartje|małpa|snabel-?a|собака";
const DOT_WORD = "dot|punto|ponto|point|punkt|punt|kropka|точка|period";
const OPEN = "[\\[({<*_|#\"'-]";
const CLOSE = "[\\])}>*_|#\"'-]";
/** `[at]`, ` at `, ` @ `; the blanks around words are part of it. */
const AT = new RegExp(
  `\\s{0,2}${OPEN}{1,2}\\s?(?:${AT_WORD}|@)\\s?${CLOSE}{1,2}\\s{0,2}|\\s?[[({]a[\\])}]\\s?|\\s{1,2}(?:${AT_WORD})\\s{1,2}|\\s{0,2}(?:アットマーク|アット|골뱅이)\\s{0,2}|\\s{1,2}@\\s{0,2}|@\\s{0,2}`,
  "giu",
);
const DOT = `(?:\\s{0,2}${OPEN}{1,2}\\s?(?:${DOT_WORD}|\\.)\\s?${CLOSE}{1,2}\\s{0,2}|\\s{1,2}(?:${DOT_WORD})\\s{1,2}|\\s?(?:ドット|점|\\.)\\s?)`;
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_+-]{0,30}[\\p{L}\\p{N}])?";
const PLAIN = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?";
const LOCAL = new RegExp(`(?:^|[^\\p{L}\\p{N}])((?:${LABEL}${DOT}){0,3}${LABEL})$`, "iu");
const DOMAIN = new RegExp(`^${PLAIN}(?:${DOT}${PLAIN}){1,4}`, "iu");
const SPELLED_DOT = new RegExp(`${OPEN}\\s?(?:${DOT_WORD}|\\.)\\s?${CLOSE}|\\s(?:${DOT_WORD})\\s`, "iu");
const ANY_DOT = new RegExp(DOT, "iu");
const LAST_DOT = new RegExp(`${DOT}$`, "iu");
const LAST_LABEL = /(?:xn--[A-Za-z0-9-]+|[A-Za-z0-9]+)$/i;
/** Words before "at example dot com" that make it a place and not an address. */
const PLACE = new Set(
  `us me it them him her you here there look looking available hosted found live online read see visit meet site website page
  blog store shop documentation docs more up is are was be deployed running sold posted published registered listed located
  people everyone everybody all work works working worked job employed engineer team staff out in on not only served this that
  price free buy order download downloads join start started back again now today tomorrow hosting lives sits resides
  mirror mirrored status dashboard portal app demo example learn details info information`.split(/\s+/),
);
const MAIL =
  /(?:e-?mail|mail|write|reach|contact|address|addr|send|ping|correo|courriel|adresse|mél|indirizzo|メール|邮箱|почта)[^\n]{0,24}$/iu;
const WINDOW = 110;

/** Addresses with words or brackets for the signs: "name at example dot com", "name [at] example [dot] com". */
export const spelledEmails: FindingScanner = function* (text) {
  let last = 0;
  for (const { index, 0: at } of matchesIn(text, AT)) {
    const from = Math.max(last, index - WINDOW);
    const after = index + at.length;
    const domain = domainOf(text.slice(after, after + WINDOW));
    const local = domain === undefined ? undefined : LOCAL.exec(text.slice(from, index))?.[1];
    if (local === undefined || domain === undefined) continue;
    const start = index - local.length;
    if (!isMeant(text.slice(from, start), local, at, domain)) continue;
    last = after + domain.length;
    yield { start, end: last, detector: "email", type: "spelled_email" };
  }
};

/** Without what follows the last part that ends a domain name: "example dot com and so on". */
function domainOf(text: string): string | undefined {
  let domain = DOMAIN.exec(text)?.[0];
  while (domain !== undefined) {
    const label = LAST_LABEL.exec(domain)?.[0] ?? "";
    if (isCommonDomain(label)) return domain;
    const rest: string = domain.slice(0, -label.length).replace(LAST_DOT, "");
    if (rest === domain || !ANY_DOT.test(rest)) return undefined;
    domain = rest;
  }
  return undefined;
}

function isMeant(before: string, local: string, at: string, domain: string): boolean {
  if (isFileExtension(LAST_LABEL.exec(domain)?.[0] ?? "")) return false;
  // In meet-me-at-example-dot-com the last word counts.
  const word = /[^-_]*$/.exec(local.toLowerCase())![0];
  if (/[-_]/.test(at)) return !PLACE.has(word);
  if (/[[({<*|#"']/.test(at)) return true;
  if (PLACE.has(local.toLowerCase())) return false;
  // Without a blank or a spelled dot it is an ordinary address, or none.
  if (at === "@") return /^[\p{N}-]*\p{L}/u.test(domain) && (SPELLED_DOT.test(domain) || isSpaced(domain));
  if (/\S\. \p{Lu}/u.test(domain)) return false;
  if (at.includes("@")) return !/\s\.\s?$/.test(before);
  if (at.trim() === "AT" && /[a-z]/.test(local)) return true;
  return SPELLED_DOT.test(domain) || MAIL.test(before);
}

/** Blanks around the dots, and not those between two sentences: "ask ann@work. In an hour". */
const isSpaced = (domain: string): boolean =>
  / \.[ \w]/.test(domain) || /\. (?:com|org|net|edu|gov|io|dev|example|de|fr|uk|co)$/.test(domain);
