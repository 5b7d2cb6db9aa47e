import { type Attributes, kindNames, kindOf } from "@palimpsest/contract";
import type { Rows } from "../db/index.js";

export const memoryFields = [
  "id",
  "kind",
  "origin",
  "writer",
  "speaker",
  "reading_position",
  "scope",
  "subject_type",
  "subject_id",
  "project_id",
  "session_id",
  "channel",
  "boundary_class",
  "owner_id",
  "text",
  "attributes",
  "importance",
  "retracted",
  "quarantined",
  "amended",
  "edited_by",
  "blocked_channels",
  "edit_count",
  "status",
  "tags",
  "token_count",
  "occurred_at",
  "recorded_at",
] as const;

/** A memory as the database gives it back, edits applied. */
export type MemoryRow = Pick<Rows["memory"], (typeof memoryFields)[number]> & {
  /** Whether any edit of it waits for a decision, whoever may know of it. Absent where that was not read. */
  edit_waits?: boolean;
};

/** The kinds that the chunk operations show. */
export const chunkKinds = (): string[] => kindNames(({ asChunk }) => asChunk);

/**
 * A row of a memory's state at some moment. Where the text is composed of attributes, the database gives none and it is
 * composed here, as it is before a memory is written.
 */
export function composed<R extends { kind: string; text: string | null; attributes: Attributes | null }>(
  row: R,
): R {
  const { text } = kindOf(row.kind);
  return text && row.attributes !== null ? { ...row, text: text.compose(row.attributes) } : row;
}
