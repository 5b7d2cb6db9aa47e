import { z } from "zod";
import * as f from "../fields.js";
import { artifactType, plainLine, sourceSystem, visibilityScope } from "../kinds/index.js";
import { isVisible } from "../names.js";

/** The most characters of a document. */
export const documentChars = 10_000_000;

export const content = z
  .string()
  .min(1, { abort: true })
  .max(documentChars, { abort: true })
  .refine(isVisible, { error: "must hold visible text", params: { code: "EMPTY_CONTENT" } })
  .describe("The whole text, up to 10 million characters");

const sourceUrl = z
  .string()
  .max(2_048)
  .refine((value) => /^https?:\/\/\S+$/iu.test(value) && URL.canParse(value), "must be an http or https URL")
  .describe("Where it can be read; never fetched");

const day = z.iso.date({ error: "must be a date, such as 2026-03-01" }).refine((value) => {
  const year = Number(value.slice(0, 4));
  return year >= 1900 && year <= 2200;
}, "must be between the years 1900 and 2200");
export const documentDate = z
  .union([day, f.timestamp], {
    error:
      "must be a date, such as 2026-03-01, or an ISO 8601 time with offset, between the years 1900 and 2200",
  })
  .describe("The date that the document bears: a day, or a time with offset");

export const sensitivity = z
  .enum(["normal", "sensitive", "highly_sensitive"])
  .describe(
    "sensitive is read in private channels only; highly_sensitive by its owner, by id, and never found",
  );
export const retentionPolicy = z
  .enum(["forever", "1y", "until_resolved", "custom"])
  .describe("How long it is kept; custom: until retain_until");
export const sourceType = z
  .enum([
    "email",
    "slack",
    "meeting_notes",
    "document",
    "policy",
    "contract",
    "chat",
    "transcript",
    "wiki",
    "ticket",
  ])
  .describe("What it was where it came from");
export const documentStatus = z
  .enum(["draft", "final", "approved", "superseded", "archived"])
  .describe("How far the document is");
export const distributionScope = z
  .enum(["private", "team", "department", "company", "public"])
  .describe("To whom its source hands it out");

/** What is told of a document besides its text. */
export const described = {
  source_id: plainLine(500).optional().describe("What its source calls it; the same id is the same document"),
  source_url: sourceUrl.optional(),
  title: plainLine(500).optional().describe("Its title"),
  author: plainLine(200).optional().describe("Who wrote it"),
  author_title: plainLine(200).optional().describe("What the author is, for instance head of sales"),
  participants: z.array(plainLine(200)).max(100).default([]).describe("Who took part, or received it"),
  ts: f.timestamp.optional().describe("When it was sent, held or written"),
  document_date: documentDate.optional(),
  source_type: sourceType.optional(),
  document_status: documentStatus.optional(),
  distribution_scope: distributionScope.optional(),
};

/** Who may read a document, where and for how long. */
export const governed = {
  sensitivity: sensitivity.default("normal"),
  visibility_scope: visibilityScope.default("me"),
  audience: z
    .array(f.audienceMember)
    .max(100)
    .default([])
    .describe("Principals, or team:NAME, for custom and team"),
  retention_policy: retentionPolicy.default("forever"),
  retain_until: f.timestamp.optional().describe("With retention custom: when it expires"),
  scope: f.scope.optional().describe("How far it holds; by default project if it names one, else user"),
  project_id: f.projectId.optional(),
  subject_type: f.subjectType.optional(),
  subject_id: f.subjectId.optional(),
  channel: f.channel.default("private"),
};

/** What a search of documents is narrowed to. */
export const searchFilters = {
  artifact_type: artifactType.optional(),
  source_system: sourceSystem.optional(),
  sensitivity: sensitivity.optional(),
  visibility_scope: visibilityScope.optional(),
  time_range_start: documentDate
    .optional()
    .describe("Only documents from then on: a day, or a time with offset"),
  time_range_end: documentDate.optional().describe("Only documents up to then; a day counts to its end"),
};
export const searchQuery = z.string().min(1).max(500).describe("What to look for, in plain words");
export const expandNeighbors = z
  .boolean()
  .default(false)
  .describe("Show the passages before and after each hit as well");
export const expandedContent = z
  .string()
  .optional()
  .describe("With expand_neighbors: the passage between its neighbours, apart by [CHUNK BOUNDARY]");

export const artifactUid = f.idOf("uid");
export const revisionId = f.idOf("rev");
/** A document by any of its ids. */
export const anyArtifact = f
  .idOf("uid")
  .describe("The document, as returned: uid_… for its latest revision, or art_… for one revision");
export const chunkCount = f.count.describe("Passages it was split into; 0 if it is kept whole");

/** A document as answers describe it: what was said of it when it was ingested, and what became of it. */
export const shownArtifact = {
  artifact_id: f.artifactId,
  artifact_uid: artifactUid,
  revision_id: revisionId,
  is_latest: z.boolean().describe("Whether no later revision has replaced it"),
  artifact_type: artifactType,
  source_system: sourceSystem,
  source_id: z.string().nullable().describe("What its source calls it"),
  source_url: z.string().nullable().describe("Where it can be read"),
  title: z.string().nullable().describe("Its title"),
  author: z.string().nullable().describe("Who wrote it"),
  author_title: z.string().nullable().describe("What the author is"),
  participants: z.array(z.string()).describe("Who took part, or received it"),
  ts: z.string().nullable().describe("When it was sent, held or written"),
  document_date: z.string().nullable().describe("The date that the document bears"),
  source_type: sourceType.nullable().describe("What it was where it came from"),
  document_status: documentStatus.nullable().describe("How far the document is"),
  distribution_scope: distributionScope.nullable().describe("To whom its source hands it out"),
  sensitivity,
  visibility_scope: visibilityScope,
  audience: z.array(z.string()).describe("Principals and teams, for custom and team"),
  retention_policy: retentionPolicy,
  retain_until: z.string().nullable().describe("With retention custom: when it expires"),
  scope: f.shownScope,
  project_id: f.shownProjectId,
  subject_type: f.shownSubjectType,
  subject_id: f.shownSubjectId,
  channel: z.string().describe("Where it was said"),
  content_hash: z
    .string()
    .describe("sha256 of the text, blanks and line ends folded; decides whether it changed"),
  token_count: f.count.describe("Tokens of the whole text"),
  is_chunked: z.boolean().describe("Whether it was split into passages"),
  num_chunks: chunkCount,
  ingested_at: f.ts.describe("When this revision was ingested"),
  expires_at: z.string().nullable().describe("When it stops being shown; null: never"),
  resolved_at: z.string().nullable().describe("When it was resolved; null if it was not"),
};
