import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";

const space = z.object({
  space_id: z.int(),
  model: z.string(),
  dims: z.int(),
  state: z.enum(["active", "filling", "stopped", "retired"]),
  vectors: f.count,
  missing: f.count,
});

export const embeddingsStatus = operation({
  summary: "Embedding spaces: which is read, which is being filled, how far",
  input: z.strictObject({}),
  output: z.object({ embedder: z.string(), dims: z.int(), spaces: z.array(space), note: z.string() }),
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
    space_id: z.int(),
    state: z.enum(["active", "filling", "stopped", "retired"]),
    done: f.count,
    total: f.count,
    note: z.string(),
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
