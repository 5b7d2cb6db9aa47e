import { mayRunJobs, noJobsHere } from "../db/index.js";
import { countEdits } from "../governance/index.js";
import { type HiddenWriter, hiddenWriters } from "../identity/index.js";
import type { OperationContext, Services } from "../services.js";
import { countByKind, ownSpaceId, spaceState } from "../substrate/index.js";
import { version } from "./version.js";

export async function status(context: OperationContext) {
  const { services, who, policy } = context;
  const { db, embedder, settings } = services;
  const spaceId = await ownSpaceId(services);
  const [memories, pending, state, runsJobs, hidden] = await context.read(async (tx) => [
    await countByKind(tx, who),
    await countEdits(tx, who, { status: "pending", targetId: null, proposerId: null }),
    await spaceState(tx, spaceId),
    await mayRunJobs(tx),
    await hiddenWriters(tx),
  ]);
  const notes: string[] = [];
  if (state !== "active")
    notes.push(
      "Vectors were made by another model: searching words alone. Run: palimpsest embeddings switch",
    );
  if (embedder.unavailableReason?.())
    notes.push(
      "The embedder does not answer: searching words alone. What is written meanwhile gets its vectors later.",
    );
  if (hidden.length > 0) notes.push(...hidden.map(hiddenNote));
  else if (who.rollingBack?.length)
    notes.push("Memories of some writers are hidden, also from exports, until their rollbacks have ended.");
  if (!runsJobs) notes.push(noJobsHere);
  if (embedder.kind === "builtin")
    notes.push(
      "Built-in embedder: set OPENAI_API_KEY or OPENAI_BASE_URL for search by meaning at model quality.",
    );
  return {
    version,
    engine: db.engine,
    embedder: embedder.id,
    extractor: extractorOf(services),
    auth: settings.auth,
    policy_version: policy.version,
    you: {
      tenant_id: who.tenantId,
      principal_id: who.id,
      type: who.type,
      role: who.role,
      teams: [...who.teams],
    },
    memories,
    pending_edits: pending,
    ...(hidden.length > 0 && { hidden_writers: [...new Set(hidden.map(({ writer }) => writer))] }),
    notes,
  };
}

const hiddenNote = ({ writer, rollback_id, job_id, job_status }: HiddenWriter): string =>
  `Memories of ${writer} are hidden, also from exports, until its rollback ${rollback_id} has ended${
    job_id === null ? "" : ` (job ${job_id}: ${job_status ?? "gone"})`
  }. If it stopped, retry the job or undo the rollback.`;

/** What extracts events from documents: `rules`, or the name of a model. */
export const extractorOf = ({ extraction }: Pick<Services, "extraction">): string =>
  extraction?.model?.model ?? "rules";
