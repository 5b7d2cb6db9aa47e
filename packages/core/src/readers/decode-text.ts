import { PalimpsestError } from "@palimpsest/contract";
import { empty, unreadable } from "./unreadable.js";

/** What begins files that are no text, whatever their name says. */
const magics: [string, string][] = [
  ["%PDF-", "is a PDF"],
  ["PK\x03\x04", "is a zip archive"],
  ["\x1f\x8b", "is compressed"],
  ["\x89PNG", "is an image"],
  ["\xff\xd8\xff", "is an image"],
  ["GIF8", "is an image"],
  ["\xd0\xcf\x11\xe0", "is an old Office file"],
];

/** The text of a file: UTF-8, or UTF-16 with its mark. Line breaks become "\n". */
export function decodeText(name: string, bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  const magic = magics.find(([mark]) => start.startsWith(mark));
  if (magic !== undefined) throw unreadable(name, `${magic[1]}, not text. Give it the ending of its kind.`);
  const utf16 = start.startsWith("\xff\xfe")
    ? "utf-16le"
    : start.startsWith("\xfe\xff")
      ? "utf-16be"
      : undefined;
  let text: string;
  try {
    text = new TextDecoder(utf16 ?? "utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const isBinary = bytes.subarray(0, 8_192).includes(0);
    if (isBinary) throw unreadable(name, "is binary data, not text.", cause);
    throw new PalimpsestError(
      "INVALID_UNICODE",
      `${name} is not valid UTF-8. Save it as UTF-8 and try again.`,
      { cause },
    );
  }
  if (text.includes("\0")) throw unreadable(name, "is binary data, not text.");
  const plain = text.replace(/\r\n?/g, "\n");
  if (plain.trim() === "") throw empty(name, "is empty.");
  return plain;
}
