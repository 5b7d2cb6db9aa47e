import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";

const spaceId = z.int().describe("Number of the space");
const state = z
  .enum(["active", "filling", "stopped", "retired"])
  .describe("active: searched; filling: a worker makes its vectors; stopped, retired: neither");
const dims = z.int().describe("Numbers in each vector");
const note = z.string().describe("What it means, and what to do");

const threshold = (what: string) => z.number().describe(`Cosine ${what}`);
const thresholds = z
  .object({
    duplicate: threshold("above which two facts say the same"),
    contradiction: threshold("from which on one fact may contradict the other"),
    censor: threshold("above which a text matches a censor"),
  })
  .describe("What cosines mean in this space; those of a space that nobody measured are 0.95, 0.85, 0.7");

const space = z.object({
  space_id: spaceId,
  model: z.string().describe("What made its vectors"),
  dims,
  state,
  vectors: f.count.describe("Memories of this tenant that have a vector in it"),
  missing: f.count.describe("Memories of this tenant that have none"),
  thresholds,
});

export const embeddingsStatus = operation({
  summary: "Embedding spaces: which is read, which is being filled, how far",
  input: z.strictObject({}),
  output: z.object({
    embedder: z.string().describe("The embedder that is configured"),
    dims,
    spaces: z.array(space).describe("One for each embedder that was ever used"),
    note,
  }),
  access: "system:read",
  effect: "read",
  errors: [],
  example: { input: {} },
  http: "GET /api/v1/embeddings",
  tag: "System",
  cli: { command: "embeddings status" },
});

export const switchEmbeddings = operation({
  summary: "Move to the configured embedder: fill its space, then read from it. Can be stopped and resumed",
  input: z.strictObject({
    action: z.enum(["start", "stop"]).default("start").describe("start also resumes"),
  }),
  output: z.object({
    space_id: spaceId,
    state,
    done: f.count.describe("Memories of all tenants that have a vector in it"),
    total: f.count.describe("Memories of all tenants"),
    job_id: f.jobId.describe("The job by which a worker does it"),
    note,
  }),
  access: "admin",
  effect: "write",
  hints: { idempotent: true },
  errors: [],
  example: { input: { action: "start" } },
  http: "POST /api/v1/embeddings/switch",
  tag: "System",
  cli: { command: "embeddings switch" },
});

export const embeddingHealth = operation({
  summary: "Try the embedder: what it is, whether it answers, and how fast",
  input: z.strictObject({}),
  output: z.object({
    provider: z.enum(["builtin", "openai", "transformers"]).describe("Where vectors are made"),
    model: z.string().describe("What makes them"),
    dimensions: dims,
    api_key_configured: z.boolean().describe("Whether there is a key for an embedding service"),
    api_status: z.enum(["ok", "error"]).describe("Whether it gave a vector just now"),
    api_error: z.string().optional().describe("Why it did not"),
    test_embedding_dimensions: dims.nullable().describe("Numbers in the vector that it gave; null for none"),
    api_latency_ms: z.number().describe("How long it took, in milliseconds"),
  }),
  access: "system:read",
  effect: "read",
  errors: [],
  example: { input: {} },
  http: "GET /v1/embedding-health",
  tag: "System",
  mcp: {
    tool: "embedding_health",
    toolset: "events",
    description: "Try the model that makes vectors: whether it answers, how fast, and which one it is.",
  },
  cli: { command: "embeddings health" },
});
