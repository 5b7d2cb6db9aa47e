import { z } from "zod";
import { noted } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import * as paging from "../paging.js";

/** The version of the form that export writes and import reads. */
export const exportVersion = 1;

export const exportRecords = operation({
  summary: "A page of all that you may see, to be imported elsewhere",
  input: z.strictObject({
    everything: z
      .boolean()
      .default(false)
      .describe(
        "For admins with identity:impersonate: everybody's memories as they were first written, with their edits, raw events, artifacts and receipts. Otherwise what you may read, edits applied",
      ),
    limit: f.limit(1_000, 500),
    cursor: paging.cursor,
  }),
  output: z.object({
    records: z
      .array(z.looseObject({ type: z.string().describe("What the record holds") }))
      .describe("The first page begins with a record of type header"),
    next_cursor: paging.nextCursor,
  }),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [noted], input: {} },
  http: "GET /api/v1/export",
  tag: "System",
});
