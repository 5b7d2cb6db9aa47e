import { z } from "zod";
import * as f from "../fields.js";

export const claimKind = z.enum(["fact", "preference", "task", "policy_hint"]);

/** It is shown and never fetched. */
const link = z.url({ protocol: /^https?$/, message: "must be an http or https address" }).max(2_000);
const name = z.string().min(1).max(500);

export const provenance = z.strictObject({
  at: f.timestamp.describe("When it was so, or was said"),
  actor: name.optional().describe("Who said or did it"),
  git: z
    .strictObject({
      commit: z
        .string()
        .regex(/^[0-9a-f]{7,40}$/, "must be 7 to 40 digits of a commit's hash")
        .optional()
        .describe("The commit"),
      repo: name.optional().describe("The repository"),
      url: link.optional().describe("Where it can be looked at"),
      files: z.array(name).max(200).optional().describe("The files it is about"),
    })
    .optional()
    .describe("The change it comes from"),
  url: link.optional().describe("Where it stands"),
  note: z.string().max(20_000).optional().describe("Anything else about where it comes from"),
  signed: z.boolean().optional().describe("Not used"),
});

const graphId = f.chosenId;
const values = z.record(z.string().max(200), z.json());

export const entity = z.strictObject({
  id: graphId.describe("By which it is known in the tenant"),
  type: z.enum(["Actor", "Artifact", "Event", "Concept"]).describe("What it is"),
  name: name.describe("What it is called"),
  canonical_key: name.optional().describe("By which other systems know it"),
  attrs: values.optional().describe("Anything else about it"),
});

export const relation = z.strictObject({
  id: graphId.describe("By which it is known in the tenant"),
  src_id: graphId.describe("The entity from which it goes"),
  dst_id: graphId.describe("The entity to which it goes"),
  type: name.describe("How the two are related"),
  props: values.optional().describe("Anything else about it"),
  evidence_claim_id: z.string().max(200).optional().describe("The claim that says so"),
});

export const claimGraph = z.strictObject({
  entities: z.array(entity).max(64).optional().describe("Whom and what it is about"),
  relations: z.array(relation).max(128).optional().describe("How those are related"),
});

/** What of a claim is kept beside its text. */
export const claimAttributes = claimGraph.extend({ kind: claimKind, provenance });
