import { kindNames, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { artifactTexts } from "../../documents/index.js";
import type { Principal } from "../../identity/index.js";
import type { Policy } from "../../policy/index.js";
import {
  type Filter,
  type Gaps,
  gapsAmong,
  type MemoryRow,
  readByIds,
  type TrustView,
  trustOf,
  trustViewOf,
} from "../../substrate/index.js";
import { capsuleItemIds } from "./read-capsule.sql.js";

export type CapsuleItem = OutputOf<PalimpsestContract["getCapsule"]>["items"][number];

/** The items of an open capsule that this reader may see, now or as of a moment in the past. */
export async function openCapsule(
  tx: Tx,
  who: Principal,
  capsuleId: string,
  filter: Pick<Filter, "channel" | "classes" | "saidIn" | "asOf">,
  policy: Policy,
): Promise<{ items: CapsuleItem[]; gaps: Gaps }> {
  const view = trustViewOf(who, policy);
  const items = await capsuleItemIds(tx, who, capsuleId);
  const ids = (type: string) =>
    items.filter(({ item_type }) => item_type === type).map(({ item_id }) => item_id);
  const artifacts = await artifactTexts(tx, who, filter, ids("artifact"));
  const held = [...ids("memory"), ...[...artifacts.values()].map(({ memory_id }) => memory_id)];
  const ofItems = { kinds: kindNames(({ inCapsules }) => inCapsules), ...filter };
  const rows = await readByIds(tx, who, ofItems, held);
  const gaps = await gapsAmong(tx, who, ofItems, held);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = items.flatMap(({ item_type, item_id }): CapsuleItem[] => {
    const artifact = artifacts.get(item_id);
    const row = byId.get(item_type === "artifact" ? (artifact?.memory_id ?? "") : item_id);
    if (row === undefined) return [];
    const item = itemOf(row, view);
    return [
      item_type === "artifact"
        ? { ...item, memory_id: item_id, kind: "artifact", text: artifact!.text }
        : item,
    ];
  });
  return { items: shown, gaps };
}

const itemOf = (row: MemoryRow, view: TrustView): CapsuleItem => ({
  memory_id: row.id,
  kind: row.kind,
  text: row.text,
  importance: row.importance,
  occurred_at: row.occurred_at.toISOString(),
  trust: trustOf(row, view),
  edits_applied: row.edit_count,
});
