import { z } from "zod";
import * as f from "./fields.js";
import { label, line, lines } from "./one-line.js";

/** Who speaks in a turn of a conversation. */
export const interactionRoles = ["user", "assistant", "system", "tool"] as const;

export const episodeOutcomes = ["success", "partial", "failure", "abandoned"] as const;

/** What an episode is started with. */
export const episodeAttributes = {
  summary: f.text.describe("What it is about; with the title, what searches go by"),
  title: line.optional().describe("A short name for it"),
  detail: f.text.optional().describe("Everything else worth keeping; searches do not look at it"),
  frame_used: label.optional().describe("The frame of mind it was met with, for instance debugging"),
  trigger: label.optional().describe("What set it off, for instance user_message"),
  participants: lines.default([]).describe("Who took part"),
};

/** What its end adds. */
export const episodeEnd = {
  lessons_learned: lines.default([]).describe("What to do the same or otherwise next time"),
  surprise_level: f.fraction(0).optional().describe("How far it went against expectation, from 0 to 1"),
};

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
