import { z } from "zod";
import { episodeAttributes, episodeEnd, episodeOutcomes } from "../experience-attributes.js";
import * as f from "../fields.js";
import { defineKind } from "./kind.js";
import { attributeText, labelledLines, oneLine, withoutLines } from "./lines.js";

const lessons = { lessons_learned: "Lesson" };

/** The lines that stand around the summary. */
function addedLines(attributes: Record<string, unknown>): { before: string[]; after: string[] } {
  const title = oneLine(attributeText(attributes, "title").trim());
  const outcome = attributes.ended_at === undefined ? "ongoing" : attributeText(attributes, "outcome");
  return {
    before: title === "" ? [] : [title],
    after: [
      ...(outcome === "" || outcome === "ongoing" ? [] : [`Outcome: ${outcome}`]),
      ...labelledLines(attributes, lessons),
    ],
  };
}

export const episode = defineKind({
  name: "episode",
  prefix: "epi",
  summary: "Something that was gone through, from its start to its end",
  attributes: z.strictObject({
    ...episodeAttributes,
    ...episodeEnd,
    outcome: z
      .enum(["ongoing", ...episodeOutcomes])
      .default("ongoing")
      .describe("How it ended; ongoing: not yet"),
    ended_at: f.timestamp.optional().describe("When it ended"),
  }),
  text: {
    compose(attributes) {
      const { before, after } = addedLines(attributes);
      return [...before, attributeText(attributes, "summary").trim(), ...after].join("\n").trim();
    },
    parse(text, current) {
      const { before, after } = addedLines(current);
      return { summary: withoutLines(text, [...before, ...after]) };
    },
  },
  /** It is ongoing until its end. */
  conflict({ outcome = "ongoing", ended_at }) {
    if ((outcome === "ongoing") === (ended_at === undefined)) return undefined;
    return {
      attribute: "outcome",
      message:
        ended_at === undefined
          ? "cannot be told before the end of the episode; end it with its outcome"
          : "cannot be ongoing once the episode has ended",
    };
  },
  amendable: {
    text: true,
    attributes: [...Object.keys(episodeAttributes), ...Object.keys(episodeEnd), "outcome"],
  },
  context: { section: "retrieved_evidence", itemType: "episode" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: true,
  importance: 0.5,
  created: () => ({ type: "episode_started", data: {} }),
});
