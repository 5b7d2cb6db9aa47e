import { type Attributes, kindNames, kindOf, type Trust } from "@palimpsest/contract";
import type { Rows } from "../db/index.js";

export type { Trust };

export const memoryFields = [
  "id",
  "kind",
  "origin",
  "writer",
  "scope",
  "subject_type",
  "subject_id",
  "project_id",
  "session_id",
  "channel",
  "owner_id",
  "text",
  "attributes",
  "importance",
  "retracted",
  "quarantined",
  "amended",
  "blocked_channels",
  "edit_count",
  "status",
  "tags",
  "token_count",
  "occurred_at",
  "recorded_at",
] as const;

/** A memory as the database gives it back, edits applied. */
export type MemoryRow = Pick<Rows["memory"], (typeof memoryFields)[number]>;

/** What a person wrote is trusted, what the reader wrote is its own; the rest may be shown but must not instruct. */
export function trustOf(row: { origin: string; owner_id: string }, readerId: string): Trust {
  if (row.origin === "human") return "trusted";
  return row.owner_id === readerId && row.origin === "agent" ? "own" : "untrusted";
}

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
