import type { FindingScanner } from "../finding.js";
import { isFileExtension } from "./top-level-domains.js";

const LATIN = /[A-Za-z0-9\p{sc=Latin}\p{M}._%+'!#$^*~-]/u;
const ANY = /[\p{L}\p{N}\p{M}._%+'!#$^*~-]/u;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.){1,8}(?:xn--[A-Za-z0-9-]{2,59}|[A-Za-z]{2,24}|[\p{L}\p{M}]{2,24})/uy;

/** Mail addresses, also international ones. */
export const emails: FindingScanner = function* (text) {
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const start = startOfLocal(text, at);
    const end = start === undefined ? undefined : endOfDomain(text, at + 1);
    if (start === undefined || end === undefined) continue;
    // The user of an address such as ssh://git@host is no mail address.
    if (/:\/\/[^\s/]{0,80}$/.test(text.slice(Math.max(0, start - 84), start))) continue;
    if (text.slice(start, at) === "git" && /^[:/]/.test(text.slice(end))) continue;
    yield { start, end, detector: "email", type: "email" };
    at = end - 1;
  }
};

function startOfLocal(text: string, at: number): number | undefined {
  if (text[at - 1] === '"') {
    const open = text.slice(Math.max(0, at - 2 - MAX_LOCAL), at - 1).lastIndexOf('"');
    return open < 0 ? undefined : Math.max(0, at - 2 - MAX_LOCAL) + open;
  }
  const least = Math.max(0, at - MAX_LOCAL);
  // In scripts without blanks the sentence runs into the address.
  const allowed = /[\0-\x7f\p{sc=Latin}]/u.test(text.charAt(at - 1)) ? LATIN : ANY;
  let start = at;
  while (start > least && allowed.test(text.charAt(start - 1))) start--;
  while (start < at && !/[\p{L}\p{N}_]/u.test(text.charAt(start))) start++;
  return start === at || text.slice(start, at).includes("..") ? undefined : start;
}

function endOfDomain(text: string, from: number): number | undefined {
  const domain = text.slice(from, from + MAX_DOMAIN);
  DOMAIN.lastIndex = 0;
  const found = DOMAIN.exec(domain)?.[0];
  if (found === undefined) return undefined;
  const last = found.slice(found.lastIndexOf(".") + 1).toLowerCase();
  return isFileExtension(last) ? undefined : from + found.length;
}
