import { createHash, randomBytes } from "node:crypto";

const hex = (text: string) => createHash("sha256").update(text).digest("hex");

/** What callers name a document by: the same for the same id of the same source, else a new one. */
export function uidOf(sourceSystem: string, sourceId: string | undefined): string {
  if (sourceId === undefined) return `uid_${randomBytes(8).toString("hex")}`;
  // A system whose name has a colon is set apart by a character that no name has: "a:b" with "c" is not "a" with "b:c".
  const separator = sourceSystem.includes(":") ? "\0" : ":";
  return `uid_${hex(`${sourceSystem}${separator}${sourceId}`).slice(0, 16)}`;
}

/** Of the text as it is stored, so that no digest of a secret leaves. */
export const revisionOf = (text: string): string => `rev_${hex(text).slice(0, 16)}`;

/** Decides whether a text has changed: how it is encoded, its line ends and the width of its blanks do not matter. */
export const contentHashOf = (text: string): string =>
  `sha256:${hex(text.normalize("NFC").replace(/\r\n?/g, "\n").replace(/\s+/gu, " ").trim())}`;

export const chunkIdOf = (artifactId: string, index: number, text: string): string =>
  `${artifactId}::chunk::${String(index).padStart(3, "0")}::${hex(text).slice(0, 8)}`;

/**
 * The memory that stands for a document. Two owners may have documents of one name, and one that was deleted does not
 * come back under its id.
 */
export const headIdOf = (uid: string, ownerId: string, deletedBefore: number): string =>
  `${uid}::${hex(ownerId).slice(0, 8)}${deletedBefore === 0 ? "" : `.${deletedBefore}`}`;
