import { limits } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import { newId } from "../../../identity/index.js";
import type { OperationContext } from "../../../services.js";
import { currentMemories, insertStates } from "../../../substrate/index.js";
import { cutText } from "../../../text/index.js";
import { analysePlan } from "../../apply/analyse-plan.js";
import { insertDecisions } from "../../apply/apply.sql.js";
import { applyPlan } from "../../apply/apply-plan.js";
import type { Plan, Planned } from "../../apply/plan.js";
import { queueEdits } from "../../apply/queue-edits.js";
import { appliesAtOnce } from "../../decide/approval-policy.js";
import type { Target } from "../../read/target.js";
import {
  editsInForceOf,
  madeFromAny,
  madeFromEdited,
  type Place,
  pendingOf,
  type Reached,
  takeBackAdded,
  takeBackSignals,
  takeBackStates,
  type Wanted,
  writtenBy,
} from "./reach.sql.js";
import { refusedWork } from "./refused-work.js";
import { takeBackWork, workBefore } from "./work.sql.js";

/** Keys, plans and the like of each sort in a step: each may hold a megabyte, which is read for retracted words. */
const workPerStep = 20;

export interface Rollback extends Wanted {
  rollbackId: string;
  reason: string;
}

/** What one step took back. */
export interface Taken {
  edited: number;
  quarantined: number;
  rejected: number;
  undone: number;
  /** What others' memories no longer have of the writer: states, signals, provenance of claims, links of episodes. */
  states: number;
  /** Keys of plans, plans, task contexts, sessions and working memories. */
  work: number;
  /** Edits of memories that the caller may read. */
  editIds: string[];
  waits: boolean;
  /** Edits that have not been written into their memories: `foldRest` does it when the step is committed. */
  unfolded: Planned[];
  spaceId: number;
  /** Where the next step goes on; undefined if nothing is left. */
  next: { after: Place | undefined } | undefined;
}

/** A memory without its text: no edit of a rollback looks at one that the caller may not read. */
export const unread = ({
  id,
  kind,
  writer,
  owner_id,
  visibility,
  retracted,
}: Omit<Reached, "seen">): Target =>
  ({
    id,
    kind,
    writer,
    owner_id,
    visibility,
    retracted,
    text: "",
    attributes: {},
    edit_count: 1,
    unread: true,
  }) as Target;

/**
 * Takes back up to `limit` memories of the writer, what was made from them, its edits that wait and its edits in force.
 * The texts that come back are analysed first; the rest is one transaction, given to `write`.
 */
export async function rollbackStep(
  context: OperationContext,
  rollback: Rollback,
  after: Place | undefined,
  limit: number,
): Promise<(tx: Tx) => Promise<Taken>> {
  const { who, policy } = context;
  const own = await context.read((tx) => writtenBy(tx, rollback, after, limit));
  const undo = await planUndo(context, rollback, limit);
  const refused = refusedWork(context, await context.read((tx) => workBefore(tx, rollback, workPerStep)));
  const more = own.length === limit;

  return async (tx) => {
    const waiting = await pendingOf(tx, rollback, limit);
    if (waiting.length > 0) {
      const note = cutText(`Rolled back: ${rollback.reason}`, limits.reasonChars);
      const decisions = waiting.map(({ edit_id, memory_id }) => ({
        editId: edit_id,
        memoryId: memory_id,
        note,
      }));
      await insertDecisions(tx, who, "rejected", decisions, rollback.rollbackId);
    }
    const edits = own.map((row) => planned(rollback, row, rollback.op));
    const atOnce = edits.filter((edit) => appliesAtOnce(policy, who, edit));
    const queued = edits.filter((edit) => !atOnce.includes(edit));
    const taken = await applyPlan(tx, who, { ...undo, edits: atOnce });
    await queueEdits(tx, who, queued);
    const derived = await quarantineDerived(tx, context, rollback, { ...undo, edits: atOnce }, madeFromAny);
    const ofEdits = await quarantineDerived(tx, context, rollback, undo, (_, ids) =>
      madeFromEdited(tx, undo.edits.filter(({ target }) => ids.includes(target.id)).map(undoneBy)),
    );
    const quarantined = new Set([...derived.done, ...ofEdits.done]);
    const rest = undo.edits.filter(({ target }) => !quarantined.has(target.id));
    const undone = await applyPlan(tx, who, { ...undo, edits: rest });
    const states = await takeBackStates(tx, rollback, limit);
    if (states.length > 0) insertStates(tx, who, states, rollback.rollbackId);
    const added = await takeBackAdded(tx, rollback, rollback.rollbackId);
    const signals = await takeBackSignals(tx, rollback, rollback.rollbackId, limit);
    const work = await takeBackWork(tx, rollback, {
      ...{ rollbackId: rollback.rollbackId, refused: await refused(tx), limit: workPerStep },
    });

    const readable = new Set(own.filter(({ seen }) => seen).map(({ id }) => id));
    context.touched(edits.map(({ editId, target }) => (readable.has(target.id) ? target.id : editId)));
    context.touched(rest.map(({ editId }) => editId));
    const full = [waiting.length, states.length, signals].includes(limit) || work >= workPerStep;
    const left = more || full || (await editsInForceOf(tx, rollback, 1)).length > 0;
    const last = own.at(-1) ?? after;
    return {
      edited: edits.length,
      quarantined: quarantined.size,
      rejected: waiting.length,
      undone: rest.length,
      states: states.length + added + signals,
      work,
      editIds: edits.filter(({ target }) => readable.has(target.id)).map(({ editId }) => editId),
      waits: queued.length > 0,
      unfolded: [...taken.unfolded, ...derived.unfolded, ...ofEdits.unfolded, ...undone.unfolded],
      spaceId: undo.spaceId,
      next: left ? { after: last && { recorded_at: last.recorded_at, id: last.id } } : undefined,
    };
  };
}

