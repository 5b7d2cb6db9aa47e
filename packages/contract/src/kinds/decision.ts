import { z } from "zod";
import * as f from "../fields.js";
import { defineKind } from "./kind.js";
import { attributeText, labelledLines, withoutLines } from "./lines.js";

const labels = {
  rationale: "Rationale",
  constraints: "Constraint",
  alternatives: "Alternative",
  consequences: "Consequence",
};

export const decision = defineKind({
  name: "decision",
  prefix: "dec",
  summary: "What was decided, and why",
  attributes: z.strictObject({
    decision: f.text.describe("What was decided"),
    rationale: f.rationale.default([]),
    constraints: f.constraints.default([]),
    alternatives: f.alternatives.default([]),
    consequences: f.consequences.default([]),
    refs: f.refs.default([]),
  }),
  text: {
    compose: (attributes) =>
      [attributeText(attributes, "decision").trim(), ...labelledLines(attributes, labels)].join("\n").trim(),
    parse: (text, current) => ({ decision: withoutLines(text, labelledLines(current, labels)) }),
  },
  states: {
    initial: "active",
    transitions: { active: ["superseded"], superseded: ["active"] },
    live: ["active"],
    settable: false,
    superseded: "superseded",
  },
  amendable: {
    text: true,
    attributes: ["decision", "rationale", "constraints", "alternatives", "consequences", "refs"],
  },
  context: { section: "relevant_decisions", states: ["active"], itemType: "decision" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: true,
  importance: 1,
});
