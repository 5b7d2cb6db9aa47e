import { ownTurn } from "../../async/index.js";
import type { OperationContext } from "../../services.js";
import { otherPassages } from "./overlapping.sql.js";

/** Passages whose sentences are looked for at once: the embedded engine serves nobody else meanwhile. */
const perRead = 10;

export interface Elsewhere {
  seen: string[];
  /** Those that the caller may not read. */
  unseen: string[];
}

/**
 * Passages of other revisions whose words may depend on edits of these passages, for they say some of the same sentences.
 * The fold decides; this only keeps all others from being folded.
 */
export async function saidElsewhere(context: OperationContext, ids: readonly string[]): Promise<Elsewhere> {
  const given = new Set(ids);
  const found = new Map<string, boolean>();
  for (let from = 0; from < ids.length; from += perRead) {
    if (from > 0) await ownTurn();
    const rows = await context.read((tx) => otherPassages(tx, ids.slice(from, from + perRead)));
    for (const { id, seen } of rows) if (!given.has(id)) found.set(id, seen);
  }
  const all = [...found.keys()];
  return { seen: all.filter((id) => found.get(id)), unseen: all.filter((id) => !found.get(id)) };
}
