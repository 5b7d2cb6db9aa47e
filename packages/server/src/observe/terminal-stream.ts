import { constants, openSync, writeSync } from "node:fs";
import { Writable } from "node:stream";

const { O_NOCTTY, O_NONBLOCK, O_WRONLY } = constants;

const ofStderr = process.platform === "linux" ? "/proc/self/fd/2" : "/dev/tty";
const retryMs = 50;

/**
 * The terminal of stderr as a stream that waits for it where nothing else has to: writing to process.stderr stops the
 * whole process while a terminal is paused (Ctrl-S, a connection that hangs). Opened anew, because a mode that is set on
 * stderr would hold for every process that shares it. Undefined if it cannot be opened.
 */
export function terminalStream(path = ofStderr): Writable | undefined {
  let file: number;
  try {
    file = openSync(path, O_WRONLY | O_NOCTTY | O_NONBLOCK);
  } catch {
    return undefined;
  }
  return new Writable({ write: (text: Buffer, _, done) => writeAll(file, text, done) });
}

function writeAll(file: number, text: Buffer, done: (error?: Error) => void): void {
  let left = text;
  try {
    left = text.subarray(writeSync(file, text));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") {
      done(error as Error);
      return;
    }
  }
  if (left.length === 0) done();
  else setTimeout(writeAll, retryMs, file, left, done).unref();
}
