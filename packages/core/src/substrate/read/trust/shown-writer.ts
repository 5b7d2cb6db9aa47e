import type { MemoryRow } from "../../memory.js";

/** Who wrote a memory, who edited its words and who is said to have spoken, as answers show them. */
export function shownWriter({
  writer,
  speaker,
  edited_by,
}: Pick<MemoryRow, "writer" | "speaker" | "edited_by">) {
  const editors = edited_by.length === 0 ? {} : { edited_by };
  return { writer, ...editors, speaker, speaker_is_claim: isClaim({ writer, speaker }) };
}

/** Only what the writer says of itself is known; that somebody else spoke is its claim. */
export const isClaim = ({ writer, speaker }: Pick<MemoryRow, "writer" | "speaker">): boolean =>
  speaker !== null && speaker !== writer.slice(writer.indexOf(":") + 1);
