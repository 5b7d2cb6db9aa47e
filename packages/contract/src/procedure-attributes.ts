import { z } from "zod";
import * as f from "./fields.js";
import { label, line, lines } from "./one-line.js";

/** What a procedure is stored with. */
export const procedureAttributes = {
  name: line.describe("What it is called"),
  domain: label.optional().describe("What it belongs to, for instance billing"),
  description: f.text.optional().describe("What to do, and when"),
  goals: lines.default([]).describe("What it is good for"),
  core_patterns: lines.default([]).describe("How it goes about it"),
  core_tools: lines.default([]).describe("What it uses"),
  core_concepts: lines.default([]).describe("What one has to know for it"),
  implementation_notes: lines.default([]).describe("What to look out for in practice"),
};

export const procedureTypes = ["system_prompt", "few_shot_example"] as const;

/** What a skill has besides. */
export const skillAttributes = {
  trigger_condition: f.text
    .max(4_000)
    .optional()
    .describe("When it is called for, in the words of who would ask"),
  procedure_type: z
    .enum(procedureTypes)
    .optional()
    .describe("Whether it is part of a system prompt or an example to follow"),
};
