import type { Shadow } from "../../secrets/shadow.js";
import { type Substitute, substituted } from "./substituted.js";

const ESCAPE =
  /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[0-9a-f]{1,6})|(?<name>[a-z]{2,8}));?|\\u\{(?<braced>[0-9a-f]{1,6})\}|\\u(?<unicode>[0-9a-f]{4})|\\x(?<byte>[0-9a-f]{2})|%(?<percent>[0-9a-f]{2})/gi;
/** Entities for characters that matter in an address, a number or a key. */
const NAMED = new Map(
  Object.entries({
    ...{ commat: "@", period: ".", dot: ".", lowbar: "_", hyphen: "-", dash: "-", plus: "+", colon: ":" },
    ...{ sol: "/", equals: "=", lpar: "(", rpar: ")", amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" },
    ...{ nbsp: " ", num: "#", percnt: "%", shy: "", zwnj: "", zwj: "" },
  }),
);
/** An escape may stand in an escape: %2540. */
const ROUNDS = 3;

/** The text with HTML entities, `\u0040`, `\x40` and `%40` resolved, if it holds any. */
export function escapesResolved(base: Shadow): Shadow | undefined {
  let reading: Shadow | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const next = resolvedOnce(reading ?? base);
    if (next === undefined) break;
    reading = next;
  }
  return reading;
}

function resolvedOnce(base: Shadow): Shadow | undefined {
  if (!/[&\\%]/.test(base.text)) return undefined;
  const found: Substitute[] = [];
  for (const match of base.text.matchAll(ESCAPE)) {
    const text = characterOf(match.groups ?? {});
    if (text !== undefined) found.push({ start: match.index, end: match.index + match[0].length, text });
  }
  return found.length > 0 ? substituted(base, found) : undefined;
}

/** Only printable ASCII: what is looked for consists of it. */
function characterOf({ decimal, name, ...hex }: Record<string, string | undefined>): string | undefined {
  if (name !== undefined) return NAMED.get(name.toLowerCase());
  const digits = hex.hex ?? hex.braced ?? hex.unicode ?? hex.byte ?? hex.percent;
  const code = decimal === undefined ? Number.parseInt(digits ?? "", 16) : Number(decimal);
  return code >= 0x20 && code <= 0x7e ? String.fromCharCode(code) : undefined;
}
