import { z } from "zod";
import * as f from "../fields.js";
import { plainId } from "../names.js";
import { count, real } from "./numbers.js";

const id = z.string().regex(plainId, "must be an id: 1 to 128 of the characters A-Z a-z 0-9 _ . : -");
const writer = z.string().regex(/^(human|agent|service):./, "must be type:id, as in human:ada");

/** What use has made of memories, and who said so. */
export const signalRecords = {
  signal: z.object({
    type: z.literal("signal"),
    memory_id: id,
    confidence: real.optional(),
    utility: real.default(0),
    utility_at: f.timestamp.optional(),
    confirmations: count.default(0),
    activations: count.default(0),
    last_used_at: f.timestamp.optional(),
    last_confirmed: f.timestamp.optional(),
    false_positives: count.default(0),
    last_false_positive: f.timestamp.optional(),
    escalated_to: z.enum(["block", "absolute"]).optional(),
    escalated_at: f.timestamp.optional(),
    settled_at_activations: count.default(0),
    successes: count.default(0),
    failures: count.default(0),
    neutrals: count.default(0),
  }),
  signal_entry: z.object({
    type: z.literal("signal_entry"),
    memory_id: id,
    entry_id: z.uuid(),
    writer,
    at: f.timestamp,
    what: z.enum([
      "confirmation",
      "activation",
      "success",
      "failure",
      "neutral",
      "false_positive",
      "escalation",
      "rise",
      "helpful",
      "harmful",
      "outdated",
      "duplicate",
      "supersedes",
      "contradicts",
    ]),
    escalated_to: z.enum(["block", "absolute"]).optional(),
    utility: real.optional(),
    confidence: real.optional(),
    stored: real.optional(),
    computed: real.optional(),
    other_id: id.optional(),
  }),
};
