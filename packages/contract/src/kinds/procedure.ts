import { z } from "zod";
import { procedureAttributes, skillAttributes } from "../experience-attributes.js";
import * as f from "../fields.js";
import { defineKind } from "./kind.js";
import { attributeText, firstLine, labelledLines, oneLine, withoutLines } from "./lines.js";

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

/** The name of a skill: what calls for it, or else the first line of what it says. */
const skillName = (attributes: Record<string, unknown>): string =>
  firstLine(attributeText(attributes, "trigger_condition")) ||
  firstLine(attributeText(attributes, "description"));

/** What a whole text says: its first line is the name. */
function named(text: string): { name: string; description?: string } {
  const [name = "", ...description] = text.trim().split("\n");
  return description.length === 0 ? { name } : { name, description: description.join("\n") };
}

const isSkill = (attributes: Record<string, unknown>): boolean => attributes.procedure_type !== undefined;

const isHowTo = (text: string): boolean => /^\s*how\s+to\s/iu.test(text);

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
    /**
     * Of a new one, the first line is the name. So it is where the name was all it said, and where both begin with
     * "How to"; otherwise, and where a name is given besides, a new text is a new description.
     */
    parse(text, current, given = {}) {
      if (attributeText(given, "name") !== "") return { description: text.trim() };
      const name = attributeText(current, "name").trim();
      if (name === "") return named(text);
      const { before, after } = addedLines(current);
      const said = withoutLines(text, [...before, ...after]);
      const repeatsName = text.trim().split("\n")[0]!.trim() === oneLine(name);
      if (repeatsName || said === "") return { description: said };
      if (attributeText(current, "description").trim() === "") {
        return { name: firstLine(said), description: said };
      }
      return isHowTo(name) && isHowTo(said) && !isSkill(current) ? named(said) : { description: said };
    },
  },
  /** A skill has no name of its own, so that no words stay in it that were corrected. */
  derived(before, after) {
    const follows = isSkill(before) || attributeText(before, "name") === skillName(before);
    return follows && skillName(after) !== "" ? { name: skillName(after) } : {};
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
