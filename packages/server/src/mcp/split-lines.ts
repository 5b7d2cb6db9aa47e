export interface LineSink {
  line(text: string): void;
  /** Once for each line that is longer than allowed; the line itself is dropped. */
  tooLong(): void;
}

/** Takes chunks of bytes and gives whole lines, never holding more than `maxLine` bytes of one. */
export function splitLines(maxLine: number, sink: LineSink): (chunk: Buffer) => void {
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
    if (!skipping) sink.line(Buffer.concat(parts).toString("utf8"));
    parts = [];
    held = 0;
    skipping = false;
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at));
      endLine();
      from = at + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  };
}
