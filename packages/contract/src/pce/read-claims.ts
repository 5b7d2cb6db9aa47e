import { z } from "zod";
import { claimed, exampleIds } from "../example.js";
import * as f from "../fields.js";
import { entity, relation } from "../kinds/index.js";
import { operation } from "../operation.js";
import { cursor, nextCursor } from "../paging.js";
import { claim, claimId, evidence } from "./claim.js";
import { envelope, policyVersion } from "./envelope.js";

const tag = "Claims";

export const claimsState = operation({
  summary: "Whether there is a policy, claims and an activation of them",
  input: z.strictObject({}),
  output: envelope(
    z.object({
      state: z
        .enum(["Uninitialized", "PolicyApplied", "HasClaims", "Ready"])
        .describe(
          "Of the tenant. Ready: an activation, whoever made it, is newer than the last claim. No call is refused for it",
        ),
      claims_count: z.int().min(0).describe("How many claims you may see"),
      policy_version: policyVersion,
    }),
  ),
  access: "memory:read",
  effect: "read",
  errors: [],
  example: { before: [claimed], input: {} },
  http: "GET /v1/claims/state",
  tag,
  cli: { command: "claim state" },
});

const page = {
  limit: z.int().min(1).max(200).default(50).describe("How many at most"),
  cursor,
};
const more = { has_more: z.boolean().describe("Whether there are more"), next_cursor: nextCursor };
const only = (what: string) => z.string().max(500).optional().describe(`Only those with this ${what}`);

export const listEntities = operation({
  summary: "Whom and what the claims are about",
  input: z.strictObject({
    id: only("id"),
    type: entity.shape.type.optional().describe("Only those of this type"),
    name: only("name"),
    canonical_key: only("key in other systems"),
    ...page,
  }),
  output: envelope(z.object({ entities: z.array(entity).describe("By their ids"), ...more })),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [claimed], input: {} },
  http: "GET /v1/claims/entities",
  tag,
  cli: { command: "claim entities" },
});

export const listRelations = operation({
  summary: "How those are related whom the claims are about",
  input: z.strictObject({
    id: only("id"),
    src_id: only("source"),
    dst_id: only("target"),
    type: only("type"),
    evidence_claim_id: only("claim as its evidence"),
    ...page,
  }),
  output: envelope(z.object({ relations: z.array(relation).describe("By their ids"), ...more })),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [claimed], input: {} },
  http: "GET /v1/claims/relations",
  tag,
  cli: { command: "claim relations" },
});

export const getClaim = operation({
  summary: "One claim with where it comes from and how it proved",
  input: z.strictObject({ claim_id: claimId }),
  output: envelope(
    z.object({
      claim,
      content_hash: z.string().describe("The hash of its text as it reads now"),
      utility: z.number().describe("How useful it proved; it halves in 30 days"),
      confidence: z.number().describe("How sure it is, from 0 to 1"),
      entities: z.array(entity).describe("Whom and what it is about"),
      relations: z.array(relation).describe("How those are related"),
      evidences: z.array(evidence).describe("Where it comes from"),
      expires_at: f.ts.nullable().describe("When it ends; null: never"),
      hints: z
        .object({
          stale: z.boolean().describe("Not stored and not found helpful for as long as the policy says"),
          similar: z
            .array(z.object({ claim_id: claimId, similarity: z.number().describe("From 0 to 1") }))
            .describe("Claims that say almost the same, by the cosine of their vectors, at most 10"),
        })
        .optional()
        .describe("What speaks for tidying it up; absent if the policy turns hints off"),
    }),
  ),
  access: "memory:read",
  effect: "read",
  errors: ["UNKNOWN_CLAIM"],
  example: { before: [claimed], input: { claim_id: exampleIds.claim } },
  http: "GET /v1/claims/:claim_id",
  tag,
  cli: { command: "claim get", positional: ["claim_id"] },
});
