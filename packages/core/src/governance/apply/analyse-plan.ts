import { isDeepStrictEqual } from "node:util";
import { kindOf, PalimpsestError } from "@palimpsest/contract";
import { isPassageId } from "../../documents/index.js";
import { raisedClass } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import {
  analyse,
  assertKeepsRules,
  digestsOf,
  foundInWords,
  inheritedClasses,
  meaningOf,
  ownSpaceId,
  type Prepared,
  partDigests,
  type State,
  simulatedStates,
} from "../../substrate/index.js";
import { changesWords } from "../edit.js";
import { slices } from "../slices.js";
import { stateAfter } from "../state-after.js";
import { perFold } from "./fold-edits.js";
import { newWords, type Worded } from "./invariants/new-words.js";
import type { Plan, Planned } from "./plan.js";
import { prepareCensor } from "./reach/propose-censor.js";
import { sharedWords } from "./reach/shared-words.js";
import { statesAfter } from "./states-after.js";

const isSame = (a: Worded, b: Worded): boolean =>
  a.text === b.text && isDeepStrictEqual(a.attributes, b.attributes);

/** A passage that no edit of the plan is about, and whose words one of them changes. */
type Aside = NonNullable<Plan["alongside"]>[number];

const batch = 256;

/** Finds the text that each edit leads to and analyses it. Calls the embedder: never in a transaction. */
export async function analysePlan(context: OperationContext, edits: Planned[]): Promise<Plan> {
  const { services, who, policy, digestKey } = context;
  const wanted: [Planned, Worded][] = [];
  for (const edit of edits) {
    // Of two restores at once the second finds nothing left to undo.
    edit.fromText ||= edit.op === "restore";
    if (!changesWords(edit.patch)) continue;
    edit.fromText ||= edit.patch.attributes !== undefined;
    wanted.push([edit, stateAfter(edit.target, edit.patch)]);
  }
  const shared = await sharedWords(context, edits);
  const alongside = shared.others.map((worded): [Aside, Worded] => [{ target: worded.target }, worded]);
  const restored = await restoredWords(
    context,
    edits.filter(({ target }) => !isPassageId(target.id)),
  );
  for (const [edit, worded] of [...wanted, ...restored]) refuseConflicting(edit, worded);
  const ownWords = [...wanted, ...restored].filter(([{ target }]) => !shared.edited.has(target.id));
  for (const edit of edits) {
    const worded = shared.edited.get(edit.target.id);
    if (worded !== undefined) ownWords.push([edit, worded]);
  }

  const all: [Planned | Aside, Worded][] = [...ownWords, ...alongside];
  for (let at = 0; at < all.length; at += batch) {
    const part = all.slice(at, at + batch);
    const words = part.map(([edit, worded]) => newWords(edit, worded));
    const inherited = await inheritedClasses(context, words);
    const found = words.map((said, n) => {
      const inWords = foundInWords(policy, said);
      return { ...inWords, class: raisedClass(inWords.class, inherited[n]!) };
    });
    const classes = part.map(([{ target }], n) => raisedClass(target.boundary_class, found[n]!.class));
    for (const [n, [edit, { text }]] of part.entries()) {
      if (!("op" in edit) || edit.op !== "amend") continue;
      const { target } = edit;
      const { kind, scope } = target;
      const detected = found[n]!.names;
      assertKeepsRules(policy, who, { kind, scope, text, detected, boundaryClass: classes[n]! });
    }
    const analysed = await analyse(
      services.embedder,
      part.map(([{ target }, { text, attributes }], index) => ({
        text,
        speaker: target.speaker ?? undefined,
        occurredAt: target.occurred_at,
        boundaryClass: classes[index],
        meaning: meaningOf(target.kind, attributes),
      })),
    );
    part.forEach(([edit, { text, attributes }], index) => {
      const foundClass = found[index]!.class;
      edit.analysed = { ...analysed[index]!, ...digestsOf(digestKey, text), attributes, foundClass };
      if ("op" in edit)
        edit.newParts = partDigests(digestKey, edit.target.kind, { text, attributes }, edit.target);
    });
  }
  // A server serves others meanwhile; the embedded engine does not.
  const foldAtOnce = services.db.engine === "embedded" ? perFold : Number.POSITIVE_INFINITY;
  const spaceId = await ownSpaceId(services);
  return {
    ...{ edits, spaceId, foldAtOnce, reach: policy.limits },
    alongside: alongside.map(([aside]) => aside),
    unseen: shared.unseen,
    censors: await censorsFor(context, edits),
  };
}

/** Each of two edits may fit the memory by itself where both do not go together. A rollback undoes its edits in any case. */
function refuseConflicting({ target, rollbackId }: Planned, { attributes }: Worded): void {
  const { conflict } = kindOf(target.kind);
  const found = rollbackId === undefined ? conflict?.(attributes) : undefined;
  if (found === undefined || conflict?.(target.attributes)) return;
  throw new PalimpsestError(
    "CONFLICT",
    `This does not go together with other edits of the ${target.kind}: ${found.attribute} ${found.message}. Undo those first.`,
  );
}

/** What somebody retracts may be proposed as something that is not to be said again. */
async function censorsFor(context: OperationContext, edits: Planned[]): Promise<Prepared[]> {
  const censors: Prepared[] = [];
  if (!context.policy.censors.propose_on.includes("retraction")) return censors;
  for (const { op, target, reason, causedBy, rollbackId } of edits) {
    const isOwn = op === "retract" && causedBy === undefined && rollbackId === undefined && !target.unread;
    if (!isOwn || target.kind === "censor" || target.kind === "capsule") continue;
    const told = { cause: "retraction", memoryId: target.id, pattern: target.text, reason } as const;
    const censor = await prepareCensor(context, told);
    if (censor !== undefined) censors.push(censor);
  }
  return censors;
}

/** The texts and attributes that come back when edits are undone. */
async function restoredWords(context: OperationContext, edits: Planned[]): Promise<[Planned, Worded][]> {
  const restores = edits.filter(
    ({ op, target }) => op === "restore" && target.edit_count > 0 && !target.unread,
  );
  const several = restores.filter(({ further = [] }) => further.length > 0);
  const found = several.length > 0 ? restored(several, await statesAfter(context, several)) : [];
  const byPatch = new Map<string, Map<string, Planned>>();
  for (const edit of restores) {
    if (several.includes(edit)) continue;
    const patch = JSON.stringify(edit.patch);
    const group = byPatch.get(patch) ?? new Map<string, Planned>();
    byPatch.set(patch, group.set(edit.target.id, edit));
  }
  for (const [patch, group] of byPatch) {
    for (const ids of slices([...group.keys()])) {
      const states = await context.read((tx) => simulatedStates(tx, ids, "restore", patch));
      found.push(...restored([...group.values()], states));
    }
  }
  return found;
}

/** The words that restores bring back, where these are others than those that are read now. */
function restored(edits: Planned[], states: State[]): [Planned, Worded][] {
  const byId = new Map(edits.map((edit) => [edit.target.id, edit]));
  return states.flatMap(({ id, text, attributes }): [Planned, Worded][] => {
    const edit = byId.get(id)!;
    if (text === null || attributes === null) return [];
    if (!edit.target.retracted && isSame(edit.target, { text, attributes })) return [];
    return [[edit, { text, attributes }]];
  });
}
