import { z } from "zod";
import * as f from "../fields.js";
import { defineKind } from "./kind.js";

export const invariants = ["safety", "user_correction", "hard_constraint", "blocking_error"] as const;

export const rule = defineKind({
  name: "rule",
  prefix: "rul",
  summary: "A standing rule that every context begins with",
  attributes: z.strictObject({
    priority: z.int().min(-1_000).max(1_000).default(0).describe("Higher stands first"),
    channel: f.channel.optional().describe("Only for this channel; absent: for all"),
    invariant: z
      .enum(invariants)
      .optional()
      .describe("A rule that no context drops; a budget too small for it is refused"),
  }),
  amendable: { text: true, attributes: ["priority", "channel", "invariant"] },
  context: { section: "rules" },
  inCapsules: true,
  asChunk: false,
  recalled: true,
  remembered: false,
  importance: 1,
});
