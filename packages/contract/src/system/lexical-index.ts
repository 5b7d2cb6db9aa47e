import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";

const rebuild = z.object({
  job_id: f.jobId,
  status: z.enum(["PENDING", "PROCESSING"]).describe("Whether it waits or runs"),
  done: f.count.describe("Memories whose words have been replaced"),
  total: f.count.describe("Memories in the index when it began"),
});

export const indexStatus = operation({
  summary: "The lexical index: its version, what it holds, and how far a rebuild is",
  input: z.strictObject({}),
  output: z.object({
    version: z.string().describe("The version that this tenant's index was made with"),
    server_version: z.string().describe("The version that this server makes"),
    current: z.boolean().describe("Whether the two are the same"),
    memories: f.count.describe("Memories in the index"),
    words: f.count.describe("Words of all of them"),
    rebuild: rebuild.nullable().describe("The rebuild that waits or runs; only admins see it"),
    note: z.string().describe("What this means, and what to do"),
  }),
  access: "system:read",
  effect: "read",
  errors: [],
  example: { input: {} },
  http: "GET /api/v1/index",
  tag: "System",
  cli: { command: "index status" },
});

export const rebuildIndex = operation({
  summary:
    "Rebuild the lexical index in a job, while searches go on. Needed after a major upgrade of Postgres",
  input: z.strictObject({
    all_tenants: z
      .boolean()
      .default(false)
      .describe(
        "Also rebuild every other tenant whose index is of another version; for the server's operator",
      ),
  }),
  output: z.object({ job_id: f.jobId, note: z.string().describe("What happens next") }),
  access: "admin",
  effect: "write",
  hints: { idempotent: true },
  errors: [],
  example: { input: {} },
  http: "POST /api/v1/index/rebuild",
  tag: "System",
  cli: { command: "index rebuild" },
});
