import { kindOf } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { settleSuperseded } from "../../substrate/index.js";
import type { Planned } from "./plan.js";

/**
 * A decision or a fact is superseded while any later one is not retracted. So retracting the later one makes it active
 * again, and restoring that one makes it superseded again.
 */
export async function settleReplaced(tx: Tx, edits: Pick<Planned, "op" | "target">[]): Promise<void> {
  const changed = edits.filter(
    ({ op, target }) => kindOf(target.kind).states?.superseded && changesStanding.has(op),
  );
  if (changed.length === 0) return;
  await settleSuperseded(
    tx,
    changed.map(({ target }) => target.id),
  );
}

const changesStanding: ReadonlySet<string> = new Set(["retract", "restore"]);
