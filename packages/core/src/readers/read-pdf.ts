import { ownTurn } from "../async/index.js";
import { documentOf, type ReadResult } from "./document.js";
import { empty, unreadable } from "./unreadable.js";

const maxChars = 10_000_000;

interface TextItem {
  str?: string;
  hasEOL?: boolean;
}

/** The text of a PDF, page by page. */
export async function readPdf(name: string, bytes: Uint8Array): Promise<ReadResult> {
  if (!Buffer.from(bytes.subarray(0, 1_024)).toString("latin1").includes("%PDF-")) {
    throw unreadable(name, "is no PDF: it does not begin with %PDF.");
  }
  const { getDocumentProxy } = await import("unpdf");
  try {
    // The library takes the bytes away from whoever gives them, and warns on the console unless told not to.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      const pages: string[] = [];
      let length = 0;
      for (let number = 1; number <= pdf.numPages; number++) {
        await ownTurn();
        const { items } = (await (await pdf.getPage(number)).getTextContent()) as { items: TextItem[] };
        const text = items.map(({ str = "", hasEOL }) => str + (hasEOL ? "\n" : "")).join("");
        length += text.length;
        if (length > maxChars) throw unreadable(name, `has more than ${maxChars} characters.`);
        pages.push(text.trim());
      }
      const content = pages.filter(Boolean).join("\n\n").replaceAll("\0", "");
      if (content === "")
        throw empty(name, "has no text. If it is a scan, run text recognition on it first.");
      const { info } = await pdf.getMetadata();
      const { Title, Author } = info as { Title?: unknown; Author?: unknown };
      const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
      const meta = { title: textOf(Title), author: textOf(Author) };
      return { documents: [documentOf({ name, artifact_type: "doc", ...meta, content })], skipped: [] };
    } finally {
      await pdf.destroy();
    }
  } catch (error) {
    throw failureOf(name, error);
  }
}

function failureOf(name: string, error: unknown): unknown {
  const kind = error instanceof Error ? error.name : "";
  if (kind === "PalimpsestError") return error;
  if (kind === "PasswordException")
    return unreadable(name, "is encrypted. Save it without a password.", error);
  return unreadable(name, "is a broken PDF.", error);
}
