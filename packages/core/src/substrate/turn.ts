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

type Placed = Pick<MemoryRow, "id" | "kind" | "attributes" | "session_id" | "reading_position">;

/** The session of a memory and its place in it, or the document that it is from, as answers show them. */
export const shownTurn = (row: Placed) => ({
  session_id: row.session_id,
  turn: turnOf(row),
  ...documentOf(row),
});

/** Ids of passages begin with that of their revision; events keep it. */
function documentOf({ id, kind, attributes }: Placed): { artifact_id?: string } {
  if (kind === "chunk" && id.startsWith("art_")) return { artifact_id: id.split("::", 1)[0] };
  return kind === "semantic_event" ? { artifact_id: attributes.artifact_id as string } : {};
}
