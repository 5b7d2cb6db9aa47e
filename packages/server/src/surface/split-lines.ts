import { isUtf8 } from "node:buffer";

export interface LineSink {
  line(text: string): void;
  /** A line that is not UTF-8, with what could not be read replaced: for looking at, not for obeying. */
  broken(text: string): void;
  /** Once for each line that is longer than allowed; the line itself is dropped. */
  tooLong(): void;
}

export interface LineSplitter {
  take(chunk: Buffer): void;
  /** No more bytes will come: what was held is the last line, though nothing ends it. */
  end(): void;
}

/** Takes chunks of bytes and gives whole lines, never holding more than `maxLine` bytes of one. */
export function splitLines(maxLine: number, sink: LineSink): LineSplitter {
  let parts: Buffer[] = [];
  let held = 0;
  let skipping = false;
  const take = (piece: Buffer) => {
    if (skipping) return;
    held += piece.length;
    if (held > maxLine) {
      skipping = true;
      parts = [];
      sink.tooLong();
    } else parts.push(piece);
  };
  const endLine = () => {
    if (!skipping) give(Buffer.concat(parts), sink);
    parts = [];
    held = 0;
    skipping = false;
  };
  return {
    take: (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        take(chunk.subarray(from, at));
        endLine();
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
    },
    end: endLine,
  };
}

function give(bytes: Buffer, sink: LineSink): void {
  if (isUtf8(bytes)) sink.line(bytes.toString("utf8"));
  else sink.broken(bytes.toString("utf8"));
}
