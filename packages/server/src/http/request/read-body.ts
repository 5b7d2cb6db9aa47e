import { setImmediate as nextTurn } from "node:timers/promises";
import { PalimpsestError } from "@palimpsest/contract";
import { ownTurn } from "@palimpsest/core";
import { parseJson, refuseLostDigits } from "../../surface/json/read-json.js";
import { JsonScan } from "../../surface/json/scan-json.js";

export const tooLarge = (limit: number) =>
  new PalimpsestError("PAYLOAD_TOO_LARGE", `The body is larger than ${limit} bytes; send less at a time.`);

/**
 * A body of JSON as text, up to a limit, whatever its Content-Length claims. It is scanned piece by piece as it arrives,
 * so that one that is too deep or has too many values is refused early, and other requests run in between.
 */
export async function readJsonText(
  request: Request,
  limit: number,
  { maxDepth, maxValues }: { maxDepth?: number; maxValues?: number } = {},
): Promise<string> {
  const scan = new JsonScan(maxDepth, maxValues);
  const body = await readBytes(request, limit, async (piece) => {
    for (let from = 0; from < piece.byteLength; from += sliceBytes) {
      if (from > 0) await nextTurn();
      scan.take(piece.subarray(from, from + sliceBytes));
    }
  });
  if (body.byteLength > largeBytes) await ownTurn();
  const text = decodeUtf8(body);
  refuseLostDigits(text);
  return text;
}

/** A body up to a limit, whatever its Content-Length claims; `take` may refuse each piece as it arrives. */
export async function readBytes(
  request: Request,
  limit: number,
  take?: (piece: Uint8Array) => Promise<void>,
): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (request.body === null) return Buffer.alloc(0);
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await read(reader); !next.done; next = await read(reader)) {
      size += next.value.byteLength;
      if (size > limit) throw tooLarge(limit);
      await take?.(next.value);
      parts.push(next.value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
  return Buffer.concat(parts);
}

/** A larger body is parsed and checked in a turn of its own. */
const largeBytes = 64 * 1_024;

/** A piece of this size is scanned in about a millisecond. */
const sliceBytes = 64 * 1_024;

/** A sender that goes away or sends less than it announced is its own fault, not the server's. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw new PalimpsestError("INVALID_JSON", "The body ended before it was complete.", { cause });
  }
}

export function checkMediaType(headers: Headers): void {
  if (headers.has("content-encoding")) {
    throw new PalimpsestError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body uncompressed, without Content-Encoding.",
    );
  }
  const type = headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;\s*charset="?utf-?8"?\s*)?;?\s*$/i.test(type)) {
    throw new PalimpsestError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the body as Content-Type: application/json in UTF-8.",
    );
  }
}

/** The text of a body that must be UTF-8 without a byte order mark. */
function decodeUtf8(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new PalimpsestError("INVALID_UNICODE", "The body is not valid UTF-8.", { cause });
  }
  if (text.startsWith("\ufeff")) {
    throw new PalimpsestError("INVALID_JSON", "The body begins with a byte order mark; send plain UTF-8.");
  }
  return text;
}

/** A JSON object from the request; undefined if there is no body at all. */
export async function readJsonObject(
  request: Request,
  limit: number,
  maxValues?: number,
): Promise<Record<string, unknown> | undefined> {
  const { headers } = request;
  if (headers.has("content-type") || headers.has("content-encoding")) checkMediaType(headers);
  const text = await readJsonText(request, limit, { maxValues });
  if (text === "") return undefined;
  checkMediaType(headers);
  if (text.trim() === "") return undefined;
  return asObject(parseJson(text));
}

function asObject(value: unknown): Record<string, unknown> {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new PalimpsestError("VALIDATION_ERROR", "The body must be a JSON object.");
}
