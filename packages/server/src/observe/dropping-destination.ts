import type { Writable } from "node:stream";

export interface DroppingDestination {
  write(line: string): void;
  /** How many lines have been dropped so far. */
  dropped(): number;
}

/** About 5,000 lines: a reader that only pauses misses none of them. */
const usualMaxBytes = 1_024 ** 2;

/**
 * Writes lines to a stream that may have no reader, such as stderr on a pipe, without ever waiting for it. What the
 * stream cannot take is held up to a limit; past it lines are dropped, and a line says how many once it takes them again.
 */
export function droppingDestination(stream: Writable, maxBytes = usualMaxBytes): DroppingDestination {
  let dropped = 0;
  let unreported = 0;
  let broken = false;
  const drop = () => {
    dropped += 1;
    unreported += 1;
  };
  stream.on("error", () => {
    broken = true;
  });
  stream.on("drain", () => {
    if (unreported === 0) return;
    const line = {
      level: "warn",
      time: new Date().toISOString(),
      lines: unreported,
      msg: "log lines dropped",
    };
    unreported = 0;
    stream.write(`${JSON.stringify(line)}\n`);
  });
  return {
    write: (line) => {
      if (broken || stream.writableLength + line.length > maxBytes) drop();
      else stream.write(line);
    },
    dropped: () => dropped,
  };
}
