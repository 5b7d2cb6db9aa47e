import { z } from "zod";
import * as f from "../fields.js";
import { kindName, memoryKind } from "../kinds/index.js";
import { operation } from "../operation.js";

export const remember = operation({
  summary: "Remember something",
  input: z.strictObject({
    text: f.text.describe("One idea, in a full sentence"),
    kind: kindName(({ remembered }) => remembered, ["note"])
      .optional()
      .describe(
        "What it is; absent: a censor if it begins with Never or Do not, a procedure if with How to, else a note",
      ),
    scope: f.scope.default("user"),
    subject_type: f.subjectType.optional(),
    subject_id: f.subjectId.optional(),
    project_id: f.projectId.optional(),
    session_id: f.sessionId.optional(),
    channel: f.channel.default("private"),
    attributes: f.attributes
      .optional()
      .describe("What is the kind's own, for instance a decision's rationale"),
    tags: f.tags.default([]),
    importance: f.importance.optional(),
    visibility: f.visibility.default("tenant"),
    audience: z
      .array(f.audienceMember)
      .max(100)
      .default([])
      .describe("Principals, or team:NAME, for custom and team"),
    occurred_at: f.occurredAt.optional(),
    expires_at: f.timestamp.optional().describe("When it stops being shown; ISO 8601 with offset"),
    derived_from: z.array(f.memoryId).max(100).default([]).describe("Memories that this one was made from"),
    override_tombstone: z.boolean().default(false).describe("Admins only: write again what was retracted"),
  }),
  output: z.object({
    memory_id: f.memoryId,
    kind: memoryKind,
    recorded_at: f.ts,
    status: z.enum(["created", "exists"]).describe("exists: the same was remembered before"),
    masked: f.count.describe("Secrets that were masked before anything was stored"),
  }),
  access: "memory:write",
  effect: "write",
  hints: { idempotent: true },
  errors: ["EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    input: {
      text: "Ada prefers answers in French.",
      subject_type: "user",
      subject_id: "ada",
      tags: ["preference"],
    },
  },
  http: "POST /api/v1/memories",
  status: 201,
  tag: "Memory",
  mcp: {
    tool: "remember",
    toolset: "core",
    description:
      "Store one fact, preference, decision or task worth knowing in later sessions. One idea per call, in a full sentence that makes sense on its own. Saying the same thing twice is harmless. Do not store secrets.",
  },
  cli: { command: "remember", positional: ["text"] },
});
