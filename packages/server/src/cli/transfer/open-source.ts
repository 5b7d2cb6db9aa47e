import { open } from "node:fs/promises";
import type { Cli } from "../cli.js";
import { UsageError } from "../usage-error.js";

/** The file to read, or stdin for "-". Opened at once: a stream that fails before it is read would end the process. */
export async function openSource(
  { stdin }: Pick<Cli, "stdin">,
  path: string,
): Promise<AsyncIterable<Buffer | string>> {
  if (path === "-") return stdin;
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read (${error.code}).`,
    );
  });
  if ((await file.stat()).isDirectory()) {
    await file.close();
    throw new UsageError(`${path} is a folder; name a file.`);
  }
  return file.createReadStream();
}
