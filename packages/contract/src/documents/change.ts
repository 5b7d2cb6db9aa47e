import { z } from "zod";
import { exampleIds, ingested } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { anyArtifact, artifactUid } from "./shape.js";

const tag = "Documents";

export const resolveArtifact = operation({
  summary: "Resolve a document that is kept until then; it expires at once",
  input: z.strictObject({ artifact_uid: anyArtifact, reason: f.reason.optional() }),
  output: z.object({
    artifact_uid: artifactUid,
    resolved_at: f.ts.describe("Since when it is resolved, and no longer shown"),
  }),
  access: "memory:write",
  effect: "write",
  hints: { destructive: true },
  errors: ["CONFLICT", "EMPTY_CONTENT", "NOT_FOUND"],
  example: {
    before: [{ ...ingested, input: { ...ingested.input, retention_policy: "until_resolved" } }],
    input: { artifact_uid: exampleIds.document, reason: "The ticket is closed." },
  },
  http: "POST /v1/artifacts/:artifact_uid/resolve",
  tag,
  mcp: {
    tool: "artifact_resolve",
    toolset: "events",
    description: "Say that a document which is kept until it is resolved is done with. It expires at once.",
  },
  cli: { command: "artifact resolve", positional: ["artifact_uid"] },
});

export const deleteArtifact = operation({
  summary: "Delete a document: retract all passages of all its revisions",
  input: z.strictObject({ artifact_id: anyArtifact, reason: f.reason.optional() }),
  output: z.object({
    artifact_id: f.artifactId,
    artifact_uid: artifactUid,
    status: z
      .enum(["deleted", "pending"])
      .describe("deleted: no read shows it any more; pending: a person must approve it first"),
    edit_id: f.editId,
    deleted: z
      .object({
        revisions: f.count.describe("Revisions"),
        chunks: f.count.describe("Passages of all revisions"),
        events: f.count.describe("Events that were extracted from it"),
      })
      .describe("What goes with it"),
  }),
  access: "edit:propose",
  effect: "write",
  hints: { destructive: true },
  errors: ["EMPTY_CONTENT", "NOT_FOUND"],
  example: { before: [ingested], input: { artifact_id: exampleIds.document } },
  http: "DELETE /v1/artifacts/:artifact_id",
  tag,
  mcp: {
    tool: "artifact_delete",
    toolset: "events",
    description:
      "Delete a document with all its revisions and passages. The same text is not taken again; a restore of its uid_ undoes it. Status `pending` means that a person must approve it first.",
  },
  cli: { command: "artifact delete", positional: ["artifact_id"] },
});
