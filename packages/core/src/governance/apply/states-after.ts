import type { OperationContext } from "../../services.js";
import { foldedStates, type State } from "../../substrate/index.js";
import { editsIn, insertDecisions, insertEdits } from "./apply.sql.js";
import type { Planned } from "./plan.js";
import { rolledBack } from "./simulate/rolled-back.js";

/** The states that memories would have after several edits each, which are made and rolled back. */
export const statesAfter = (context: OperationContext, edits: Planned[]): Promise<State[]> =>
  rolledBack(context, async (tx) => {
    const { who } = context;
    await insertEdits(tx, who, edits, false);
    await insertDecisions(tx, who, "approved", edits.flatMap(decisionsOn));
    return foldedStates(
      tx,
      edits.map(({ target }) => target.id),
    );
  });

/** The decisions that put an edit and the further ones of the same memory in force. */
export const decisionsOn = (edit: Planned) =>
  editsIn(edit).map(({ editId }) => ({ editId, memoryId: edit.target.id, note: edit.note }));
