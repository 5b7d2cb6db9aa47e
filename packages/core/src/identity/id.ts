import { randomBytes } from "node:crypto";

/** A tokenizer takes three digits for one token, and most letters and digits for one each. */
const timeDigits = 13;
const tailDigits = 14;
/** Half of what the digits can hold, so that counting up within a millisecond never overflows. */
const tails = 5n * 10n ** BigInt(tailDigits - 1);
let last = { time: 0, tail: 0n };

/**
 * `<prefix>_` and 27 digits that sort by time, also within one millisecond of one process, and after the ids of letters
 * and digits that were made before. Models read and write ids, so they are made of few tokens.
 */
export function newId(prefix: string, now: number = Date.now()): string {
  const fresh = now > last.time;
  const time = fresh ? now : last.time;
  const tail = fresh ? BigInt(`0x${randomBytes(16).toString("hex")}`) % tails : last.tail + 1n;
  last = { time, tail };
  return `${prefix}_${String(time).padStart(timeDigits, "0")}${String(tail).padStart(tailDigits, "0")}`;
}
