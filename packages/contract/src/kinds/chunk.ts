import { z } from "zod";
import { passageAttributes } from "./documents/artifact.js";
import { defineKind } from "./kind.js";

export const chunk = defineKind({
  name: "chunk",
  prefix: "chk",
  // Passages of documents, whose ids begin with that of the revision.
  otherPrefixes: ["art"],
  summary: "What was said, done or noted, in its own words",
  attributes: z.strictObject(passageAttributes),
  amendable: { text: true, attributes: [] },
  context: { section: "retrieved_evidence" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: false,
  importance: 0,
});
