import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../../paging/page.js";
import { classesFor } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { type CapsuleRow, capsuleOf } from "../capsule-row.js";
import { assertGoverns } from "../governs.js";
import { listAll, listMade, listOpen } from "./list-capsules.sql.js";
import { listedItems } from "./listed-items.js";
import { ownClearance } from "./read-capsule.sql.js";

/** Those that the caller may open; with `mine` those that it made, with `all` everybody's. The newest come first. */
export async function listCapsules(
  context: OperationContext,
  input: InputOf<PalimpsestContract["listCapsules"]>,
) {
  if (input.all) assertGoverns(context.who);
  const list = input.all ? listAll : input.mine ? listMade : listOpen;
  const page = pageOf(context, "listCapsules", input);
  const wanted = {
    ...input,
    ...page,
    classes: classesFor(context.policy, undefined),
    own: ownClearance(context.policy),
  };
  return context.read(async (tx) => {
    const found: (CapsuleRow & { total: string })[] = await list(tx, context.who, wanted);
    const { shown: rows, next } = page.cut(found, ({ capsule_id }) => [capsule_id]);
    context.touched(rows.map(({ capsule_id }) => capsule_id));
    const itemsOf = await listedItems(tx, context, rows);
    return {
      capsules: rows.map((row) => ({ ...capsuleOf(row), items: itemsOf(row.capsule_id) })),
      total_count: Number(rows[0]?.total ?? 0),
      ...next,
    };
  });
}
