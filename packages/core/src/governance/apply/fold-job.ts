import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { enqueueJob, type PrincipalJobKind } from "../../jobs/index.js";
import { slices } from "../slices.js";
import { foldAgain, perFold } from "./fold-edits.js";

const kind = "fold_edits";
/** The call itself is done by then, unless its process has ended. */
const delaySeconds = 60;

/** Queued with many edits at once, and finishes what the call did not. */
export const queueFold = (tx: Tx, who: Principal, ids: string[]): Promise<string> =>
  enqueueJob(tx, who, { kind, payload: { ids }, delaySeconds });

/** Writes edits in force into memories, where the process that applied them ended before it had done so. */
export const editFold: PrincipalJobKind = {
  kind,
  permission: "memory:read",
  async run({ context, payload, signal }) {
    for (const ids of slices(payload.ids as string[], perFold)) {
      signal.throwIfAborted();
      await foldAgain(context, ids, context.write);
    }
    return { end: "done" };
  },
};
