import type { MemoryRow } from "../../memory.js";

/** Who wrote a memory and who is said to have spoken, as answers show them. */
export function shownWriter({ writer, speaker }: Pick<MemoryRow, "writer" | "speaker">) {
  return { writer, speaker, speaker_is_claim: isClaim({ writer, speaker }) };
}

/** Only what the writer says of itself is known; that somebody else spoke is its claim. */
export const isClaim = ({ writer, speaker }: Pick<MemoryRow, "writer" | "speaker">): boolean =>
  speaker !== null && speaker !== writer.slice(writer.indexOf(":") + 1);
