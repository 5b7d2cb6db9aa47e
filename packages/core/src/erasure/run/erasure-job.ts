import { insertAudit } from "../../audit/index.js";
import { newId, workerName, writerOf } from "../../identity/index.js";
import { JobFailure, type PrincipalJob, type PrincipalJobKind } from "../../jobs/index.js";
import { erasureKind } from "../decide.js";
import { publicKeyOf, receiptDigests, signReceipt } from "../receipt.js";
import { namePattern } from "../subject.js";
import { type Scanned, scanForResidue } from "./scan.js";
import {
  collectTargets,
  failErasure,
  findWork,
  finishErasure,
  momentOf,
  sweepMemories,
  sweepRows,
  sweepWork,
  type Work,
} from "./sweep.sql.js";
import { vacuumTables } from "./vacuum.sql.js";

/** Memories that one transaction erases: few enough for the embedded engine to serve others in between. */
const batch = 100;

/** Erases a subject on behalf of who approved it. What was erased is not found again, so a run goes on where one ended. */
export const erasureJob: PrincipalJobKind = {
  kind: erasureKind,
  permission: "edit:approve",
  async run(job) {
    const id = String(job.payload.erasure_id);
    const work = await job.step((tx) => findWork(tx, id));
    if (work === undefined) return { end: "done" };
    const erasure = { id, pattern: namePattern(work.subject_id) };
    await sweep(job, erasure);
    job.services.keptVectors.clear();
    const vacuumed = await vacuumTables(job.services.db);
    const scanned = await scanForResidue(job, erasure);
    if (scanned.residue.length > 0) {
      await job.step((tx) => failErasure(tx, id, scanned.residue));
      const tables = [...new Set(scanned.residue.map(({ table }) => table))].join(", ");
      throw new JobFailure("RESIDUE", `Something of the subject is left in: ${tables}.`, true);
    }
    await finish(job, id, scanned, vacuumed);
    // What the scan looked for stood in the erasure itself until now.
    await vacuumTables(job.services.db);
    return { end: "done" };
  },
};

async function sweep(
  { signal, step, touched, progress }: PrincipalJob,
  erasure: { id: string; pattern: string },
) {
  const { id, pattern } = erasure;
  let done = progress.done ?? 0;
  for (let found = 1; found > 0; ) {
    found = await step((tx) => collectTargets(tx, id, pattern));
    // First of all the jobs that work on what is erased: they lose their lease and write nothing more.
    await step((tx) => sweepRows(tx, id, pattern));
    for (let left = true; left; ) {
      signal.throwIfAborted();
      const ids = await step(async (tx) => {
        const gone = await sweepMemories(tx, id, batch);
        touched(gone);
        return gone;
      });
      done += ids.length;
      await step(async () => undefined, { done });
      left = ids.length === batch;
    }
  }
  await step((tx) => sweepRows(tx, id, pattern));
  await step((tx) => sweepWork(tx, id, pattern));
}

/** Signs what was done, stores it with an entry of the audit log, and forgets the subject's name. */
async function finish(
  { step, context, services, tenantId }: PrincipalJob,
  id: string,
  { tables, left }: Scanned,
  vacuumed: boolean,
): Promise<void> {
  const { digestKey, who, requestId, traceId } = context;
  await step(async (tx) => {
    const work = (await findWork(tx, id)) as Work;
    const at = await momentOf(tx);
    const receipt = {
      ...{
        version: 1,
        erasure_id: id,
        tenant_id: tenantId,
        subject_digest: work.subject_digest,
        also: work.also,
      },
      ...{ requested_by: work.requested_by, requested_at: work.requested_at, reason: work.reason },
      ...{ approved_by: work.decided_by, approved_at: work.decided_at, finished_at: at },
      ...{ swept: work.swept, scanned_tables: tables, residue: 0, left, vacuumed },
      public_key: publicKeyOf(digestKey),
    };
    const signature = signReceipt(digestKey, receipt);
    const auditId = newId("aud");
    await finishErasure(tx, id, { receipt, signature, auditId, at });
    insertAudit(tx, tenantId, [
      {
        ...{
          auditId,
          requestId,
          traceId,
          actorType: "service",
          actorId: workerName,
          onBehalfOf: writerOf(who),
        },
        ...{ operation: "erasure", surface: "worker", decision: "allowed", ids: [id] },
        digests: receiptDigests(receipt, signature),
      },
    ]);
  });
  services.audit.sealSoon(tenantId);
}
