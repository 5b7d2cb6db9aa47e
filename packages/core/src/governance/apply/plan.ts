import type { OperationContext } from "../../services.js";
import { type Analysed, analyse, contentDigest, ownSpaceId, type Reach } from "../../substrate/index.js";
import type { Cascade, Op, Patch } from "../edit.js";
import { simulatedStates, type Target } from "../read/target.sql.js";
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
  /** Made from the memory's text as it was; stale if the memory was edited since. */
  fromText?: boolean;
  /** What had been made from the memory when its cascade was planned; stale if there is more by now. */
  derived?: ReadonlySet<string>;
  analysed?: Analysed & { hash: string };
}

export interface Plan {
  edits: Planned[];
  spaceId: number;
  /** How far its cascades were looked for. */
  reach: Reach;
}

const batch = 256;

/** Finds the text that each edit leads to and analyses it. Calls the embedder: never in a transaction. */
export async function analysePlan(context: OperationContext, edits: Planned[]): Promise<Plan> {
  const { services, policy, digestKey } = context;
  const texts = new Map<Planned, string>();
  for (const edit of edits) if (edit.patch.text !== undefined) texts.set(edit, edit.patch.text);
  for (const [edit, text] of await restoredTexts(context, edits)) texts.set(edit, text);

  const wanted = [...texts];
  for (let at = 0; at < wanted.length; at += batch) {
    const part = wanted.slice(at, at + batch);
    const analysed = await analyse(
      services.embedder,
      part.map(([{ target }, text]) => ({
        text,
        actor: target.speaker ?? undefined,
        occurredAt: target.occurred_at,
      })),
    );
    part.forEach(([edit, text], index) => {
      const hash = contentDigest(digestKey, text);
      edit.analysed = { ...analysed[index]!, hash };
    });
  }
  return { edits, spaceId: await ownSpaceId(services), reach: policy.limits };
}

/** The texts that come back when edits are undone. */
async function restoredTexts(context: OperationContext, edits: Planned[]): Promise<[Planned, string][]> {
  const byPatch = new Map<string, Map<string, Planned>>();
  for (const edit of edits) {
    if (edit.op !== "restore" || edit.target.edit_count === 0) continue;
    const patch = JSON.stringify(edit.patch);
    const group = byPatch.get(patch) ?? new Map<string, Planned>();
    byPatch.set(patch, group.set(edit.target.id, edit));
  }
  const found: [Planned, string][] = [];
  for (const [patch, group] of byPatch) {
    for (const ids of slices([...group.keys()])) {
      const states = await context.read((tx) => simulatedStates(tx, ids, "restore", patch));
      for (const { id, text } of states) {
        const edit = group.get(id)!;
        if (text === null || (text === edit.target.text && !edit.target.retracted)) continue;
        edit.fromText = true;
        found.push([edit, text]);
      }
    }
  }
  return found;
}
