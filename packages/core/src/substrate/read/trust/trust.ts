import type { Trust } from "@palimpsest/contract";
import type { Principal } from "../../../identity/index.js";
import type { Policy } from "../../../policy/index.js";

export type { Trust };

/** Who reads, and which writers the policy names trusted. */
export interface TrustView {
  readerId: string;
  /** As type:id. */
  writers: readonly string[];
}

export const trustViewOf = (reader: Principal, { retrieval }: Policy): TrustView => ({
  readerId: reader.id,
  writers: retrieval.trust.writers,
});

interface Written {
  origin: string;
  writer: string;
  owner_id: string;
}

const isPerson = (writer: string): boolean => writer.startsWith("human:");

/** What a person or a trusted writer wrote is trusted, what the reader wrote is its own; the rest must not instruct. */
export function trustOf(row: Written, { readerId, writers }: TrustView): Trust {
  if (row.origin === "human" && isPerson(row.writer)) return "trusted";
  if (writers.includes(row.writer)) return "trusted";
  return row.owner_id === readerId && row.origin === "agent" ? "own" : "untrusted";
}

/** Is there a limit to how much of an answer this row's writer may fill? Not for people, the reader and trusted ones. */
export const isLimited = (row: Pick<Written, "writer" | "owner_id">, view: TrustView): boolean =>
  !isPerson(row.writer) && row.owner_id !== view.readerId && !view.writers.includes(row.writer);
