import type { MemoryRow } from "./memory.js";

/** Positions of one session; each begins with a number of its own, and is followed by the turn. */
const range = 1_048_576;

/** The place of a memory in its session, from 1 on, in the order of recording; null outside any session. */
export function turnOf({
  session_id,
  reading_position,
}: Pick<MemoryRow, "session_id" | "reading_position">): number | null {
  const position = Number(reading_position);
  return session_id === null || position < 0 ? null : position % range;
}

/** The session of a memory and its place in it, as answers show them. */
export const shownTurn = (row: Pick<MemoryRow, "session_id" | "reading_position">) => ({
  session_id: row.session_id,
  turn: turnOf(row),
});
