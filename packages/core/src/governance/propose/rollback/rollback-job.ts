import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import { rollbackEnded, rollbackGoesOn } from "../../../identity/index.js";
import type { PrincipalJobKind } from "../../../jobs/index.js";
import { foldRest } from "../../apply/fold-edits.js";
import { retryWhenStale } from "../../apply/retry-when-stale.js";
import type { Place } from "./reach.sql.js";
import { type Rollback, rollbackStep } from "./rollback-step.js";
import { perStep, rollbackKind } from "./rollback-writer.js";

/** Goes on with a rollback that one call did not finish. What was taken back before is not found again. */
export const writerRollback: PrincipalJobKind = {
  kind: rollbackKind,
  permission: "edit:approve",
  async run({ jobId, context, payload, signal, step, progress }) {
    const { rollbackId, writer, op, since, until, reason, total, taken } = payload as unknown as Rollback & {
      total: number;
      taken: number;
    };
    const rollback: Rollback = { rollbackId, writer, op, since, until, reason };
    let done = progress.done ?? taken;
    let after: Place | undefined;
    for (let left = true; left; ) {
      signal.throwIfAborted();
      const from = after;
      const result = await retryWhenStale(async () => {
        const work = await rollbackStep(context, rollback, from, perStep(context.services));
        return context.write(async (tx) => {
          if (!(await rollbackGoesOn(tx, context.who.tenantId, { rollbackId, jobId }))) throw overtaken();
          return work(tx);
        });
      });
      await foldRest(context, result.unfolded, result.spaceId);
      done += result.edited;
      await step(async () => undefined, { done, total: Math.max(total, done) });
      after = result.next?.after;
      left = result.next !== undefined;
    }
    const { services, who } = context;
    const results = async (tx: Tx) =>
      services.tenants.rollbackChanged(
        who.tenantId,
        await rollbackEnded(tx, who.tenantId, { rollbackId, jobId, writer, since }),
      );
    return { end: "done", results };
  },
};

const overtaken = () =>
  new PalimpsestError(
    "CONFLICT",
    "This rollback was undone, or a later one has taken what was left. To take back what the writer wrote, roll it back again.",
  );
