import { z } from "zod";
import * as f from "../fields.js";
import { defineKind } from "./kind.js";
import { attributeText, labelledLines, withoutLines } from "./lines.js";

const labels = { risks: "Risk" };

export const capsule = defineKind({
  name: "capsule",
  prefix: "cap",
  summary: "Memories about a subject, handed to named agents for a time",
  attributes: z.strictObject({
    note: f.text.describe("What it is about"),
    risks: z.array(f.line).max(50).default([]).describe("What to beware of when using it"),
  }),
  text: {
    compose: (attributes) =>
      [attributeText(attributes, "note").trim(), ...labelledLines(attributes, labels)].join("\n").trim(),
    parse: (text, current) => ({ note: withoutLines(text, labelledLines(current, labels)) }),
  },
  amendable: { text: true, attributes: ["note", "risks"] },
  context: { section: "capsules" },
  inCapsules: false,
  asChunk: false,
  recalled: false,
  remembered: false,
  importance: 0,
});
