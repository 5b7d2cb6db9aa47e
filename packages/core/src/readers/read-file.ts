import { decodeText } from "./decode-text.js";
import { documentOf, type ReadResult } from "./document.js";
import { htmlText } from "./html-text.js";
import { readMail, readMailbox } from "./mail/read-mail.js";
import { readCaptions } from "./read-captions.js";
import { readChat } from "./read-chat.js";
import { readDocx } from "./read-docx.js";
import { readPdf } from "./read-pdf.js";
import { empty, unknownType, unreadable } from "./unreadable.js";

const maxBytes = 64 * 1024 * 1024;

type Reader = (name: string, bytes: Uint8Array) => Promise<ReadResult> | ReadResult;

const readers: Record<string, Reader> = {
  ".txt": readPlain,
  ".md": readPlain,
  ".html": readHtml,
  ".htm": readHtml,
  ".eml": readMail,
  ".mbox": readMailbox,
  ".vtt": (name, bytes) => readCaptions(name, decodeText(name, bytes), true),
  ".srt": (name, bytes) => readCaptions(name, decodeText(name, bytes), false),
  ".json": (name, bytes) => readChat(name, decodeText(name, bytes)),
  ".pdf": readPdf,
  ".docx": readDocx,
};

/** The endings of file names that can be read. */
export const readableEndings: readonly string[] = Object.keys(readers);

/**
 * The documents of a file, by the ending of its name. Throws if nothing of it can be read; parts that cannot be read,
 * as one mail of many, are named in `skipped`.
 */
export async function readFile(name: string, bytes: Uint8Array): Promise<ReadResult> {
  const base = name.replace(/^.*[\\/]/, "") || name;
  const reader = readers[/\.[^.]*$/.exec(base.toLowerCase())?.[0] ?? ""];
  if (reader === undefined) throw unknownType(base, readableEndings);
  if (bytes.byteLength === 0) throw empty(base, "is empty.");
  if (bytes.byteLength > maxBytes) throw unreadable(base, `is larger than ${maxBytes / 1024 / 1024} MB.`);
  return reader(base, bytes);
}

function readPlain(name: string, bytes: Uint8Array): ReadResult {
  const content = decodeText(name, bytes);
  const heading = /^ {0,3}#\s+(.+?)\s*#*\s*$/mu.exec(content.slice(0, 2_000))?.[1];
  const title = name.toLowerCase().endsWith(".md") ? heading : undefined;
  return { documents: [documentOf({ name, artifact_type: "note", title, content })], skipped: [] };
}

async function readHtml(name: string, bytes: Uint8Array): Promise<ReadResult> {
  const { text, title } = await htmlText(name, decodeText(name, bytes));
  if (text === "") throw empty(name, "has no visible text.");
  return { documents: [documentOf({ name, artifact_type: "doc", title, content: text })], skipped: [] };
}
