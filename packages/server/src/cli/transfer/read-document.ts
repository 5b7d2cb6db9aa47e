import { extname } from "node:path";
import { documentChars, isVisible } from "@palimpsest/contract";

/** A document as a file holds it; what it does not say is left to the caller. */
export interface FileDocument {
  artifact_type: "email" | "doc" | "chat" | "transcript" | "note";
  content: string;
  title?: string;
}

/** A file cannot be ingested; the message says why, in words that follow its name. */
export class UnreadableFile extends Error {}

const plainTypes = [".txt", ".md"];

/** The documents in a file. */
export function readDocuments(name: string, bytes: Uint8Array): FileDocument[] {
  const type = extname(name).toLowerCase();
  if (!plainTypes.includes(type)) {
    throw new UnreadableFile(
      type === ""
        ? `has no type; known are ${plainTypes.join(", ")}`
        : `type ${type} is not known; known are ${plainTypes.join(", ")}`,
    );
  }
  const content = textOf(bytes);
  const heading = type === ".md" ? /^\s{0,3}#\s+(.+?)\s*#*\s*$/mu.exec(content)?.[1] : undefined;
  return [{ artifact_type: "note", content, ...(heading && { title: heading.slice(0, 500) }) }];
}

function textOf(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile("is not text in UTF-8");
  }
  if (text.includes("\0")) throw new UnreadableFile("is not text: it holds NUL characters");
  if (!isVisible(text)) throw new UnreadableFile("holds no visible text");
  if (text.length > documentChars) {
    throw new UnreadableFile(`has more than ${documentChars.toLocaleString("en-US")} characters`);
  }
  return text;
}
