import { z } from "zod";
import { censorAttributes } from "../censor-attributes.js";
import * as f from "../fields.js";
import { defineKind } from "./kind.js";
import { attributeText } from "./lines.js";

/** What a text says must not be done: "Never deploy on Fridays." is about "deploy on Fridays". */
const forbidden = (text: string): string => {
  const [first = ""] = text.trim().split("\n");
  return (
    first
      .replace(/^(?:never|do not|don['’]t)\s+/iu, "")
      .replace(/[\s.!]+$/u, "")
      .trim() || first
  );
};

const isDerived = (attributes: Record<string, unknown>): boolean =>
  attributeText(attributes, "trigger_pattern") === forbidden(attributeText(attributes, "reason"));

export const censor = defineKind({
  name: "censor",
  prefix: "cen",
  summary: "What must not be done or said, and why",
  attributes: z.strictObject({
    ...censorAttributes,
    escalation_threshold: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(3)
      .describe("After so many matches a warning becomes a block"),
    learned_from_decision: f.idOf("dec").optional().describe("The decision it was learned from, as returned"),
    learned_from_episode: f.idOf("epi").optional().describe("The episode it was learned from, as returned"),
    proposed_for: f.memoryId.optional().describe("The memory that it was proposed because of"),
  }),
  text: {
    compose: (attributes) =>
      [attributeText(attributes, "trigger_pattern").trim(), attributeText(attributes, "reason").trim()]
        .filter((part) => part !== "")
        .join("\n"),
    /** A new text is a new reason, whether or not a pattern stands before it as it does in the composed text. */
    parse(text, current) {
      const pattern = attributeText(current, "trigger_pattern").trim();
      if (pattern === "") return { trigger_pattern: forbidden(text), reason: text.trim() };
      const [first = "", ...rest] = text.trim().split("\n");
      const reason = rest.join("\n").trim();
      const repeats = first.trim() === pattern || (isDerived(current) && first.trim() === forbidden(reason));
      return { reason: repeats && reason !== "" ? reason : text.trim() };
    },
  },
  /** A pattern that was made of the reason follows it. */
  derived: (before, after) =>
    isDerived(before) ? { trigger_pattern: forbidden(attributeText(after, "reason")) } : {},
  states: {
    initial: "active",
    transitions: { active: ["inactive"], inactive: [] },
    live: ["active"],
    settable: false,
  },
  amendable: {
    text: true,
    attributes: ["trigger_pattern", "reason", "action", "domain", "escalation_threshold"],
  },
  context: { section: "warnings", states: ["active"], itemType: "censor" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: true,
  importance: 0.9,
});
