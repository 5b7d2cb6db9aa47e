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
  /** Who answers for the words that edits have put in. */
  edited_by: readonly string[];
}

export const isPerson = (writer: string): boolean => writer.startsWith("human:");

const idOf = (writer: string): string => writer.slice(writer.indexOf(":") + 1);

/** What a person or a trusted writer wrote is trusted, what the reader wrote is its own; the rest must not instruct. */
function writerTrust({ origin, writer, owner_id }: Written, { readerId, writers }: TrustView): Trust {
  if (origin === "human" && isPerson(writer)) return "trusted";
  if (writers.includes(writer)) return "trusted";
  return owner_id === readerId && origin === "agent" ? "own" : "untrusted";
}

function editorTrust(editor: string, { readerId, writers }: TrustView): Trust {
  if (isPerson(editor) || writers.includes(editor)) return "trusted";
  return idOf(editor) === readerId ? "own" : "untrusted";
}

/** The least trust among those whose words it shows: an edit can lower it and never raises it. */
export function trustOf(row: Written, view: TrustView): Trust {
  const all = [writerTrust(row, view), ...row.edited_by.map((editor) => editorTrust(editor, view))];
  if (all.includes("untrusted")) return "untrusted";
  return all.includes("own") ? "own" : "trusted";
}

/** Those whose words it shows and who may fill only part of an answer: not people, the reader and trusted writers. */
export const limitedWriters = (row: Pick<Written, "writer" | "edited_by">, view: TrustView): string[] =>
  [...new Set([row.writer, ...row.edited_by])].filter(
    (writer) => !isPerson(writer) && idOf(writer) !== view.readerId && !view.writers.includes(writer),
  );
