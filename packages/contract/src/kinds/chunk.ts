import { z } from "zod";
import { defineKind } from "./kind.js";

export const chunk = defineKind({
  name: "chunk",
  prefix: "chk",
  summary: "What was said, done or noted, in its own words",
  attributes: z.strictObject({}),
  amendable: { text: true, attributes: [] },
  context: { section: "retrieved_evidence" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: false,
  importance: 0,
});
