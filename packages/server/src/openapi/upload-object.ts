import type { OperationObject } from "./openapi-types.js";
import type { JsonSchema } from "./schemas.js";

const skipped = {
  type: "array",
  description: "What was not stored, and why",
  items: {
    type: "object",
    properties: {
      name: { type: "string", description: "The file, or the part of it" },
      reason: { type: "string", description: "Why it was not stored" },
    },
    required: ["name", "reason"],
  },
} as unknown as JsonSchema;

/** The upload of files, which takes what ingesting one document takes, but for its text. */
export function uploadObject(ingest: OperationObject, schemas: Record<string, JsonSchema>): OperationObject {
  const { content: _, ...fields } = schemas.IngestArtifactRequest!.properties ?? {};
  const { 201: made, ...errors } = ingest.responses;
  schemas.UploadArtifactsRequest = {
    type: "object",
    properties: {
      file: {
        type: "array",
        description: "Files, each by its name: .txt, .md, .html, .eml, .mbox, .vtt, .srt, .json, .pdf, .docx",
        items: { type: "string", format: "binary" },
        minItems: 1,
        maxItems: 100,
      },
      ...fields,
    },
    required: ["file"],
  } as unknown as JsonSchema;
  const answer = schemas.IngestArtifactResponse!;
  const name = { type: "string", description: "The file, or the part of it" };
  schemas.UploadArtifactsResponse = {
    type: "object",
    properties: {
      artifacts: {
        type: "array",
        description: "One for each document",
        items: { ...answer, properties: { ...answer.properties, name } },
      },
      skipped,
    },
    required: ["artifacts", "skipped"],
  } as unknown as JsonSchema;
  const ref = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });
  return {
    ...ingest,
    operationId: "uploadArtifacts",
    summary: "Upload files as documents",
    requestBody: {
      required: true,
      content: { "multipart/form-data": { schema: ref("UploadArtifactsRequest"), example: undefined } },
    },
    responses: {
      201: { ...made, content: { "application/json": { schema: ref("UploadArtifactsResponse") } } },
      ...errors,
    },
  };
}
