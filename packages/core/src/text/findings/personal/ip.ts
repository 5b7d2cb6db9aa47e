import { isIPv6 } from "node:net";
import { matchesIn } from "../../secrets/matches-in.js";
import type { FindingScanner } from "../finding.js";

const V4 = /(?<![\w.:-]|\d,)(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)/g;
const V6 = /(?<![\w:.])[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:])/g;
/** What comes before a number of four parts that is no address. */
const VERSION =
  /(?:\bv|\bver\.?|version|release|build|firmware|driver|sdk|section|chapter|clause|paragraph|step|§|[A-Za-z][/_-])\s?$/i;
const ADDRESS =
  /\b(?:ip|ipv4|address|host|server|dns|ping|from|client|node|gateway|resolver|nameserver)\b[^\n]{0,12}$/i;

/** Addresses that lead to somebody: not private, loopback, unspecified or reserved ones. */
export const ips: FindingScanner = function* (text) {
  for (const { index: start, 0: address } of matchesIn(text, V4)) {
    const before = text.slice(Math.max(0, start - 32), start);
    if (isPublicV4(address) && isAddress(address, before)) yield found(start, address, "ipv4");
  }
  for (const { index: start, 0: address } of matchesIn(text, V6)) {
    // Only these are given to somebody: 2000::/3.
    if (/^[23][0-9a-f]{3}:/i.test(address) && isIPv6(address)) yield found(start, address, "ipv6");
  }
};

const found = (start: number, { length }: string, type: string) =>
  ({ start, end: start + length, detector: "ip", type }) as const;

function isPublicV4(address: string): boolean {
  const parts = address.split(".").map(Number);
  const [a, b] = parts as [number, number];
  if (parts.some((part) => part > 255) || /(?:^|\.)0\d/.test(address)) return false;
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if ((a === 169 && b === 254) || (a === 192 && b === 168)) return false;
  return !(a === 172 && b >= 16 && b <= 31) && !(a === 100 && b >= 64 && b <= 127);
}

/** Versions have four parts too, but small ones. */
function isAddress(address: string, before: string): boolean {
  if (VERSION.test(before)) return false;
  const small = address.split(".").every((part) => part.length === 1);
  return !small || new Set(address.split(".")).size <= 2 || ADDRESS.test(before);
}
