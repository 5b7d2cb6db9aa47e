import { PalimpsestError } from "@palimpsest/contract";

/** A file that cannot be read as what its name says: the message says what is wrong with it and what to do. */
export const unreadable = (name: string, problem: string, cause?: unknown): PalimpsestError =>
  new PalimpsestError("VALIDATION_ERROR", `${shown(name)} ${problem}`, { cause });

/** A file with nothing in it to read. */
export const empty = (name: string, problem: string): PalimpsestError =>
  new PalimpsestError("EMPTY_CONTENT", `${shown(name)} ${problem}`);

/** A file of a kind that nothing reads. */
export const unknownType = (name: string, known: readonly string[]): PalimpsestError =>
  new PalimpsestError(
    "UNSUPPORTED_MEDIA_TYPE",
    `${shown(name)} is of a type that cannot be read. Files that can be read end in ${known.join(", ")}.`,
  );

const shown = (name: string): string => {
  const clean = name.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
  return clean.length > 100 ? `…${clean.slice(-99)}` : clean || "The file";
};
