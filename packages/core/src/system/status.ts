import { countEdits } from "../governance/index.js";
import type { OperationContext } from "../services.js";
import { ownSpaceId } from "../substrate/index.js";
import { policyVersion, version } from "./version.js";

export async function status(context: OperationContext) {
  const { services, who } = context;
  const { db, embedder, settings } = services;
  const spaceId = await ownSpaceId(services);
  const [counts, pending, space] = await context.read(async (tx) => [
    await tx.query<{ kind: string; n: string }>(
      `select kind, count(*) as n from palimpsest.memory where tenant_id = $1 and not retracted group by kind order by kind`,
      [who.tenantId],
    ),
    await countEdits(tx, who, { status: "pending", targetId: null, proposerId: null }),
    await tx.query<{ state: string }>(`select state from palimpsest.embedding_space where space_id = $1`, [
      spaceId,
    ]),
  ]);
  const notes: string[] = [];
  if (space[0]?.state !== "active")
    notes.push(
      "Vectors were made by another model: searching words alone. Run: palimpsest embeddings switch",
    );
  if (embedder.trouble?.())
    notes.push(
      "The embedder does not answer: searching words alone. What is written meanwhile gets its vectors later.",
    );
  if (embedder.kind === "builtin")
    notes.push(
      "Built-in embedder: set OPENAI_API_KEY or OPENAI_BASE_URL for search by meaning at model quality.",
    );
  return {
    version,
    engine: db.engine,
    embedder: embedder.id,
    extractor: "none",
    auth: settings.auth,
    policy_version: policyVersion,
    you: {
      tenant_id: who.tenantId,
      principal_id: who.id,
      type: who.type,
      role: who.role,
      teams: [...who.teams],
    },
    memories: Object.fromEntries(counts.map(({ kind, n }) => [kind, Number(n)])),
    pending_edits: pending,
    notes,
  };
}
