import { kindNames, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { admittedKinds, filterOf } from "../../substrate/index.js";
import { type CapsuleRow, isOpen } from "../capsule-row.js";
import { firstItems } from "./handed-to-reader.sql.js";

type Items = OutputOf<PalimpsestContract["listCapsules"]>["capsules"][number]["items"];

/** How many items of each capsule a list names; opening it shows all. */
const perCapsule = 50;

/** What open capsules hold, by their ids, as far as the reader may see it where no channel is named. */
export async function listedItems(
  tx: Tx,
  { who, policy }: OperationContext,
  rows: CapsuleRow[],
): Promise<(capsuleId: string) => Items> {
  const open = rows.filter(isOpen);
  const items = await firstItems(
    tx,
    who,
    open.map(({ capsule_id }) => capsule_id),
    perCapsule,
  );
  const filter = filterOf(
    policy,
    kindNames(({ inCapsules }) => inCapsules),
    {},
  );
  const kinds = await admittedKinds(
    tx,
    who,
    filter,
    items.map(({ memory_id }) => memory_id),
  );
  const listOf = (type: string, memoryId: string): keyof Items => {
    if (type === "artifact") return "artifacts";
    return kinds.get(memoryId) === "decision" ? "decisions" : "chunks";
  };
  const byCapsule = new Map<string, Items>();
  for (const { capsule_id, item_type, item_id, memory_id } of items) {
    if (!kinds.has(memory_id)) continue;
    const held = byCapsule.get(capsule_id) ?? { chunks: [], decisions: [], artifacts: [] };
    held[listOf(item_type, memory_id)].push(item_id);
    byCapsule.set(capsule_id, held);
  }
  return (capsuleId) => byCapsule.get(capsuleId) ?? { chunks: [], decisions: [], artifacts: [] };
}
