import { Writable } from "node:stream";

/**
 * Takes stdout for the protocol alone: what anyone else writes there, dependencies and `console` included, goes to
 * stderr from now on. Returns the one stream that still reaches stdout.
 */
export function keepStdoutClean(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout) as (
    chunk: Uint8Array,
    done: (error?: Error | null) => void,
  ) => boolean;
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  const protocol = new Writable({
    write: (chunk: Buffer, _, done) => void write(chunk, done),
  });
  stdout.on("error", (error) => protocol.destroy(error));
  return protocol;
}
