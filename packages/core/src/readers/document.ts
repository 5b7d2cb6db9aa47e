import { isVisible } from "@palimpsest/contract";
import { cutText } from "../text/index.js";

/** A document that was read from a file, with what the file says about it. */
export interface ReadDocument {
  /** The file, and within an archive the part of it. */
  name: string;
  artifact_type: "email" | "doc" | "chat" | "transcript" | "note";
  source_system: "upload";
  source_id: string;
  title?: string;
  author?: string;
  participants?: string[];
  /** ISO 8601 in UTC. */
  ts?: string;
  content: string;
}

/** A part of a file that could not be read, and why. */
export interface SkippedPart {
  name: string;
  reason: string;
}

export interface ReadResult {
  documents: ReadDocument[];
  skipped: SkippedPart[];
}

export const maxParticipants = 100;
const maxName = 200;
const maxTitle = 500;

/** A text as one line that can be stored as a name or a title; undefined if nothing of it can be seen. */
export function nameLine(text: string | undefined, most: number): string | undefined {
  const line = text
    ?.replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, "")
    .trim();
  return line !== undefined && isVisible(line) ? cutText(line, most).trim() : undefined;
}

/** A document without empty fields, and with none longer than can be stored. */
export function documentOf(
  given: Omit<ReadDocument, "source_system" | "source_id"> & { source_id?: string },
): ReadDocument {
  const { name, artifact_type, content } = given;
  const participants = [
    ...new Set((given.participants ?? []).flatMap((one) => nameLine(one, maxName) ?? [])),
  ];
  const document: ReadDocument = {
    name,
    artifact_type,
    source_system: "upload",
    source_id: nameLine(given.source_id, maxTitle) ?? nameLine(name, maxTitle) ?? "file",
    content,
  };
  const title = nameLine(given.title, maxTitle);
  const author = nameLine(given.author, maxName);
  if (title !== undefined) document.title = title;
  if (author !== undefined) document.author = author;
  if (participants.length > 0) document.participants = participants.slice(0, maxParticipants);
  if (given.ts !== undefined) document.ts = given.ts;
  return document;
}

/** A moment as ISO 8601; undefined if it is none, or lies outside the years that can be stored. */
export function momentOf(given: string | number | undefined | null): string | undefined {
  if (given === undefined || given === null || given === "") return undefined;
  const at = new Date(given);
  const year = at.getUTCFullYear();
  return Number.isNaN(at.getTime()) || year < 1900 || year > 2200 ? undefined : at.toISOString();
}
