import { Writable } from "node:stream";

let protocol: Writable | undefined;

/**
 * Reserves stdout for the protocol: from now on whatever else is written there, also by dependencies and `console`,
 * goes to stderr. Returns the one stream that still writes to stdout; a second call returns the same stream.
 */
export function keepStdoutClean(): Writable {
  protocol ??= takeStdout();
  return protocol;
}

function takeStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout) as (
    chunk: Uint8Array,
    done: (error?: Error | null) => void,
  ) => boolean;
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  const taken = new Writable({
    write: (chunk: Buffer, _, done) => void write(chunk, done),
  });
  stdout.on("error", (error) => taken.destroy(error));
  return taken;
}
