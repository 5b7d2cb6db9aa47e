import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { insertLinks } from "../links/insert-links.sql.js";
import { insertState } from "../states/state-log.sql.js";
import type { Prepared } from "./draft.js";
import { insertMemoryRow } from "./memory-row.sql.js";
import { findTombstone } from "./tombstone.sql.js";

/** Writes the memory, its original, its index and its links in the caller's transaction; gives the time of recording. */
export async function insertMemory(tx: Tx, who: Principal, memory: Prepared): Promise<string> {
  await refuseTombstoned(tx, who, memory);
  const recordedAt = await insertMemoryRow(tx, who, memory);
  if (memory.status !== undefined) await insertState(tx, who, memory.id, memory.status);
  if (memory.derivedFrom?.length) await insertLinks(tx, who, memory.id, memory.derivedFrom, "derived_from");
  return recordedAt;
}

/** Refuses a text that was retracted, unless an admin overrides that. */
async function refuseTombstoned(tx: Tx, who: Principal, memory: Prepared): Promise<void> {
  if (memory.overrideTombstone) {
    if (!who.permissions.has("admin")) {
      throw new PalimpsestError("FORBIDDEN", "Only an admin may write again what was retracted.");
    }
    return;
  }
  const stone = await findTombstone(tx, memory);
  if (stone === undefined) return;
  throw new PalimpsestError(
    "TOMBSTONED",
    `This was retracted before (${stone}) and is not taken again. An admin may write it with override_tombstone, or restore the memory.`,
  );
}
