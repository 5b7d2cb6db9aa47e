import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import {
  assertMayFilter,
  chunkKinds,
  filterOf,
  gapsAmong,
  pendingEdits,
  readByIds,
  shownPending,
  shownTurn,
  shownWriter,
} from "../substrate/index.js";

/** Chunks in the order of the ids. Ids that are missing, foreign or not admitted are left out. */
export async function getChunks(context: OperationContext, input: InputOf<PalimpsestContract["getChunks"]>) {
  const filter = filterOf(context.policy, chunkKinds(), input);
  assertMayFilter(context, filter);
  const { rows, gaps, pending } = await context.read(async (tx) => {
    const rows = await readByIds(tx, context.who, filter, input.chunk_ids);
    return {
      rows,
      gaps: await gapsAmong(tx, context.who, filter, input.chunk_ids),
      pending: await pendingEdits(tx, context.who, rows, filter.asOf),
    };
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  context.touched([...byId.keys()]);
  return {
    chunks: [...new Set(input.chunk_ids)].flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      return [
        {
          chunk_id: row.id,
          text: row.text,
          importance: row.importance,
          is_retracted: row.retracted,
          is_quarantined: row.quarantined,
          edits_applied: row.edit_count,
          status: row.status,
          ...shownWriter(row),
          ...shownTurn(row),
          ...shownPending(pending, row.id),
        },
      ];
    }),
    ...gaps,
  };
}
