import type { Tx } from "../db/index.js";
import { newId } from "../identity/index.js";
import type { AuditEntry } from "../services.js";

/** A call that touched more ids than this gets several entries under one request id. */
const idsPerEntry = 1_000;

/** At least one part, also for a call that touched nothing. */
const partsOf = (ids: string[]): string[][] =>
  Array.from({ length: Math.max(1, Math.ceil(ids.length / idsPerEntry)) }, (_, n) =>
    ids.slice(n * idsPerEntry, (n + 1) * idsPerEntry),
  );

/** Appends entries in one statement, for the sealer to chain. They hold who, what and which ids; never text. */
export function insertAudit(tx: Tx, tenantId: string, entries: AuditEntry[]): void {
  const now = performance.now();
  tx.send(
    `insert into palimpsest.audit_unsealed
       (tenant_id, audit_id, at, request_id, trace_id, actor_type, actor_id, on_behalf_of, operation, surface, decision,
        code, reason, scope, boundary_class, policy_version, ids, key_id, times, saw_originals, redacted_count, digests)
     select $1, e.audit_id, clock_timestamp() - make_interval(secs => e.waited), e.request_id, e.trace_id, e.actor_type,
       e.actor_id, e.on_behalf_of, e.operation, e.surface, e.decision, e.code, e.reason, e.scope, e.boundary_class,
       e.policy_version, e.ids, e.key_id, e.times, e.saw_originals, e.redacted_count, e.digests
     from jsonb_to_recordset($2::jsonb) as e(
       audit_id text, waited float8, request_id text, trace_id text, actor_type text, actor_id text, on_behalf_of text,
       operation text, surface text, decision text, code text, reason text, scope text, boundary_class text,
       policy_version text, ids text[], key_id text, times integer, saw_originals boolean, redacted_count integer,
       digests text[])`,
    [
      tenantId,
      JSON.stringify(
        entries.flatMap((e) =>
          partsOf(e.ids).map((ids) => ({
            audit_id: e.auditId ?? newId("aud"),
            // How long ago, in seconds: the database subtracts it from its own clock, which sets all other times.
            waited: e.at === undefined ? 0 : Math.max(0, now - e.at) / 1_000,
            request_id: e.requestId,
            trace_id: e.traceId,
            actor_type: e.actorType,
            actor_id: e.actorId,
            on_behalf_of: e.onBehalfOf ?? null,
            operation: e.operation,
            surface: e.surface,
            decision: e.decision,
            code: e.code ?? null,
            reason: e.reason ?? null,
            scope: e.scope ?? null,
            boundary_class: e.boundaryClass ?? null,
            policy_version: e.policyVersion ?? null,
            ids,
            key_id: e.keyId ?? null,
            times: e.times ?? 1,
            saw_originals: e.sawOriginals ?? false,
            redacted_count: e.redactedCount ?? 0,
            digests: e.digests ?? [],
          })),
        ),
      ),
    ],
  );
}
