import { unreadable } from "./unreadable.js";

/** So much is unpacked of one archive. */
export const maxUnpacked = 64 * 1024 * 1024;
/** The library unpacks what it is given at once; a piece of this size unpacks to 16 MB at most. */
const piece = 16 * 1024;

/** The wanted files of a zip archive. Stops as soon as they unpack to more than the limit, whatever the archive claims. */
export async function unzip(
  name: string,
  bytes: Uint8Array,
  wanted: ReadonlySet<string>,
): Promise<Map<string, Uint8Array>> {
  const { Unzip, UnzipInflate } = await import("fflate");
  const parts = new Map<string, Uint8Array[]>();
  let size = 0;
  let failure: unknown;
  const archive = new Unzip((file) => {
    if (!wanted.has(file.name) || parts.has(file.name)) return;
    const chunks: Uint8Array[] = [];
    parts.set(file.name, chunks);
    file.ondata = (error, chunk) => {
      if (error) failure ??= error;
      size += chunk?.length ?? 0;
      if (size <= maxUnpacked && chunk) chunks.push(chunk);
    };
    file.start();
  });
  archive.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && failure === undefined; at += piece) {
      archive.push(bytes.subarray(at, at + piece), at + piece >= bytes.length);
      if (size > maxUnpacked) break;
    }
  } catch (error) {
    failure ??= error;
  }
  if (size > maxUnpacked) throw unreadable(name, `unpacks to more than ${maxUnpacked / 1024 / 1024} MB.`);
  if (failure !== undefined) throw unreadable(name, "is a broken archive.", failure);
  return new Map([...parts].map(([file, chunks]) => [file, new Uint8Array(Buffer.concat(chunks))]));
}
