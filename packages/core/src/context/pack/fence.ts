import { keyedDigest } from "../../text/index.js";

const digits = 18;

/**
 * The mark of a bundle's fences: the same when it is built again, known to nobody before it is built. Digits are
 * counted three to a token, whichever they are, so that the mark never decides what else has room.
 */
export function fenceNonce(key: Buffer, acbId: string): string {
  const value = BigInt(`0x${keyedDigest(key, `fence ${acbId}`)}`) % 10n ** BigInt(digits);
  return value.toString().padStart(digits, "0");
}
