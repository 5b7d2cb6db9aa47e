import type { Tx } from "../../db/index.js";
import { isPassageId, overlapping, saidElsewhere } from "../../documents/index.js";
import { raisedClass } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import {
  analyse,
  type CurrentMemory,
  currentMemories,
  digestsOf,
  foldedStates,
  foundInWords,
  inheritedClasses,
  meaningOf,
  ownSpaceId,
  type RestoredWords,
  refold,
  settleSuperseded,
} from "../../substrate/index.js";
import { slices } from "../slices.js";
import { approvedCounts } from "./apply.sql.js";
import type { Planned } from "./plan.js";
import { isStale, retryWhenStale } from "./retry-when-stale.js";
import { settleReplaced } from "./superseded.js";

/** Memories written in one transaction: the embedded engine serves one at a time, and each takes up to 3 ms. */
export const perFold = 60;

type Folded = Pick<Planned, "target" | "op" | "analysed">;

/** Writes what the edits of each memory come to into the memory, its postings and its vector. */
export async function fold(tx: Tx, edits: Folded[], spaceId: number): Promise<void> {
  await refoldWords(tx, edits, spaceId);
  await settleReplaced(tx, edits);
}

/** The same for memories whose words have changed, whatever did it. */
export const refoldWords = (
  tx: Tx,
  memories: Pick<Folded, "target" | "analysed">[],
  spaceId: number,
): Promise<void> =>
  refold(
    tx,
    memories.map(({ target, analysed }) => ({ id: target.id, analysed })),
    spaceId,
  );

/** Does that for edits that are in force already, few memories at a time, so that others are served in between. */
export async function foldRest(context: OperationContext, edits: Planned[], spaceId: number): Promise<void> {
  const { services, who } = context;
  for (const part of slices(edits, perFold)) {
    try {
      await services.db.transaction(who, (tx) => fold(tx, part, spaceId));
    } catch (error) {
      if (!isStale(error)) throw error;
      const ids = part.map(({ target }) => target.id);
      await foldAgain(context, ids, { write: (work) => services.db.transaction(who, work) });
    }
  }
}

interface FoldOptions {
  write: (work: (tx: Tx) => Promise<void>) => Promise<void>;
  /** Reads words that the caller may not read. Without it memories that come back stay as they are. */
  unreadWords?: (ids: string[]) => Promise<RestoredWords[]>;
}

/** The same from what stands in the log alone, for memories that have not been written yet. */
export function foldAgain(context: OperationContext, edited: string[], options: FoldOptions): Promise<void> {
  const { who, services, policy, digestKey } = context;
  return retryWhenStale(async () => {
    const passages = edited.filter(isPassageId);
    const near = await context.read((tx) => overlapping(tx, passages));
    const elsewhere = await saidElsewhere(context, passages);
    const ids = [...new Set([...edited, ...near, ...elsewhere.seen])];
    const { current, states, counts } = await context.read(async (tx) => ({
      current: await currentMemories(tx, who, ids),
      states: new Map((await foldedStates(tx, ids)).map((state) => [state.id, state])),
      counts: await approvedCounts(tx, who, ids),
    }));
    const isReworded = ({ id, text }: CurrentMemory) =>
      isPassageId(id) && states.get(id)?.text != null && states.get(id)?.text !== text;
    const due = current.filter((memory) => memory.edit_count !== counts.get(memory.id) || isReworded(memory));
    const seen = new Set(current.map(({ id }) => id));
    const unread = edited.filter((id) => !seen.has(id));
    const unreadWords = unread.length > 0 ? ((await options.unreadWords?.(unread)) ?? []) : [];
    const worded = [
      ...due.flatMap(({ id, kind, speaker, occurred_at, boundary_class }) => {
        const { text = null, attributes = null } = states.get(id) ?? {};
        return text === null || attributes === null
          ? []
          : [{ id, kind, speaker, occurred_at, text, attributes, boundaryClass: boundary_class }];
      }),
      ...unreadWords
        .filter(({ retracted }) => !retracted)
        .map((unknown) => ({ ...unknown, boundaryClass: undefined })),
    ];
    const analysed = await analyse(
      services.embedder,
      worded.map(({ kind, text, attributes, speaker, occurred_at, boundaryClass }) => ({
        ...{ text, speaker: speaker ?? undefined, occurredAt: occurred_at, boundaryClass },
        meaning: meaningOf(kind, attributes),
      })),
    );
    const inherited = await inheritedClasses(context, worded);
    const words = new Map(
      worded.map(({ id, kind, text, attributes }, at) => {
        const found = foundInWords(policy, { kind, text, attributes });
        const foundClass = raisedClass(found.class, inherited[at]!);
        return [id, { ...analysed[at]!, ...digestsOf(digestKey, text), attributes, foundClass }];
      }),
    );
    const spaceId = await ownSpaceId(services);
    await options.write(async (tx) => {
      // What the caller may not read is written whether or not it was before.
      await refold(
        tx,
        unread.map((id) => ({ id, analysed: words.get(id) })),
        spaceId,
      );
      if (unread.length > 0) await settleSuperseded(tx, unread);
      const edits = due.map((target) => ({ target, op: "restore" as const, analysed: words.get(target.id) }));
      await fold(tx, edits, spaceId);
    });
  });
}
