import { type Line, linesOf } from "./lines.js";

const quoted = /^\s{0,3}(?:>|\|\s*>)/;
const fence = /^\s{0,3}(?:```|~~~)/;
const header =
  /^(?:From|To|Cc|Bcc|Subject|Date|Sent|Reply-To|Message-ID|In-Reply-To|References|Importance|Attachments|MIME-Version|Content-[A-Za-z-]+|X-[A-Za-z-]+):(?:\s|$)/;
/** Everything after one of these is an older message. */
const olderMessage =
  /^\s*(?:-{2,}\s*(?:original message|forwarded message|original appointment|begin forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d['’]origine|mensaje original)(?![\p{L}])|begin forwarded message:?\s*$)/iu;
const wrote =
  /^\s*(?:on|am|le|el)\s.{4,120}\b(?:wrote|writes|schrieb|a écrit|escribió)\b[^\n]{0,60}:\s*$|^\s*\S.{2,80}\s(?:wrote|writes):\s*$/i;
const signature = /^-- ?$/;
const rule = /^\s*(?:[-*_=]\s*){3,}$/;

/**
 * The lines that the writer of a document wrote: without quoted and forwarded older messages, mail headers, the
 * signature and code.
 */
export function ownLines(text: string): Line[] {
  const lines = linesOf(text);
  const own: Line[] = [];
  const blank = (line: Line) => own.push({ ...line, end: line.start, text: "" });
  let inCode = false;
  let i = headersEnd(lines);
  for (; i < lines.length; i++) {
    const line = lines[i]!;
    if (fence.test(line.text)) {
      inCode = !inCode;
      blank(line);
    } else if (inCode || quoted.test(line.text) || rule.test(line.text)) {
      blank(line);
    } else if (olderMessage.test(line.text) || signature.test(line.text)) {
      break;
    } else if (startsPastedMail(lines, i)) {
      break;
    } else if (wrote.test(line.text) || wrote.test(`${line.text} ${lines[i + 1]?.text ?? ""}`.trimEnd())) {
      const after = lines.slice(i + 1).find(({ text: next }) => next.trim() !== "" && !wrote.test(next));
      if (after === undefined || !lines.slice(i + 1, i + 5).some(({ text: next }) => quoted.test(next)))
        break;
      blank(line);
    } else own.push(line);
  }
  return own;
}

/** The index of the first line after the headers that a mail may begin with. */
function headersEnd(lines: Line[]): number {
  let i = 0;
  while (i < lines.length && lines[i]!.text.trim() === "") i++;
  const first = i;
  while (i < lines.length && (header.test(lines[i]!.text) || (i > first && /^[ \t]+\S/.test(lines[i]!.text))))
    i++;
  return i - first >= 2 ? i : 0;
}

/** Two headers in a row in the middle of a text begin the copy of an older mail. */
function startsPastedMail(lines: Line[], i: number): boolean {
  const plain = (at: number) => lines[at]?.text.replace(/^\s*\*|\*/g, "") ?? "";
  return (
    /^(?:From|Von|De):\s/.test(plain(i)) &&
    /^(?:Sent|Date|To|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviado|Enviado el|Para|Asunto)\s?:\s/.test(
      plain(i + 1),
    )
  );
}
