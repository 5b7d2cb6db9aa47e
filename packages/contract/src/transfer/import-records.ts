import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { exportVersion } from "./export-records.js";

export const importRecords = operation({
  summary: "Write records of an export, each with its own result",
  input: z.strictObject({
    version: z.int().describe(`Of the export, from its header: ${exportVersion} is read`),
    export_id: f.idOf("exp").describe("Of the export, from its header (exp_…)"),
    tenant_id: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe("The tenant of the export, from its header; one that is not yours is refused"),
    records: z
      .array(z.looseObject({ type: z.string().describe("What the record holds") }))
      .min(1)
      .max(1_000)
      .describe("In the order of the export, without its header"),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          status: z
            .enum(["imported", "known", "refused"])
            .describe(
              "imported: it is stored now; known: it was there, with the same content; refused: see error",
            ),
          error: z
            .object({
              code: z.string().describe("As in an error of the whole call"),
              message: z.string().describe("Why it was refused, and what to do"),
            })
            .optional()
            .describe("Why it was refused"),
        }),
      )
      .describe("One for each record, in the same order"),
    imported: f.count.describe("How many were stored"),
    known: f.count.describe("How many were there before"),
    refused: f.count.describe("How many were refused"),
  }),
  access: "memory:write",
  effect: "write",
  hints: { idempotent: true },
  largeBody: true,
  errors: [],
  keyPerItem: true,
  example: {
    input: {
      version: exportVersion,
      export_id: "exp_01jx3vk0xy",
      records: [
        {
          type: "memory",
          id: "chk_01jx3vm1ab",
          kind: "chunk",
          text: "Ada prefers answers in French.",
          writer: "human:ada",
          origin: "human",
          channel: "private",
          scope: "user",
          subject_type: "user",
          subject_id: "ada",
          occurred_at: "2026-05-04T09:00:00Z",
          recorded_at: "2026-05-04T09:00:00Z",
        },
      ],
    },
  },
  http: "POST /api/v1/import",
  tag: "System",
});
