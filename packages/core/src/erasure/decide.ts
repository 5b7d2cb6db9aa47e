import {
  type InputOf,
  invalidField,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import { isOperator, writerOf } from "../identity/index.js";
import { enqueueJob } from "../jobs/index.js";
import type { OperationContext } from "../services.js";
import { decideErasure, type ErasureRow, findErasure } from "./erasure.sql.js";
import { assertNoAgent, shown } from "./shown.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

/** The kind of the jobs that erase. */
export const erasureKind = "erasure";

/** Another person approves. The operator, who is alone at the machine, names the subject once more instead. */
export async function approveErasure(context: OperationContext, input: Input<"approveErasure">) {
  const { who } = context;
  if (who.type !== "human") throw forbidden("Only a person approves an erasure.");
  return context.write(async (tx) => {
    const known = await wanted(tx, context, input.erasure_id);
    const isOwn = known.requested_by === writerOf(who);
    if (isOwn && !isOperator(who)) throw forbidden("Nobody approves an erasure that they asked for.");
    if (["running", "done", "failed"].includes(known.status)) return shown(known);
    if (known.status !== "pending") throw over(known);
    if ((isOwn || input.confirm !== undefined) && input.confirm !== known.subject_id) {
      throw invalidField("confirm", "must be the id of the subject, exactly as it is");
    }
    const payload = { key: known.erasure_id, erasure_id: known.erasure_id };
    const jobId = await enqueueJob(tx, who, { kind: erasureKind, payload, maxAttempts: 8 });
    const decision = { id: known.erasure_id, approve: true, jobId, confirm: input.confirm };
    if (!(await decideErasure(tx, decision))) throw over(known);
    return shown((await findErasure(tx, known.erasure_id))!);
  });
}

export async function cancelErasure(context: OperationContext, { erasure_id }: Input<"cancelErasure">) {
  assertNoAgent(context);
  return context.write(async (tx) => {
    const known = await wanted(tx, context, erasure_id);
    if (known.status === "cancelled") return shown(known);
    if (!(await decideErasure(tx, { id: erasure_id, approve: false }))) throw over(known);
    return shown((await findErasure(tx, erasure_id))!);
  });
}

async function wanted(tx: Tx, context: OperationContext, id: string): Promise<ErasureRow> {
  const known = await findErasure(tx, id);
  if (known === undefined) throw notFound("erasure", "erasure_id");
  context.touched([id]);
  return known;
}

const forbidden = (message: string) => new PalimpsestError("FORBIDDEN", message);

const words: Partial<Record<ErasureRow["status"], string>> = {
  cancelled: "was cancelled",
  expired: "was not approved in time",
  done: "is done",
};

const over = ({ status }: ErasureRow) =>
  new PalimpsestError(
    "CONFLICT",
    `This erasure ${words[status] ?? "runs already"}.${status === "done" ? "" : " Ask for a new one if it is still wanted."}`,
  );
