import { createCipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type OperationName, PalimpsestError } from "@palimpsest/contract";
import canonicalize from "canonicalize";
import type { OperationContext } from "../services.js";

/** Where a page ends: what its last row is ordered by, the row's id last. */
export type Position = readonly (string | number | boolean)[];

interface Paged {
  cursor?: string;
  limit: number;
  total?: boolean;
}

export interface Page {
  /** The last row of the page before; undefined on the first page. */
  after: Position | undefined;
  /** How many rows to read: one more than are shown, to know whether there is another page. */
  rows: number;
  /** The rows to show, and the cursor of the next page if there is one. */
  cut<R>(found: R[], positionOf: (row: R) => Position): { shown: R[]; next: { next_cursor?: string } };
  /** The cursor of what comes after this position. */
  cursorAt(position: Position): string;
}

/** Whether a place comes after another one in a list that descends; each is of texts that are compared one by one. */
export function isBehind(place: Position, after: Position | undefined): boolean {
  if (after === undefined) return true;
  const at = place.findIndex((part, n) => part !== after[n]);
  return at >= 0 && place[at]! < after[at]!;
}

const macBytes = 16;

/** A position of more characters, as of a search that says all that it found, is packed: models pay for each of them. */
const longPosition = 300;
const packedMark = 0;

const pack = (position: string): Buffer =>
  position.length <= longPosition
    ? Buffer.from(position)
    : Buffer.concat([Buffer.of(packedMark), deflateRawSync(position, { level: 9 })]);

/** Only of bytes that were packed here: a signature says so. */
const unpack = (bytes: Buffer): string =>
  (bytes[0] === packedMark ? inflateRawSync(bytes.subarray(1)) : bytes).toString();

/**
 * The page that a call asks for. A cursor says where the page before ended. It is signed together with the operation,
 * the caller and all of the filters, so that it fits the one list that it came from, and nobody can make one. It holds
 * a position and not a number of rows: what is written meanwhile moves no row to another page. The position is encrypted,
 * for it may hold words that answers mask.
 */
export function pageOf(
  { who, digestKey }: Pick<OperationContext, "who" | "digestKey">,
  operation: OperationName,
  input: Paged,
): Page {
  const { cursor, limit, total: _, ...filters } = input;
  const keyFor = (what: string) => createHmac("sha256", digestKey).update(what).digest();
  const [key, textKey] = [keyFor("cursor"), keyFor("cursor text")];
  const list = canonicalize([operation, who.tenantId, who.type, who.id, filters]);
  const sign = (position: Buffer) =>
    createHmac("sha256", key).update(`${list}\n`).update(position).digest().subarray(0, macBytes);
  // The signature is the first counter too: it differs for each text, and the same page has the same cursor.
  const crypted = (text: Buffer, signature: Buffer) =>
    createCipheriv("aes-256-ctr", textKey, signature).update(text);
  const encode = (position: Buffer) => {
    const signature = sign(position);
    return Buffer.concat([signature, crypted(position, signature)]).toString("base64url");
  };

  const positionIn = (given: string): Position => {
    const bytes = Buffer.from(given, "base64url");
    if (bytes.length < macBytes) throw invalidCursor();
    const position = crypted(bytes.subarray(macBytes), bytes.subarray(0, macBytes));
    // The texts are compared and not the signatures: several texts decode to the same bytes.
    const [own, theirs] = [Buffer.from(encode(position)), Buffer.from(given)];
    if (own.length !== theirs.length || !timingSafeEqual(own, theirs)) throw invalidCursor();
    return JSON.parse(unpack(position)) as Position;
  };

  const cursorAt = (position: Position) => encode(pack(JSON.stringify(position)));
  return {
    cursorAt,
    after: cursor === undefined ? undefined : positionIn(cursor),
    rows: limit + 1,
    cut: (found, positionOf) => {
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      const more = found.length > limit && last !== undefined;
      return { shown, next: more ? { next_cursor: cursorAt(positionOf(last)) } : {} };
    },
  };
}

const invalidCursor = () =>
  new PalimpsestError(
    "INVALID_CURSOR",
    "cursor: not one of this list. Give back next_cursor as it was returned, with the same filters and order, or begin without it.",
    { details: [{ path: "cursor", message: "cursor was not returned by this list with these filters" }] },
  );
