import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
let last = { time: 0, tail: 0n };

/** `<prefix>_` and 26 characters that sort by time, also within one millisecond of one process. */
export function newId(prefix: string, now: number = Date.now()): string {
  const fresh = now > last.time;
  const time = fresh ? now : last.time;
  const tail = fresh ? BigInt(`0x${randomBytes(10).toString("hex")}`) & ~(1n << 79n) : last.tail + 1n;
  last = { time, tail };
  let value = (BigInt(time) << 80n) | tail;
  let text = "";
  for (let i = 0; i < 26; i++) {
    text = alphabet[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return `${prefix}_${text}`;
}
