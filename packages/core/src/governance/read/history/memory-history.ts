import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../../services.js";
import { readOriginal, shownWriter } from "../../../substrate/index.js";
import { editsOf } from "../edits/edit.sql.js";
import { mayShow, seesOriginals, shownReason } from "../shown-text.js";
import { findTarget } from "../target.js";
import { changesOf } from "./history-changes.js";

type Output = OutputOf<PalimpsestContract["memoryHistory"]>;

/** The life of one memory. Its first text is for those who may see originals, and only when asked for. */
export async function memoryHistory(
  context: OperationContext,
  input: InputOf<PalimpsestContract["memoryHistory"]>,
): Promise<Output> {
  const { who } = context;
  const shown = input.include_original && seesOriginals(who);
  if (shown) context.sawOriginals();
  return context.read(async (tx) => {
    const memory = await findTarget(tx, who, input.memory_id, "memory");
    context.touched([memory.id]);
    const edits = await editsOf(tx, who, memory.id);
    const changes = await changesOf(tx, context, memory, edits, shown);
    const visible = shown || mayShow(context, memory);
    return {
      memory_id: memory.id,
      kind: memory.kind,
      origin: memory.origin,
      ...shownWriter(memory),
      recorded_at: memory.recorded_at.toISOString(),
      original: shown
        ? { exists: true, ...(await readOriginal(tx, memory)), withheld: false }
        : { exists: true, text: null, importance: null, attributes: null, withheld: true },
      current: {
        text: visible ? memory.text : null,
        attributes: (visible ? memory.attributes : null) as Output["current"]["attributes"],
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
        reason: shownReason(context, memory, edit.reason),
        proposer_type: edit.proposer_type,
        proposer_id: edit.proposer_id,
        decided_by: edit.decided_by,
        created_at: edit.created_at,
        decided_at: edit.decided_at,
        changes: changes.get(edit.edit_id) ?? [],
      })),
    };
  });
}
