import type { Email } from "postal-mime";
import { ownTurn } from "../../async/index.js";

/** A mail with more parts than this is refused: the parser looks at all parts so far whenever one ends. */
const maxParts = 10_000;
/** So many lines are read before others are served: about ten milliseconds. */
const linesPerTurn = 2_000;

/** What the parser does with each line. It is not among its types, so a test of long mails tells if it is gone. */
interface LineReader {
  currentNode: object;
  processLine(line: Uint8Array, isLast: boolean): Promise<void>;
}

let loading: Promise<typeof import("postal-mime").default> | undefined;

/** The parts of a mail, read in slices: by itself the parser reads all lines without letting others in between. */
export async function parseMail(bytes: Uint8Array): Promise<Email> {
  loading ??= load();
  const PostalMime = await loading;
  return PostalMime.parse(bytes, { maxNestingDepth: 20 });
}

async function load() {
  const { default: PostalMime } = await import("postal-mime");
  const reader = PostalMime.prototype as unknown as LineReader;
  const { processLine } = reader;
  const read = new WeakMap<LineReader, { lines: number; parts: number }>();
  // Mails within mails are read by parsers of their own, so all of them are wrapped.
  reader.processLine = async function (line, isLast) {
    const { lines, parts } = read.get(this) ?? { lines: 0, parts: 0 };
    if (parts > maxParts) throw new Error(`The mail has more than ${maxParts} parts.`);
    if ((lines + 1) % linesPerTurn === 0) await ownTurn();
    const before = this.currentNode;
    await processLine.call(this, line, isLast);
    read.set(this, { lines: lines + 1, parts: parts + (this.currentNode === before ? 0 : 1) });
  };
  return PostalMime;
}
