import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { UsageError } from "../usage-error.js";

/** What an export that was cut short has written so far, up to the end of its last whole page. */
export interface Begun {
  complete: boolean;
  everything: boolean;
  cursor: string;
  /** How many bytes of the file to keep. */
  bytes: number;
  hash: Hash;
  counts: Map<string, number>;
}

/** Cursors and the end are short lines; of the others only the beginning is looked at. */
const headBytes = 16_384;

/** Where an export into this file goes on; undefined if there is nothing to keep. */
export async function resumePoint(path: string): Promise<Begun | undefined> {
  const hash = createHash("sha256");
  const counts = new Map<string, number>();
  let begun: Begun | undefined;
  let everything = false;
  let [offset, lines] = [0, 0];
  let head = Buffer.alloc(0);
  const take = (piece: Buffer) => {
    hash.update(piece);
    offset += piece.length;
    if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
  };
  const endLine = () => {
    const line = head.toString("utf8");
    head = Buffer.alloc(0);
    const type = /^\{"type":"([a-z_]+)"/.exec(line)?.[1];
    if (lines === 0 && type !== "header") throw notAnExport(path);
    lines += 1;
    if (type === "header") everything = (JSON.parse(line) as { everything?: boolean }).everything === true;
    else if (type === "cursor" || type === "end") {
      const { next = "" } = JSON.parse(line) as { next?: string };
      const complete = type === "end";
      begun = {
        complete,
        everything,
        cursor: next,
        bytes: offset,
        hash: hash.copy(),
        counts: new Map(counts),
      };
    } else if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
  };
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw new UsageError(`${path} is a folder; name a file in it.`);
    // A pipe or a device may never end, and cannot be read back.
    if (!info.isFile()) throw notRegular(path);
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        take(chunk.subarray(from, end + 1));
        endLine();
        from = end + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  // A header that was cut short is written again.
  const start = '{"type":"header"';
  const line = head.toString("utf8");
  if (lines === 0 && !line.startsWith(start) && !start.startsWith(line)) throw notAnExport(path);
  return begun;
}

const notRegular = (path: string) =>
  new UsageError(`${path} is no regular file. Name one, or leave --out out and redirect stdout.`);

const notAnExport = (path: string) =>
  new UsageError(`${path} exists and is not an export. Name another file, or remove it first.`);
