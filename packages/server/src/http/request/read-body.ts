import { PalimpsestError } from "@palimpsest/contract";
import { scanJson } from "./scan-json.js";

const tooLarge = (limit: number) =>
  new PalimpsestError("PAYLOAD_TOO_LARGE", `The body is larger than ${limit} bytes; send less at a time.`);

/** A body's bytes up to a limit, whatever its Content-Length claims. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (request.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let next = await read(reader); !next.done; next = await read(reader)) {
    size += next.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    parts.push(next.value);
  }
  return Buffer.concat(parts);
}

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
export function decodeUtf8(bytes: Uint8Array): string {
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
): Promise<Record<string, unknown> | undefined> {
  const { headers } = request;
  if (headers.has("content-type") || headers.has("content-encoding")) checkMediaType(headers);
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) return undefined;
  checkMediaType(headers);
  const text = decodeUtf8(bytes);
  if (text.trim() === "") return undefined;
  scanJson(text);
  return asObject(parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's own message quotes the text, which must not travel.
    throw new PalimpsestError("INVALID_JSON", "The body is not valid JSON.", { cause });
  }
}

function asObject(value: unknown): Record<string, unknown> {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new PalimpsestError("VALIDATION_ERROR", "The body must be a JSON object.");
}