const planned = ({ rollbackId, reason }: Rollback, row: Reached, op: Planned["op"]): Planned => ({
  editId: newId("edt"),
  target: unread(row),
  op,
  patch: {},
  reason,
  cascade: "none",
  rollbackId,
});

/** The edit that a planned restore undoes. */
const undoneBy = ({ patch }: Planned): string => String(patch.edit_id);

/**
 * Quarantines what others made from the memories of a plan, level by level; the writer's own is taken back itself.
 * `firstFrom` finds what was made from those memories themselves.
 */
async function quarantineDerived(
  tx: Tx,
  { who, touched }: OperationContext,
  rollback: Rollback,
  plan: Plan,
  firstFrom: typeof madeFromAny,
): Promise<{ done: Set<string>; unfolded: Planned[] }> {
  const { writer, since, reason } = rollback;
  const done = new Set<string>();
  const unfolded: Planned[] = [];
  const why = cutText(`Made from what ${writer} wrote: ${reason}`, limits.reasonChars);
  let level = new Map(plan.edits.map(({ editId, target }) => [target.id, editId]));
  for (let find = firstFrom; level.size > 0; find = madeFromAny) {
    const rows = (await find(tx, [...level.keys()])).filter(
      (row) => !done.has(row.id) && (row.writer !== writer || since !== undefined),
    );
    const edits = rows.map((row) => ({
      ...planned({ ...rollback, reason: why }, row, "quarantine"),
      causedBy: level.get(row.source_id)!,
    }));
    unfolded.push(...(await applyPlan(tx, who, { ...plan, edits })).unfolded);
    touched(edits.map(({ editId }) => editId));
    for (const { id } of rows) done.add(id);
    level = new Map(edits.map(({ editId, target }) => [target.id, editId]));
  }
  return { done, unfolded };
}

/** Undoes the edits in force that the writer had proposed to what others wrote. */
async function planUndo(context: OperationContext, rollback: Rollback, limit: number): Promise<Plan> {
  const { who } = context;
  const edits = await context.read(async (tx): Promise<Planned[]> => {
    const rows = await editsInForceOf(tx, rollback, limit);
    const ids = rows.filter(({ seen }) => seen).map(({ memory_id }) => memory_id);
    const targets = new Map((await currentMemories(tx, who, ids)).map((target) => [target.id, target]));
    return rows.map(({ edit_id, memory_id, ...row }) => ({
      ...planned(rollback, { ...(row as Omit<Reached, "id">), id: memory_id } as Reached, "restore"),
      ...(targets.has(memory_id) ? { target: targets.get(memory_id)! } : {}),
      patch: { edit_id },
    }));
  });
  const plan = await analysePlan(context, edits);
  // What the caller may not read was not compared with what it is now.
  for (const edit of plan.edits) if (edit.target.unread) edit.fromText = false;
  return plan;
}
