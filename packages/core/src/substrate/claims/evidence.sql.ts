import { iso, type Tx } from "../../db/index.js";
import { type Principal, writerOf } from "../../identity/index.js";

/** What a claim is about. */
export interface ClaimGraph {
  entities?: object[];
  relations?: object[];
}

export interface EvidenceRow {
  [column: string]: unknown;
  evidence_id: string;
  memory_id: string;
  provenance: Record<string, unknown>;
  graph: ClaimGraph;
  added_at: string;
}

/** What a repetition adds to a claim. The same is kept once. */
export async function insertEvidence(
  tx: Tx,
  who: Principal,
  {
    id,
    memoryId,
    provenance,
    graph,
  }: { id: string; memoryId: string; provenance: object; graph: ClaimGraph },
): Promise<void> {
  await tx.query(
    `insert into palimpsest.claim_evidence (tenant_id, evidence_id, memory_id, writer, provenance, graph)
     select $1, $2, $3, $4, $5::jsonb, $6::jsonb where not exists (
       select 1 from palimpsest.claim_evidence e
       where e.tenant_id = $1 and e.memory_id = $3 and e.rollback_id is null and e.provenance = $5::jsonb and e.graph = $6::jsonb)`,
    [who.tenantId, id, memoryId, writerOf(who), JSON.stringify(provenance), JSON.stringify(graph)],
  );
}

/** What was added to these claims since they were stored, the oldest first. */
export async function readEvidence(tx: Tx, who: Principal, ids: string[]): Promise<EvidenceRow[]> {
  if (ids.length === 0) return [];
  return tx.query<EvidenceRow>(
    `select e.evidence_id, e.memory_id, e.provenance, e.graph, ${iso("e.added_at")} as added_at
     from palimpsest.claim_evidence e where e.tenant_id = $1 and e.memory_id = any ($2) and e.rollback_id is null
     order by e.added_at, e.evidence_id`,
    [who.tenantId, ids],
  );
}
