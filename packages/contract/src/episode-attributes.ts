import * as f from "./fields.js";
import { label, line, lines } from "./one-line.js";

export const episodeOutcomes = ["success", "partial", "failure", "abandoned"] as const;

/** What an episode is started with. */
export const episodeAttributes = {
  summary: f.text.describe("What it is about; with the title, what searches go by"),
  title: line.optional().describe("A short name for it"),
  detail: f.text.optional().describe("Everything else worth keeping; searches do not look at it"),
  frame_used: label.optional().describe("The frame of mind it was met with, for instance debugging"),
  trigger: label.optional().describe("What set it off, for instance user_message"),
  participants: lines.default([]).describe("Who took part"),
};

/** What its end adds. */
export const episodeEnd = {
  lessons_learned: lines.default([]).describe("What to do the same or otherwise next time"),
  surprise_level: f.fraction(0).optional().describe("How far it went against expectation, from 0 to 1"),
};
