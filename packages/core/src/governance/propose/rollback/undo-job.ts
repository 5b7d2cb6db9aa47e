import { newId } from "../../../identity/index.js";
import type { PrincipalJob, PrincipalJobKind } from "../../../jobs/index.js";
import {
  analyse,
  digestsOf,
  foundInWords,
  insertStates,
  meaningOf,
  ownSpaceId,
  restoredWords,
} from "../../../substrate/index.js";
import { applyPlan } from "../../apply/apply-plan.js";
import { perFold } from "../../apply/fold-edits.js";
import type { Planned } from "../../apply/plan.js";
import { retryWhenStale } from "../../apply/retry-when-stale.js";
import { unread } from "./rollback-step.js";
import { giveBackAdded, giveBackSignals, rolledBack, undoStates } from "./undo.sql.js";
import { undoKind } from "./undo-rollback.js";
import { giveBackWork } from "./work.sql.js";

interface Payload {
  rollbackId: string;
  reason: string;
  total: number;
}

/** Brings back what a rollback took, step by step. What has come back is not found again. */
export const rollbackUndo: PrincipalJobKind = {
  kind: undoKind,
  permission: "edit:approve",
  async run(job) {
    const { context, signal, step, progress } = job;
    const payload = job.payload as unknown as Payload;
    let done = progress.done ?? 0;
    for (let left = true; left; ) {
      signal.throwIfAborted();
      const count = await retryWhenStale(() => restoreSome(job, payload));
      done += count;
      await step(async () => undefined, { done, total: Math.max(payload.total, done) });
      left = count > 0;
    }
    await context.write((tx) => giveBackAdded(tx, payload.rollbackId));
    for (const giveBack of [giveBackSignals, giveBackWork]) {
      for (let left = true; left; ) {
        signal.throwIfAborted();
        left = (await context.write((tx) => giveBack(tx, payload.rollbackId, perFold))) === perFold;
      }
    }
    for (let left = true; left; ) {
      signal.throwIfAborted();
      left = await context.write(async (tx) => {
        const states = await undoStates(tx, payload.rollbackId, perFold);
        if (states.length > 0) insertStates(tx, context.who, states);
        return states.length === perFold;
      });
    }
    return { end: "done" };
  },
};

async function restoreSome({ context, step }: PrincipalJob, payload: Payload): Promise<number> {
  const { services, who, policy, digestKey } = context;
  // Few enough to be written with their edits: only the worker could read them again.
  const rows = await context.read((tx) => rolledBack(tx, payload.rollbackId, perFold));
  if (rows.length === 0) return 0;
  // In the worker's own role: the caller, who may not read these, is never shown them.
  const words = (await step((tx) => restoredWords(tx, rows))).filter(({ retracted }) => !retracted);
  const analysed = await analyse(
    services.embedder,
    words.map(({ kind, text, attributes, speaker, occurred_at }) => ({
      text,
      speaker: speaker ?? undefined,
      occurredAt: occurred_at,
      boundaryClass: undefined,
      meaning: meaningOf(kind, attributes),
    })),
  );
  const byId = new Map(
    words.map(({ id, kind, text, attributes }, at) => {
      const { class: foundClass } = foundInWords(policy, { kind, text, attributes });
      return [id, { ...analysed[at]!, ...digestsOf(digestKey, text), attributes, foundClass }];
    }),
  );
  const edits = rows.map((row): Planned => {
    const known = byId.get(row.id);
    return {
      ...{ editId: newId("edt"), op: "restore", patch: { edit_id: row.edit_id }, reason: payload.reason },
      ...{ cascade: "none", fromText: true, target: { ...unread(row), edit_count: row.edit_count } },
      ...(known && row.retracted ? { analysed: known } : {}),
    };
  });
  const plan = { edits, spaceId: await ownSpaceId(services), reach: policy.limits, foldAtOnce: perFold };
  return context.write(async (tx) => {
    await applyPlan(tx, who, plan);
    context.touched(rows.map(({ seen, id }, at) => (seen ? id : edits[at]!.editId)));
    return rows.length;
  });
}
