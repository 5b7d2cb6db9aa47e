import { z } from "zod";
import * as f from "../fields.js";
import { defineKind } from "./kind.js";
import { attributeText, oneLine } from "./lines.js";

export const task = defineKind({
  name: "task",
  prefix: "tsk",
  summary: "Something to be done",
  attributes: z.strictObject({
    title: f.text.describe("What is to be done"),
    details: z.string().max(f.limits.textChars).default("").describe("More about it"),
    refs: f.refs.default([]),
  }),
  text: {
    compose: (attributes) =>
      [oneLine(attributeText(attributes, "title").trim()), attributeText(attributes, "details").trim()]
        .filter((part) => part !== "")
        .join("\n"),
    /** The first line is the title; further lines, if there are any, are the details. */
    parse(text) {
      const [title = "", ...details] = text.trim().split("\n");
      return details.length === 0 ? { title } : { title, details: details.join("\n") };
    },
  },
  states: {
    initial: "open",
    transitions: { open: ["doing", "done"], doing: ["open", "done"], done: ["open", "doing"] },
    live: ["open", "doing"],
    settable: true,
  },
  amendable: { text: true, attributes: ["title", "details", "refs"] },
  context: { section: "task_state", states: ["doing", "open"], itemType: "task" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: true,
  importance: 0.8,
});
