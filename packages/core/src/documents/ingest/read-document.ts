import { documentChars, invalidField } from "@palimpsest/contract";
import { newId } from "../../identity/index.js";
import { type BoundaryClass, foundIn, foundInLong, raisedClass } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import {
  assertKeepsRules,
  assertPlainNames,
  checkAudience,
  checkDraft,
  type Draft,
} from "../../substrate/index.js";
import { assertText, maskDeep, maskLongText } from "../../text/index.js";
import { classOfSensitivity, type IngestInput, inUtc, type Meta, visibilityOf } from "../document.js";
import { contentHashOf, revisionOf, uidOf } from "./document-ids.js";
import type { NewRevision } from "./write-revision.sql.js";

/** A document that may be stored, with its secrets masked. Its `artifactId` is of the revision, if one is written. */
export interface Document extends NewRevision {
  input: IngestInput;
  text: string;
  /** The text before any words were withheld: it decides where passages begin and end. */
  whole: string;
  /** The text as it is kept: words that edits of its other revisions withhold come back if those are undone. */
  kept: string;
  /** So many stretches of it are blocks, because their words were taken out before. */
  withheld: number;
  /** How many edits of the document were seen when that was found out. */
  editsSeen: number;
  masked: number;
  /** What all its memories have in common. */
  place: Omit<Draft, "text" | "kind"> & { boundaryClass: BoundaryClass };
}

/** Throws if the caller may not store this, or if it cannot be stored. */
export async function readDocument(context: OperationContext, input: IngestInput): Promise<Document> {
  const { content, source_system, source_id } = input;
  checkAudience({ visibility: visibilityOf[input.visibility_scope], audience: input.audience });
  assertText("content", content, { maxChars: documentChars });
  assertPlainNames({ source_system, source_id });
  const body = await maskLongText(content);
  const told = maskDeep(metaOf(input));
  const masked = [...body.found, ...told.found].reduce((sum, { count }) => sum + count, 0);
  const uid = uidOf(source_system, source_id);
  const { source_system: _, source_id: __, ...meta } = told.value;
  const found = [await foundInLong(context.policy, body.text), foundIn(context.policy, meta)];
  const classes = found.map((one) => one.class);
  const place = placeOf(
    input,
    told.value,
    classes.reduce(raisedClass, classOfSensitivity[input.sensitivity]),
  );
  const artifactId = newId("art");
  // The place of every passage is judged once, with a text of its own: passages are not masked again.
  checkDraft(context, { ...place, kind: "artifact", text: uid });
  assertKeepsRules(context.policy, context.who, {
    ...{ kind: "artifact", scope: place.scope, boundaryClass: place.boundaryClass, text: body.text },
    detected: found.flatMap(({ names }) => names),
  });
  return {
    input,
    type: input.artifact_type,
    text: body.text,
    whole: body.text,
    kept: body.text,
    withheld: 0,
    editsSeen: 0,
    meta: told.value,
    masked,
    uid,
    revisionId: revisionOf(body.text),
    contentHash: contentHashOf(body.text),
    artifactId,
    place,
  };
}

const metaOf = (input: IngestInput): Meta => ({
  source_system: input.source_system,
  source_id: input.source_id ?? null,
  source_url: input.source_url ?? null,
  title: input.title ?? null,
  author: input.author ?? null,
  author_title: input.author_title ?? null,
  participants: input.participants,
  ts: input.ts ?? null,
  document_date: input.document_date ?? null,
  source_type: input.source_type ?? null,
  document_status: input.document_status ?? null,
  distribution_scope: input.distribution_scope ?? null,
  visibility_scope: input.visibility_scope,
  retention_policy: input.retention_policy,
  retain_until: inUtc(input.retain_until ?? null),
});

/** All passages have the class of the document, which is that of the strictest thing found in it. */
function placeOf(input: IngestInput, meta: Meta, boundaryClass: BoundaryClass): Document["place"] {
  const told = input.ts ?? input.document_date;
  return {
    origin: "document",
    speaker: meta.author ?? undefined,
    scope: input.scope ?? (input.project_id === undefined ? "user" : "project"),
    subjectType: input.subject_type,
    subjectId: input.subject_id,
    projectId: input.project_id,
    channel: input.channel,
    visibility: visibilityOf[input.visibility_scope],
    audience: input.audience,
    boundaryClass,
    occurredAt: told === undefined ? undefined : new Date(told),
    expiresAt: expiryOf(input),
  };
}

/** When a document stops being shown. */
function expiryOf({ retention_policy, retain_until }: IngestInput): Date | undefined {
  if ((retention_policy === "custom") !== (retain_until !== undefined)) {
    throw invalidField("retain_until", "must be given with retention_policy custom, and only then");
  }
  if (retain_until !== undefined && Date.parse(retain_until) <= Date.now()) {
    throw invalidField("retain_until", "is in the past, so nobody would ever see the document");
  }
  if (retain_until !== undefined) return new Date(retain_until);
  if (retention_policy !== "1y") return undefined;
  const inAYear = new Date();
  inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1);
  return inAYear;
}
