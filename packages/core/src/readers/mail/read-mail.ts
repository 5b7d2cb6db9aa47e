import type { Address, Email } from "postal-mime";
import { documentOf, momentOf, type ReadDocument, type ReadResult, type SkippedPart } from "../document.js";
import { htmlText } from "../html-text.js";
import { empty, unreadable } from "../unreadable.js";
import { hasBrokenBase64 } from "./broken-base64.js";
import { parseMail } from "./parse-mail.js";

/** So many mails of one file are read; a larger mailbox is to be split. */
const maxMails = 20_000;
const known =
  /^(?:from|to|cc|subject|date|message-id|received|return-path|mime-version|content-type|sender|reply-to)$/;

/** One mail: its text, else the text of its HTML. */
export async function readMail(name: string, bytes: Uint8Array): Promise<ReadResult> {
  return { documents: [await mailOf(name, bytes)], skipped: [] };
}

/** Each mail of a mailbox as a document of its own. */
export async function readMailbox(name: string, bytes: Uint8Array): Promise<ReadResult> {
  const { before, parts } = splitMailbox(bytes);
  if (parts.length === 0) throw unreadable(name, 'is no mailbox: it has no line that begins with "From ".');
  const documents: ReadDocument[] = [];
  const skipped: SkippedPart[] = [];
  if (before.trim() !== "") {
    skipped.push({ name: `${name}#0`, reason: 'It stands before the first line that begins with "From ".' });
  }
  for (const [index, part] of parts.entries()) {
    const partName = `${name}#${index + 1}`;
    if (index >= maxMails) {
      skipped.push({ name: partName, reason: `The mailbox has more than ${maxMails} mails; split it.` });
      break;
    }
    try {
      documents.push(await mailOf(partName, part));
    } catch (error) {
      skipped.push({
        name: partName,
        reason: error instanceof Error ? error.message : "It could not be read.",
      });
    }
  }
  return { documents, skipped };
}

async function mailOf(name: string, bytes: Uint8Array): Promise<ReadDocument> {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1").trim() === "") {
    throw empty(name, "is empty.");
  }
  const mail = await parsed(name, bytes);
  if (!mail.headers.some(({ key }) => known.test(key))) {
    throw unreadable(name, "has no mail headers: it should begin with lines such as From, Date and Subject.");
  }
  const body = (
    mail.text?.trim() ? mail.text : mail.html ? (await htmlText(name, mail.html)).text : ""
  ).replace(/\r\n?/g, "\n");
  if (body.trim() === "") throw empty(name, "has no text.");
  if (hasBrokenBase64(bytes, { isCut: body.includes("\uFFFD") }))
    throw unreadable(name, "has text in base64 that is broken. Send or export the mail again.");
  if (body.includes("\0")) throw unreadable(name, "is binary data, not text.");
  return documentOf({
    name,
    artifact_type: "email",
    source_id: mail.messageId?.replace(/^<|>$/g, ""),
    title: mail.subject,
    author: shown(mail.from)[0],
    participants: [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(shown),
    ts: sentAt(mail),
    content: body.trim(),
  });
}

/** When a mail was sent, with the offset that its header says: hours in it are on that clock. */
function sentAt({ date, headers }: Email): string | undefined {
  const at = momentOf(date);
  const said = /([+-])(\d{2})(\d{2})\s*(?:\([^()]*\))?\s*$/.exec(
    headers.find(({ key }) => key === "date")?.value ?? "",
  );
  if (at === undefined || said === null) return at;
  const [, sign, hours, minutes] = said;
  const east = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  // -0000 says that the clock of the sender is not known.
  if (east === 0 || Math.abs(east) > 14 * 60) return at;
  return `${new Date(Date.parse(at) + east * 60_000).toISOString().slice(0, -1)}${sign}${hours}:${minutes}`;
}

async function parsed(name: string, bytes: Uint8Array): Promise<Email> {
  try {
    return await parseMail(bytes);
  } catch (cause) {
    throw unreadable(name, "is a mail with broken headers or parts, or with more than 10,000 parts.", cause);
  }
}

/** The names behind an address: one, or those of a group. */
function shown(address: Address | undefined): string[] {
  if (address === undefined) return [];
  if (address.group !== undefined) return address.group.flatMap(shown);
  const { name, address: at } = address;
  return name ? [name] : at ? [at] : [];
}

/** Who sent a mail, and when: what a line that begins with "From " says before a mail, and a sentence does not. */
const senderAndDate =
  /^From (?:"[^"]*"\S*|\S+(?: at \S+)?)[ \t]+(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?[ \t].*\d:\d\d|\d{4}-\d\d-\d\d)/;

/** The mails after such lines, with ">From " in them restored. The first line of a mailbox need not say when. */
function splitMailbox(bytes: Uint8Array): { before: string; parts: Uint8Array[] } {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  // The mark of UTF-8, byte by byte.
  const text = whole.replace(/^\xef\xbb\xbf/, "");
  const starts = [...text.matchAll(/(?<=^|\n\r?\n|^\r?\n)From [^\r\n]*\r?\n/g)].filter(
    ({ index, 0: line }) => index <= 2 || senderAndDate.test(line),
  );
  const parts = starts.map((match, i) => {
    const from = match.index + match[0].length;
    const part = text.slice(from, starts[i + 1]?.index ?? text.length);
    return Buffer.from(part.replace(/^>(>*From )/gm, "$1"), "latin1");
  });
  return { before: text.slice(0, starts[0]?.index), parts };
}
