import type { Attributes } from "@palimpsest/contract";
import { isPassageId, noteWithheld, overlapping, saidElsewhere } from "../../../documents/index.js";
import type { OperationContext } from "../../../services.js";
import { currentMemories, foldedStates, type State } from "../../../substrate/index.js";
import type { Op } from "../../edit.js";
import type { Target } from "../../read/target.js";
import { slices } from "../../slices.js";
import { insertDecisions, insertEdits } from "../apply.sql.js";
import type { Planned } from "../plan.js";
import { rolledBack } from "../simulate/rolled-back.js";
import { decisionsOn } from "../states-after.js";

/** A memory whose words change, and the words. */
export interface Reworded {
  target: Target;
  text: string;
  attributes: Attributes;
}

/** What edits of passages do to words: of passages that they edit, and of others that share words with these. */
export interface SharedWords {
  edited: Map<string, Reworded>;
  others: Reworded[];
  /** Passages that the caller may not read and that may share words too: a worker writes them. */
  unseen: string[];
}

const none: SharedWords = { edited: new Map(), others: [], unseen: [] };

/** Edits that can change what other passages may say. */
const rewording: readonly Op[] = ["retract", "quarantine", "amend", "restore"];

/** Passages that edits take words out of, or put them back. Those of a document that goes as a whole need no care. */
export const takenFrom = (edits: readonly Planned[]): string[] => {
  const wholes = new Set(
    edits.filter(({ target }) => target.kind === "artifact").map(({ editId }) => editId),
  );
  return edits
    .filter(({ target, causedBy }) => isPassageId(target.id) && !(causedBy && wholes.has(causedBy)))
    .map(({ target }) => target.id);
};

/**
 * The words of a passage depend on the passages that it overlaps with, and on those of other revisions that say the same:
 * they are what the fold gives once all the edits are in force.
 */
export async function sharedWords(
  context: OperationContext,
  edits: readonly Planned[],
): Promise<SharedWords> {
  const { who } = context;
  const passages = edits.filter(({ target }) => isPassageId(target.id) && !target.unread);
  if (passages.length === 0) return none;
  const targets = new Map(passages.map(({ target }) => [target.id, target]));
  const near = await context.read((tx) => overlapping(tx, [...targets.keys()]));
  const reworded = passages.filter(({ op }) => rewording.includes(op)).map(({ target }) => target.id);
  const elsewhere = await saidElsewhere(context, reworded);
  const others = [...near, ...elsewhere.seen].filter((id) => !targets.has(id));
  // What is retracted needs no words.
  const wanted = passages.filter(({ op }) => op !== "retract").map(({ target }) => target.id);
  const { unseen } = elsewhere;
  if (others.length + wanted.length === 0) return { ...none, unseen };
  const current = await context.read((tx) => currentMemories(tx, who, others));
  for (const other of current) targets.set(other.id, other);
  const states = await rolledBack(context, async (tx) => {
    const fresh = passages.filter(({ proposed }) => !proposed);
    for (const part of slices(fresh)) await insertEdits(tx, who, part, false);
    for (const part of slices(passages))
      await insertDecisions(tx, who, "approved", part.flatMap(decisionsOn));
    await noteWithheld(tx, takenFrom(edits));
    const found: State[] = [];
    for (const ids of slices([...wanted, ...others])) found.push(...(await foldedStates(tx, ids)));
    return found;
  });
  const changed = states.flatMap(({ id, text, attributes }): Reworded[] => {
    const target = targets.get(id)!;
    if (text === null || attributes === null || (text === target.text && !target.retracted)) return [];
    return [{ target, text, attributes }];
  });
  const isOther = new Set(others);
  return {
    unseen,
    edited: new Map(
      changed.filter(({ target }) => !isOther.has(target.id)).map((one) => [one.target.id, one]),
    ),
    others: changed.filter(({ target }) => isOther.has(target.id)),
  };
}
