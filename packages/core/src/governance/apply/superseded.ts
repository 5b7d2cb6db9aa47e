import { kindOf } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { insertState, setStatus, supersededStates } from "../../substrate/index.js";
import type { Planned } from "./plan.js";

/**
 * A decision is superseded while any later one is not retracted. So retracting the later one makes it active again, and
 * restoring that one makes it superseded again.
 */
export async function settleSuperseded(
  tx: Tx,
  who: Principal,
  edits: Pick<Planned, "op" | "target">[],
): Promise<void> {
  const changed = edits.filter(
    ({ op, target }) => kindOf(target.kind).states?.superseded && changesStanding.has(op),
  );
  if (changed.length === 0) return;
  const rows = await supersededStates(
    tx,
    who,
    changed.map(({ target }) => target.id),
  );
  for (const { id, status } of rows) {
    await setStatus(tx, id, status);
    await insertState(tx, who, id, status);
  }
}

const changesStanding: ReadonlySet<string> = new Set(["retract", "restore"]);
