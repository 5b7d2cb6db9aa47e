import { z } from "zod";
import { procedureAttributes, skillAttributes } from "../experience-attributes.js";
import * as f from "../fields.js";
import { defineKind } from "./kind.js";
import { attributeText, labelledLines, oneLine, withoutLines } from "./lines.js";

const bands = {
  goals: "Goal",
  core_patterns: "Pattern",
  core_tools: "Tool",
  core_concepts: "Concept",
  implementation_notes: "Note",
};

/** The name is not said twice: a skill without a trigger is named by the first line of what it says. */
function addedLines(attributes: Record<string, unknown>): { before: string[]; after: string[] } {
  const name = oneLine(attributeText(attributes, "name").trim());
  const trigger = oneLine(attributeText(attributes, "trigger_condition").trim());
  const said = attributeText(attributes, "description").trim().startsWith(name);
  return {
    before: [...new Set([...(said ? [] : [name]), trigger])].filter((one) => one !== ""),
    after: labelledLines(attributes, bands),
  };
}

export const procedure = defineKind({
  name: "procedure",
  prefix: "prc",
  summary: "How something is done",
  attributes: z.strictObject({
    ...procedureAttributes,
    ...skillAttributes,
    related_procedures: z
      .array(f.idOf("prc"))
      .max(100)
      .default([])
      .describe("Other procedures that go with it"),
    censor_ids: z.array(f.idOf("cen")).max(100).default([]).describe("Censors that guard it"),
    agent_id: f.chosenId.optional().describe("The agent whose skill it is"),
    user_id: f.chosenId.optional().describe("The user for whom it is kept"),
  }),
  text: {
    compose(attributes) {
      const { before, after } = addedLines(attributes);
      return [...before, attributeText(attributes, "description").trim(), ...after]
        .filter((part) => part !== "")
        .join("\n");
    },
    /** Of a new one, the first line is the name. */
    parse(text, current) {
      if (attributeText(current, "name") !== "") {
        const { before, after } = addedLines(current);
        return { description: withoutLines(text, [...before, ...after]) };
      }
      const [name = "", ...description] = text.trim().split("\n");
      return description.length === 0 ? { name } : { name, description: description.join("\n") };
    },
  },
  /** A skill is called for by its trigger, however much it says besides. */
  meaning: (attributes) => attributeText(attributes, "trigger_condition").trim() || undefined,
  states: {
    initial: "active",
    transitions: { active: ["retired"], retired: [] },
    live: ["active"],
    settable: false,
  },
  amendable: {
    text: true,
    attributes: [
      ...Object.keys(procedureAttributes),
      ...Object.keys(skillAttributes),
      ...["related_procedures", "censor_ids"],
    ],
  },
  context: { section: "skills", states: ["active"], itemType: "procedure" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: true,
  importance: 0.5,
  created: () => ({ type: "procedure_stored", data: {} }),
});
