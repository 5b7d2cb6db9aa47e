import type { Samples } from "./document-samples.js";
import type { TenantWorld } from "./tenant-world.js";

const yaml = `version: 1
scopes: { session: {}, project: {}, principle: {} }
boundary_classes: { public: {}, internal: {}, pii: {}, secret: {} }
`;

let next = 1;
const related = (w: TenantWorld) => ({ src_id: w.entity, dst_id: w.otherEntity });

/** A valid call of each of these operations. */
export const pceSamples = {
  getPolicy: () => ({ input: {} }),
  listPolicyVersions: () => ({ input: {} }),
  applyPolicy: () => ({ input: { yaml } }),
  upsertClaim: (w) => ({
    input: {
      ...{ text: `a claim ${next++}`, provenance: { at: "2026-01-01T00:00:00Z" } },
      entities: [{ id: w.entity, type: "Actor", name: "a heron" }],
      relations: [{ id: w.relation, ...related(w), type: "sleeps at", evidence_claim_id: w.claim }],
    },
  }),
  activateClaims: (w) => ({ input: { q: w.text } }),
  getActiveContext: (w) => ({ input: { active_context_id: w.activeContext } }),
  claimsState: () => ({ input: {} }),
  listEntities: (w) => ({ input: { id: w.entity } }),
  listRelations: (w) => ({ input: { id: w.relation, ...related(w), evidence_claim_id: w.claim } }),
  getClaim: (w) => ({ input: { claim_id: w.claim } }),
  searchClaims: (w) => ({ input: { query: w.text } }),
  sendFeedback: (w) => ({ input: { claim_id: w.claim, signal: "helpful" } }),
  validateBoundary: (w) => ({ input: { payload: w.text, scope: "project" } }),
  listEscalations: () => ({ input: {} }),
  approveEscalation: (w) => ({ input: { escalation_id: w.escalation, reason: "a test" } }),
  rejectEscalation: (w) => ({ input: { escalation_id: w.escalationToReject, reason: "a test" } }),
  revokeEscalation: (w) => ({ input: { escalation_id: w.escalationToRevoke, reason: "a test" } }),
  previewErasure: (w) => ({ input: { subject_type: "user", subject_id: w.subject } }),
  requestErasure: (w) => ({ input: { subject_type: "user", subject_id: w.subject, reason: "a test" } }),
  listErasures: () => ({ input: {} }),
  getErasure: (w) => ({ input: { erasure_id: w.erasure } }),
  approveErasure: (w) => ({ input: { erasure_id: w.erasureToApprove, confirm: "guest-2" } }),
  cancelErasure: (w) => ({ input: { erasure_id: w.erasureToCancel } }),
  verifyErasure: (w) => ({ input: { erasure_id: w.erasure } }),
} satisfies Partial<Samples>;
