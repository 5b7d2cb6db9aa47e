import { z } from "zod";
import { operation } from "../operation.js";
import { added, censor, censorId, checked, exampleId, tag } from "./censors-shape.js";

const named = z.strictObject({ censor_id: censorId });
const output = z.object(censor);
const example = { before: [added], input: { censor_id: exampleId } };

export const escalateCensor = operation({
  summary: "Make a censor stronger: warn, block, absolute",
  input: named,
  output,
  access: "memory:write",
  effect: "write",
  errors: ["NOT_FOUND"],
  example,
  http: "POST /v1/censors/:censor_id/escalate",
  tag,
  mcp: {
    tool: "escalate_censor",
    toolset: "heart",
    description:
      "Make a censor one step stronger: warn, block, absolute. Only an edit makes it weaker. Others' censors need a reviewer.",
  },
  cli: { command: "censor escalate", positional: ["censor_id"] },
});

export const recordCensorFalsePositive = operation({
  summary: "Say that a match of a censor was wrong",
  input: named,
  output,
  access: "memory:write",
  effect: "write",
  errors: ["CONFLICT", "NOT_FOUND"],
  example: { ...example, before: [added, checked] },
  http: "POST /v1/censors/:censor_id/false-positive",
  tag,
  mcp: {
    tool: "record_censor_false_positive",
    toolset: "heart",
    description:
      "Say that a match of a censor was wrong. While more than half of its matches were, a block only warns. Others' censors need a reviewer.",
  },
  cli: { command: "censor false-positive", positional: ["censor_id"] },
});

export const deactivateCensor = operation({
  summary: "Take a censor out of force",
  input: named,
  output,
  access: "memory:write",
  effect: "write",
  hints: { destructive: true, idempotent: true },
  errors: ["NOT_FOUND"],
  example,
  http: "POST /v1/censors/:censor_id/deactivate",
  tag,
  mcp: {
    tool: "deactivate_censor",
    toolset: "heart",
    description: "Take a censor out of force; it stays on record. Others' censors need a reviewer.",
  },
  cli: { command: "censor deactivate", positional: ["censor_id"] },
});
