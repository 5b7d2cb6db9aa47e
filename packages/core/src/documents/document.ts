import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";

export type IngestInput = InputOf<PalimpsestContract["ingestArtifact"]>;
export type IngestAnswer = OutputOf<PalimpsestContract["ingestArtifact"]>;
export type ShownArtifact = OutputOf<PalimpsestContract["listArtifacts"]>["artifacts"][number];
export type Sensitivity = IngestInput["sensitivity"];

/** How sensitive a document is, as the class that its passages are kept with. */
export const classOfSensitivity = {
  normal: "internal",
  sensitive: "pii",
  highly_sensitive: "secret",
} as const;

export const sensitivityOfClass = (name: string): Sensitivity =>
  name === "secret" ? "highly_sensitive" : name === "pii" ? "sensitive" : "normal";

/** Who may see a document, as its passages are kept. */
export const visibilityOf = { me: "private", team: "team", org: "tenant", custom: "custom" } as const;

/** What is told of a revision and never changes. */
export type Meta = Pick<
  ShownArtifact,
  | "source_system"
  | "source_id"
  | "source_url"
  | "title"
  | "author"
  | "author_title"
  | "participants"
  | "ts"
  | "document_date"
  | "source_type"
  | "document_status"
  | "distribution_scope"
  | "visibility_scope"
  | "retention_policy"
  | "retain_until"
>;

/** A time in UTC; a day alone stays a day. Revisions keep times with their offset, for what is said in the document. */
export const inUtc = <T extends string | null>(time: T): T =>
  (time?.includes("T") ? new Date(time).toISOString() : time) as T;

/** What is told of a revision, as answers show it. */
export const shownMeta = (meta: Meta): Meta => ({
  ...meta,
  ts: inUtc(meta.ts),
  document_date: inUtc(meta.document_date),
});

/** The kind of job that extracts events from a revision. */
export const extractionJob = "extract_events";
