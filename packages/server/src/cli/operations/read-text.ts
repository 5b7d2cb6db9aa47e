import { createReadStream } from "node:fs";
import { UsageError } from "../usage-error.js";

/** More than any operation accepts; stops reading endless input. */
const maxBytes = 16 * 1_024 ** 2;

/** A whole file or stdin as text. Rejects bytes that are not UTF-8, which would be stored as other characters. */
export async function readText(source: AsyncIterable<Buffer | string>, name: string): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of source) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > maxBytes) throw new UsageError(`${name} is larger than ${maxBytes / 1_024 ** 2} MB.`);
    parts.push(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch (cause) {
    throw new UsageError(`${name} is not valid UTF-8; nothing was sent.`, { cause });
  }
}

export async function readTextFile(path: string): Promise<string> {
  try {
    return await readText(createReadStream(path), path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot read ${path} (${code ?? message}).`, { cause: error });
  }
}
