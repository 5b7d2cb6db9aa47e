import { isDeepStrictEqual } from "node:util";
import type { Attributes } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import {
  type Analysed,
  analyse,
  type Digests,
  digestsOf,
  ownSpaceId,
  type Reach,
  simulatedStates,
} from "../../substrate/index.js";
import { type Cascade, changesWords, type Op, type Patch } from "../edit.js";
import type { Target } from "../read/target.js";
import { stateAfter } from "../state-after.js";
import { slices } from "./slices.js";

/** One edit about to be applied, with everything that the database cannot compute for it. */
export interface Planned {
  editId: string;
  target: Target;
  op: Op;
  patch: Patch;
  reason: string;
  cascade: Cascade;
  causedBy?: string;
  note?: string;
  /** It was proposed earlier and now is approved. */
  proposed?: boolean;
  /** Computed from the memory's state; stale if the memory was edited since. */
  fromText?: boolean;
  /** The memories derived from it when its cascade was planned; stale if there are more by now. */
  derived?: ReadonlySet<string>;
  analysed?: Analysed & Digests & { attributes: Attributes };
}

interface Worded {
  text: string;
  attributes: Attributes;
}

const isSame = (a: Worded, b: Worded): boolean =>
  a.text === b.text && isDeepStrictEqual(a.attributes, b.attributes);

export interface Plan {
  edits: Planned[];
  spaceId: number;
  /** The limits of its cascades. */
  reach: Reach;
}

const batch = 256;

/** Finds the text that each edit leads to and analyses it. Calls the embedder: never in a transaction. */
export async function analysePlan(context: OperationContext, edits: Planned[]): Promise<Plan> {
  const { services, policy, digestKey } = context;
  const wanted: [Planned, Worded][] = [];
  for (const edit of edits) {
    // Of two restores at once the second finds nothing left to undo.
    edit.fromText ||= edit.op === "restore";
    if (!changesWords(edit.patch)) continue;
    edit.fromText ||= edit.patch.attributes !== undefined;
    wanted.push([edit, stateAfter(edit.target, edit.patch)]);
  }
  wanted.push(...(await restoredWords(context, edits)));

  for (let at = 0; at < wanted.length; at += batch) {
    const part = wanted.slice(at, at + batch);
    const analysed = await analyse(
      services.embedder,
      part.map(([{ target }, { text }]) => ({
        text,
        speaker: target.speaker ?? undefined,
        occurredAt: target.occurred_at,
      })),
    );
    part.forEach(([edit, { text, attributes }], index) => {
      edit.analysed = { ...analysed[index]!, ...digestsOf(digestKey, text), attributes };
    });
  }
  return { edits, spaceId: await ownSpaceId(services), reach: policy.limits };
}

/** The texts and attributes that come back when edits are undone. */
async function restoredWords(context: OperationContext, edits: Planned[]): Promise<[Planned, Worded][]> {
  const byPatch = new Map<string, Map<string, Planned>>();
  for (const edit of edits) {
    if (edit.op !== "restore" || edit.target.edit_count === 0) continue;
    const patch = JSON.stringify(edit.patch);
    const group = byPatch.get(patch) ?? new Map<string, Planned>();
    byPatch.set(patch, group.set(edit.target.id, edit));
  }
  const found: [Planned, Worded][] = [];
  for (const [patch, group] of byPatch) {
    for (const ids of slices([...group.keys()])) {
      const states = await context.read((tx) => simulatedStates(tx, ids, "restore", patch));
      for (const { id, text, attributes } of states) {
        const edit = group.get(id)!;
        if (text === null || attributes === null) continue;
        if (!edit.target.retracted && isSame(edit.target, { text, attributes })) continue;
        found.push([edit, { text, attributes }]);
      }
    }
  }
  return found;
}
