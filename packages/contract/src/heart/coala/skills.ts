import { z } from "zod";
import { skilled } from "../../example.js";
import { procedureTypes, skillAttributes } from "../../experience-attributes.js";
import * as f from "../../fields.js";
import { operation } from "../../operation.js";
import { masked } from "../place.js";
import { mode } from "../read.js";
import { place, userId } from "./shape.js";

const tag = "Skills";

export const storeSkill = operation({
  summary: "Store a skill: a prompt or an example, and when it is called for",
  input: z.strictObject({
    agent_id: f.shortId.optional().describe("The agent whose skill it is; an agent may leave it out"),
    procedure_type: z
      .enum(procedureTypes)
      .describe("Whether it is part of a system prompt or an example to follow"),
    content: f.text.describe("What to do, as the prompt or the example says it"),
    trigger_condition: skillAttributes.trigger_condition,
    user_id: userId.optional(),
    ...place,
  }),
  output: z.object({
    id: f.idOf("prc"),
    status: z.enum(["created", "updated"]).describe("updated: you had the same one already"),
    created_at: f.ts.describe("When it was stored, ISO 8601 in UTC"),
    masked,
  }),
  access: "memory:write",
  effect: "write",
  errors: ["EMPTY_CONTENT", "TOMBSTONED"],
  example: { as: "assistant", input: skilled.input as { procedure_type: "system_prompt"; content: string } },
  http: "POST /v1/memory/procedural",
  status: 201,
  tag,
  mcp: {
    tool: "store_skill",
    toolset: "coala",
    description:
      "Store a skill of your own: the text of a prompt or an example, and in trigger_condition when it is called for. Get it back with get_relevant_skills.",
  },
  cli: { command: "skill store", positional: ["procedure_type", "content"] },
});

export const getRelevantSkills = operation({
  summary: "The skills that are called for by what is being asked",
  input: z.strictObject({
    q: f.query,
    limit: f.limit(50, 3),
    agent_id: f.shortId.optional().describe("Only skills of this agent; an agent gets its own"),
    user_id: f.chosenId.optional().describe("The user for whom they are kept; absent: you"),
    channel: f.privateByDefault,
    subject_type: f.subjectType.optional(),
    subject_id: f.subjectId.optional(),
    project_id: f.projectId.optional(),
    include_quarantined: f.includeQuarantined,
    as_of: f.asOf.optional(),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          id: f.idOf("prc"),
          user_id: z.string().describe("The user for whom it is kept"),
          agent_id: z.string().describe("The agent whose skill it is"),
          trigger_condition: z.string().nullable().describe("When it is called for"),
          procedure_type: z.enum(procedureTypes).describe("Part of a system prompt, or an example to follow"),
          content: z.string().describe("What to do"),
          score: f.fit,
          writer: f.writer,
          trust: f.trust,
          created_at: f.ts.describe("When it was stored, ISO 8601 in UTC"),
          edits_applied: f.editsApplied,
        }),
      )
      .describe("Best first"),
    total_count: f.matchCount,
    mode,
  }),
  access: "memory:read",
  effect: "read",
  errors: [],
  example: { before: [skilled], as: "assistant", input: { q: "Why did my billing fail?" } },
  http: "GET /v1/memory/procedural/context",
  tag,
  mcp: {
    tool: "get_relevant_skills",
    toolset: "coala",
    description:
      "Your own skills, or a person's, that fit what is being asked. Another agent's skill is never among them.",
    maxTokens: 8_000,
  },
  cli: { command: "skill find", positional: ["q"] },
});
