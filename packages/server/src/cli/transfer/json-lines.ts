import { PalimpsestError } from "@palimpsest/contract";
import { readJson } from "../../surface/json/read-json.js";
import { type LineSink, splitLines } from "../../surface/split-lines.js";

/** A line of a file of JSON, counted from one, or why it cannot be read. */
export type JsonLine = { number: number } & ({ value: unknown; text: string } | { problem: string });

/** Reads lines of JSON, never holding more than `maxLine` bytes of one. Empty lines are left out. */
export async function* jsonLines(
  source: AsyncIterable<Buffer | string>,
  maxLine: number,
): AsyncGenerator<JsonLine> {
  let number = 0;
  let ready: JsonLine[] = [];
  const sink: LineSink = {
    line: (text) => {
      number += 1;
      if (text.trim() !== "") ready.push({ number, ...parsed(text) });
    },
    broken: () => {
      number += 1;
      ready.push({ number, problem: "is not valid UTF-8" });
    },
    tooLong: () => {
      // Its end is still to come and is not told apart, so that the line is counted here.
      number += 1;
      ready.push({ number, problem: `is longer than ${maxLine / 1_024 ** 2} MB` });
    },
  };
  const splitter = splitLines(maxLine, sink);
  for await (const chunk of source) {
    splitter.take(Buffer.from(chunk));
    yield* ready;
    ready = [];
  }
  splitter.end();
  yield* ready;
}

function parsed(text: string): { value: unknown; text: string } | { problem: string } {
  try {
    return { value: readJson(text), text };
  } catch (error) {
    if (!(error instanceof PalimpsestError)) throw error;
    if (error.cause instanceof SyntaxError) return { problem: "is not JSON" };
    return { problem: `cannot be taken: ${error.message.replace(/\.$/, "")}` };
  }
}

const maxBytes = 4 * 1_024 ** 2;
const maxValues = 90_000;

/** Parts of a list that a server takes as one body, each with at most so many items. */
export function* bodies<T extends { text: string }>(items: Iterable<T>, maxItems: number): Generator<T[]> {
  let part: T[] = [];
  let [bytes, values] = [0, 0];
  for (const item of items) {
    const size = Buffer.byteLength(item.text);
    // No more values than this stand in the text.
    const most = (item.text.match(/[,[{]/g)?.length ?? 0) + 1;
    if (
      part.length > 0 &&
      (part.length >= maxItems || bytes + size > maxBytes || values + most > maxValues)
    ) {
      yield part;
      part = [];
      [bytes, values] = [0, 0];
    }
    part.push(item);
    bytes += size;
    values += most;
  }
  if (part.length > 0) yield part;
}

export const refusedLines = (count: number): string =>
  `${count === 1 ? "1 line was" : `${count} lines were`} refused; all others are stored.`;
