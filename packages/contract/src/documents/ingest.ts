import { z } from "zod";
import * as f from "../fields.js";
import { artifactType, sourceSystem } from "../kinds/index.js";
import { operation } from "../operation.js";
import { artifactUid, chunkCount, content, described, governed, revisionId } from "./shape.js";

export const ingestArtifact = operation({
  summary: "Ingest a document, as a new one or a new revision",
  input: z.strictObject({
    artifact_type: artifactType,
    source_system: sourceSystem,
    content,
    ...described,
    ...governed,
    bulk: z.boolean().default(false).describe("One of many: its job lets others go first"),
  }),
  output: z.object({
    artifact_id: f.artifactId,
    artifact_uid: artifactUid,
    revision_id: revisionId,
    is_chunked: z.boolean().describe("Whether it was split into passages"),
    num_chunks: chunkCount,
    stored_ids: z.array(z.string()).describe("The artifact, and its passages in order"),
    job_id: f.jobId.nullable().describe("The job that extracts events; null if nothing changed"),
    job_status: z
      .enum(["PENDING", "PROCESSING", "DONE", "FAILED", "STOPPED", "N/A"])
      .describe("How far that job is; N/A if there is none"),
    status: z
      .enum(["created", "revised", "unchanged", "reactivated"])
      .describe(
        "revised: it replaces the revision before; reactivated: an earlier revision is the latest again",
      ),
    masked: f.count.describe("Secrets that were masked before anything was stored"),
    withheld: f.count.describe("Passages whose words were retracted before: blocks stand for them"),
    ignored_fields: z
      .array(z.string())
      .describe("If the text was there already: fields that differ from what it is kept with, which stays"),
  }),
  access: "memory:write",
  effect: "write",
  hints: { idempotent: true },
  largeBody: true,
  documentBody: true,
  errors: ["EMPTY_CONTENT", "TOMBSTONED", "CONFLICT"],
  example: {
    input: {
      artifact_type: "note",
      source_system: "notes",
      source_id: "2026-03-02-standup",
      title: "Standup of 2 March",
      document_date: "2026-03-02",
      content: "Ada commits to deliver the API documentation by Friday. Decision: we ship weekly.",
    },
  },
  http: "POST /v1/artifacts",
  status: 201,
  tag: "Documents",
  mcp: {
    tool: "artifact_ingest",
    toolset: "events",
    description:
      "Store a whole document (mail, notes, transcript, chat, file). It is split into passages that recall and search find. With a source_id, the same document comes in again as a new revision; unchanged text is stored once.",
    short: {
      tool: "ingest",
      toolset: "core",
      description:
        "Store a whole document (notes, mail, file) whose passages recall then finds; use remember for one fact. Give source_id if it may come again: it becomes a new revision, not a second copy.",
      defaults: { artifact_type: "note", source_system: "mcp" },
      fields: ["content", "artifact_type", "source_id", "title"],
    },
  },
  cli: { command: "artifact ingest", files: ["content"], positional: ["content"] },
});
