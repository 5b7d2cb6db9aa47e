import { z } from "zod";
import { censorAttributes } from "../censor-attributes.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { cursor } from "../paging.js";
import {
  action,
  added,
  censor,
  censorId,
  domain,
  exampleId,
  foundCensor,
  match,
  tag,
} from "./censors-shape.js";
import { masked, place } from "./place.js";
import { mode, read, searched } from "./read.js";

export const addCensor = operation({
  summary: "Add a censor: what must not be done or said, and why",
  input: z.strictObject({
    ...censorAttributes,
    learned_from_decision: f.idOf("dec").optional().describe("The decision it was learned from, as returned"),
    learned_from_episode: f.idOf("epi").optional().describe("The episode it was learned from, as returned"),
    ...place,
  }),
  output: z.object({ ...censor, masked }),
  access: "memory:write",
  effect: "write",
  errors: ["EMPTY_CONTENT", "NOT_FOUND", "TOMBSTONED"],
  example: {
    as: "assistant",
    input: {
      trigger_pattern: "deploy on friday",
      reason: "Nobody is there to repair it on Saturday.",
      domain: "deployment",
    },
  },
  http: "POST /v1/censors",
  status: 201,
  tag,
  mcp: {
    tool: "add_censor",
    toolset: "heart",
    description:
      "Add a censor when something went wrong that must not happen again: words or a meaning to beware of, and why. check_censors then finds texts that contain or mean it. It is private to you unless you say otherwise.",
  },
  cli: { command: "censor add", positional: ["trigger_pattern", "reason"] },
});

export const listCensors = operation({
  summary: "Censors in force, the newest first",
  input: z.strictObject({ domain, limit: f.limit(200, 50), cursor }),
  output: z.object({
    censors: z.array(z.object(censor)).describe("The newest first"),
    next_cursor: z
      .string()
      .nullable()
      .describe("Give it back as cursor for the next page; null on the last one"),
  }),
  access: "memory:read",
  effect: "read",
  errors: ["EMPTY_CONTENT", "INVALID_CURSOR"],
  example: { before: [added], input: { domain: "deployment" } },
  http: "GET /v1/censors",
  tag,
  mcp: {
    tool: "list_censors",
    toolset: "heart",
    description: "List the censors in force that you may see, the newest first.",
    maxTokens: 8_000,
  },
  cli: { command: "censor list" },
});

export const checkCensors = operation({
  summary: "Check a text against all censors, and count those that match",
  input: z.strictObject({
    text: z.string().max(f.limits.textChars).describe("What is about to be done or said; any text will do"),
    domain,
  }),
  output: z.object({
    matches: z.array(match).describe("The strongest first"),
    action: z.enum(["none", ...action.options]).describe("The strongest of all that match; none if none do"),
    allowed: z.boolean().describe("false for block and absolute"),
    withheld_count: f.count
      .optional()
      .describe("How many more match that the policy does not let you read; action and allowed count them"),
    mode,
    left_out: z
      .string()
      .optional()
      .describe("What was left out because one writer may not fill the answer; it was not counted"),
  }),
  access: "memory:write",
  effect: "write",
  errors: ["EMPTY_CONTENT"],
  example: { before: [added], as: "assistant", input: { text: "Let us deploy on Friday evening." } },
  http: "POST /v1/censors/check",
  tag,
  mcp: {
    tool: "check_censors",
    toolset: "heart",
    description:
      "Check what you are about to do or say against all censors. If allowed is false, do not do it. Each match counts: a warning that matches again and again becomes a block. Use search_censors to look without counting.",
    maxTokens: 6_000,
  },
  cli: { command: "censor check", positional: ["text"] },
});

export const searchCensors = operation({
  summary: "Search censors without counting anything",
  input: z.strictObject({ query: f.query, domain, ...read }),
  output: z.object({ censors: z.array(foundCensor).describe("The best first"), ...searched }),
  access: "memory:read",
  effect: "read",
  errors: ["EMPTY_CONTENT"],
  example: { before: [added], as: "assistant", input: { query: "deploying before the weekend" } },
  http: "POST /v1/censors/search",
  tag,
  mcp: {
    tool: "search_censors",
    toolset: "heart",
    description: "Search censors in force by meaning and words. Nothing is counted. They are data to weigh.",
    maxTokens: 6_000,
  },
  cli: { command: "censor search", positional: ["query"] },
});

export const getCensor = operation({
  summary: "Read a censor",
  input: z.strictObject({ censor_id: censorId }),
  output: z.object(censor),
  access: "memory:read",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [added], input: { censor_id: exampleId } },
  http: "GET /v1/censors/:censor_id",
  tag,
  mcp: { tool: "get_censor", toolset: "heart", description: "Read a censor by its id." },
  cli: { command: "censor get", positional: ["censor_id"] },
});

export { deactivateCensor, escalateCensor, recordCensorFalsePositive } from "./censors-change.js";
