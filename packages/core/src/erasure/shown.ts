import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import type { ErasureRow } from "./erasure.sql.js";

type Shown = OutputOf<PalimpsestContract["getErasure"]>;
export type Matched = Shown["matched"];

/** Kinds of rows that were not reached are not stored. */
const none: Matched = {
  memories: {},
  ...{ private: 0, conversations: 0, documents: 0, edits: 0, pending_edits: 0, outbox: 0, events: 0 },
  ...{
    capsule_items: 0,
    contexts: 0,
    activations: 0,
    jobs: 0,
    answers: 0,
    sessions: 0,
    plans: 0,
    plan_state: 0,
  },
  ...{ task_contexts: 0, working_memory: 0, working_items: 0, working_threads: 0, mentions: 0 },
  principal: false,
};

export const matchedOf = (found: Record<string, unknown>): Matched => ({ ...none, ...found });

export function shown({ receipt, signature, audit_id, residue, matched, ...row }: ErasureRow): Shown {
  const isDone = receipt !== null && signature !== null && audit_id !== null;
  return {
    ...row,
    matched: matchedOf(matched),
    residue: isDone ? 0 : (residue?.reduce((sum, { rows }) => sum + rows, 0) ?? null),
    found_in: residue ?? [],
    receipt: isDone
      ? { audit_id, signature, public_key: String(receipt.public_key), document: receipt }
      : null,
  };
}

/** Agents neither ask for erasures nor look at them, whatever their credential grants. */
export function assertNoAgent({ who }: OperationContext): void {
  if (who.type !== "agent") return;
  throw new PalimpsestError("FORBIDDEN", "Erasures are for people and services, not for agents.");
}
