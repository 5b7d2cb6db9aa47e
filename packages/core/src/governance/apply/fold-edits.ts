import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import {
  analyse,
  currentMemories,
  digestsOf,
  foldedStates,
  ownSpaceId,
  refold,
} from "../../substrate/index.js";
import { slices } from "../slices.js";
import { approvedCounts } from "./apply.sql.js";
import type { Planned } from "./plan.js";
import { isStale, retryWhenStale } from "./retry-when-stale.js";
import { settleSuperseded } from "./superseded.js";

/** Memories written in one transaction: the embedded engine serves one at a time, and each takes up to 3 ms. */
export const perFold = 60;

type Folded = Pick<Planned, "target" | "op" | "analysed">;

/** Writes what the edits of each memory come to into the memory, its postings and its vector. */
export async function fold(tx: Tx, who: Principal, edits: Folded[], spaceId: number): Promise<void> {
  await refold(
    tx,
    edits.map(({ target, analysed }) => ({ id: target.id, analysed })),
    spaceId,
  );
  await settleSuperseded(tx, who, edits);
}

/** Does that for edits that are in force already, few memories at a time, so that others are served in between. */
export async function foldRest(context: OperationContext, edits: Planned[], spaceId: number): Promise<void> {
  const { services, who } = context;
  for (const part of slices(edits, perFold)) {
    try {
      await services.db.transaction(who, (tx) => fold(tx, who, part, spaceId));
    } catch (error) {
      if (!isStale(error)) throw error;
      const ids = part.map(({ target }) => target.id);
      await foldAgain(context, ids, (work) => services.db.transaction(who, work));
    }
  }
}

/** The same from what stands in the log alone, for memories that have not been written yet. */
export function foldAgain(
  context: OperationContext,
  ids: string[],
  write: (work: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { who, services, digestKey } = context;
  return retryWhenStale(async () => {
    const { current, states, counts } = await context.read(async (tx) => ({
      current: await currentMemories(tx, who, ids),
      states: new Map((await foldedStates(tx, ids)).map((state) => [state.id, state])),
      counts: await approvedCounts(tx, who, ids),
    }));
    const due = current.filter(({ id, edit_count }) => edit_count !== counts.get(id));
    const worded = due.flatMap((target) => {
      const { text = null, attributes = null } = states.get(target.id) ?? {};
      return text === null || attributes === null ? [] : [{ target, text, attributes }];
    });
    const analysed = await analyse(
      services.embedder,
      worded.map(({ target, text }) => ({
        text,
        speaker: target.speaker ?? undefined,
        occurredAt: target.occurred_at,
      })),
    );
    const words = new Map(
      worded.map(({ target, text, attributes }, at) => [
        target.id,
        { ...analysed[at]!, ...digestsOf(digestKey, text), attributes },
      ]),
    );
    // What the caller may not read has no new words, and is written whether or not it was before.
    const seen = new Set(current.map(({ id }) => id));
    const unread = ids.filter((id) => !seen.has(id));
    const spaceId = await ownSpaceId(services);
    await write(async (tx) => {
      await refold(
        tx,
        unread.map((id) => ({ id })),
        spaceId,
      );
      const edits = due.map((target) => ({ target, op: "restore" as const, analysed: words.get(target.id) }));
      await fold(tx, who, edits, spaceId);
    });
  });
}
