import { z } from "zod";
import { exampleIds, planned } from "../example.js";
import * as f from "../fields.js";
import { memoryKind } from "../kinds/index.js";
import { operation } from "../operation.js";

export const setMemoryStatus = operation({
  summary: "Move a memory to another state of its kind",
  input: z.strictObject({
    memory_id: f.memoryId,
    status: z.string().min(1).max(64).describe("A state that may follow the present one"),
  }),
  output: z.object({
    memory_id: f.memoryId,
    kind: memoryKind,
    status: f.memoryStatus,
    changed_at: f.ts,
  }),
  access: "memory:write",
  effect: "write",
  hints: { idempotent: true },
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { before: [planned], input: { memory_id: exampleIds.task, status: "doing" } },
  http: "PUT /api/v1/memories/:memory_id/status",
  tag: "Memory",
  mcp: {
    tool: "set_status",
    toolset: "governance",
    description: "Move a memory to another state of its kind, for instance a task from open to done.",
  },
  cli: { command: "memory status", positional: ["memory_id", "status"] },
});
