import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { enqueueJob, type PrincipalJobKind } from "../../jobs/index.js";
import { wordsInForce } from "../../substrate/index.js";
import { slices } from "../slices.js";
import { foldAgain, perFold } from "./fold-edits.js";

const kind = "fold_edits";
/** The call itself is done by then, unless its process has ended. */
const callSeconds = 60;

/** Queued with many edits at once, where it finishes what the call did not, and where a worker has to read the words. */
export const queueFold = (
  tx: Tx,
  who: Principal,
  ids: string[],
  { delaySeconds = callSeconds }: { delaySeconds?: number } = {},
): Promise<string> => enqueueJob(tx, who, { kind, payload: { ids }, delaySeconds });

/** Writes edits in force into memories, where the call that applied them did not. */
export const editFold: PrincipalJobKind = {
  kind,
  permission: "memory:read",
  async run({ context, payload, signal, step }) {
    // In the worker's own role: the caller, who may not read these, is never shown them.
    const unreadWords = (ids: string[]) => step((tx) => wordsInForce(tx, ids));
    for (const ids of slices(payload.ids as string[], perFold)) {
      signal.throwIfAborted();
      await foldAgain(context, ids, { write: context.write, unreadWords });
    }
    return { end: "done" };
  },
};
