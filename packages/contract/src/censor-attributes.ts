import { z } from "zod";
import * as f from "./fields.js";
import { isVisible } from "./names.js";
import { label, line } from "./one-line.js";

/** From the weakest to the strongest. */
export const censorActions = ["warn", "block", "absolute"] as const;

/** What edits may patch, and `remember` takes, of what is a censor's own. */
export const censorAttributes = {
  trigger_pattern: line.describe("Words that a text must not hold, or mean, for instance force push"),
  reason: z
    .string()
    .max(f.limits.reasonChars)
    .refine(isVisible, { error: "must hold visible text", params: { code: "EMPTY_CONTENT" } })
    .meta({ minLength: 1 })
    .describe("Why, for whoever is stopped by it"),
  action: z
    .enum(censorActions)
    .default("warn")
    .describe("warn lets it pass with a warning; block and absolute do not let it pass"),
  domain: label.optional().describe("What it is about, for instance deployment; absent: everything"),
};
