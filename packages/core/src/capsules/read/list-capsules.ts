import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { classesFor } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { type CapsuleRow, capsuleOf } from "../capsule-row.js";
import { listMade, listOpen } from "./list-capsules.sql.js";
import { listedItems } from "./listed-items.js";

/** Those that the caller may open, or with `mine` those that the caller made, newest first. */
export async function listCapsules(
  context: OperationContext,
  input: InputOf<PalimpsestContract["listCapsules"]>,
) {
  const list = input.mine ? listMade : listOpen;
  const wanted = { ...input, classes: classesFor(context.policy, undefined) };
  return context.read(async (tx) => {
    const rows: (CapsuleRow & { total: string })[] = await list(tx, context.who, wanted);
    const itemsOf = await listedItems(tx, context, rows);
    return {
      capsules: rows.map((row) => ({ ...capsuleOf(row), items: itemsOf(row.capsule_id) })),
      total_count: Number(rows[0]?.total ?? 0),
    };
  });
}
