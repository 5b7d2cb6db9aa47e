import { invalidField, PalimpsestError } from "@palimpsest/contract";
import { lostDigits } from "./lost-digits.js";
import { JsonScan } from "./scan-json.js";

/** The value of a JSON text. Refuses what two readers may take for different values: a key given twice, lost digits. */
export function readJson(text: string): unknown {
  const value = parseJson(text);
  new JsonScan(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY).take(Buffer.from(text));
  refuseLostDigits(text);
  return value;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's own message quotes the text, which must not travel.
    throw new PalimpsestError("INVALID_JSON", "The body is not valid JSON.", { cause });
  }
}

/** Throws if the text holds a whole number that would change when it is read, and names where it stands. */
export function refuseLostDigits(text: string): void {
  const lost = lostDigits(text);
  if (lost === undefined) return;
  const path = lost.replace(/^params\.arguments\./u, "");
  throw invalidField(path, "is a whole number that would lose digits; send it as text");
}
