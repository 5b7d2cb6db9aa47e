import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { editsOf } from "./edit.sql.js";
import { mayShow, seesOriginals } from "./shown-text.js";
import { findTarget } from "./target.sql.js";

type Output = OutputOf<PalimpsestContract["memoryHistory"]>;

/** The life of one memory. Its first text is for those who may see originals, and only when asked for. */
export async function memoryHistory(
  context: OperationContext,
  input: InputOf<PalimpsestContract["memoryHistory"]>,
): Promise<Output> {
  const { who } = context;
  const shown = input.include_original && seesOriginals(who);
  return context.read(async (tx) => {
    const memory = await findTarget(tx, who, input.memory_id, "memory");
    context.touched([memory.id]);
    const edits = await editsOf(tx, who, memory.id);
    return {
      memory_id: memory.id,
      kind: memory.kind as Output["kind"],
      origin: memory.origin,
      source: memory.source,
      recorded_at: memory.recorded_at.toISOString(),
      original: shown
        ? { exists: true, ...(await originalOf(tx, memory.id)), withheld: false }
        : { exists: true, text: null, importance: null, withheld: true },
      current: {
        text: shown || mayShow(who, memory) ? memory.text : null,
        importance: memory.importance,
        is_retracted: memory.retracted,
        is_quarantined: memory.quarantined,
        blocked_channels: memory.blocked_channels,
        edits_applied: memory.edit_count,
      },
      edits: edits.map((edit) => ({
        edit_id: edit.edit_id,
        op: edit.op,
        status: edit.status,
        reason: edit.reason,
        proposer_type: edit.proposer_type,
        proposer_id: edit.proposer_id,
        decided_by: edit.decided_by,
        created_at: edit.created_at,
        decided_at: edit.decided_at,
      })),
    };
  });
}

async function originalOf(tx: Tx, id: string): Promise<{ text: string; importance: number }> {
  const [row] = await tx.query<{ text: string; importance: number }>(
    `select text, importance from palimpsest.original($1)`,
    [id],
  );
  return row!;
}
