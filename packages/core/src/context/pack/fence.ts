import { keyedDigest } from "../../text/index.js";

const digits = 18;

/**
 * The nonce of a bundle's fences: the same when it is rebuilt, and unknown before it is built. It consists of digits,
 * which are always three to a token, so that the nonce never changes what else fits.
 */
export function fenceNonce(key: Buffer, acbId: string): string {
  const value = BigInt(`0x${keyedDigest(key, `fence ${acbId}`)}`) % 10n ** BigInt(digits);
  return value.toString().padStart(digits, "0");
}
