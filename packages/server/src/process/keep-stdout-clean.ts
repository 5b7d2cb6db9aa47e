import { Writable } from "node:stream";

let protocol: Writable | undefined;

/**
 * Takes stdout for the protocol alone: what anyone else writes there, dependencies and `console` included, goes to
 * stderr from now on. Returns the one stream that still reaches stdout, the same one however often it is asked.
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
