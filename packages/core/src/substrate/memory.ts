import { type Attributes, kindNames, kindOf, type Scope, type Trust } from "@palimpsest/contract";

export type { Trust };

/** A memory as the database gives it back, edits applied. */
export interface MemoryRow {
  [column: string]: unknown;
  id: string;
  kind: string;
  origin: string;
  source: string;
  scope: Scope | null;
  subject_type: string | null;
  subject_id: string | null;
  project_id: string | null;
  session_id: string | null;
  channel: string;
  owner_id: string;
  text: string;
  attributes: Attributes;
  importance: number;
  retracted: boolean;
  quarantined: boolean;
  amended: boolean;
  blocked_channels: string[];
  edit_count: number;
  status: string;
  tags: string[];
  token_count: number;
  occurred_at: Date;
  recorded_at: Date;
}

/** Untrusted memory can be shown and cannot drive: a person's word is trusted, the reader's own is its own. */
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
