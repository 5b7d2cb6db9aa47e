import { defineKind, registerKind } from "@palimpsest/contract";
import { z } from "zod";

/** A kind that the product does not ship, with attributes and states of its own. Nothing else knows its name. */
export const recipe = defineKind({
  name: "recipe",
  prefix: "rcp",
  summary: "How to cook something",
  attributes: z.strictObject({
    title: z.string().min(1).max(200),
    steps: z.array(z.string().min(1).max(500)).max(20).default([]),
    minutes: z.int().min(1).max(1_000).optional(),
    inventor: z.string().max(100).optional(),
  }),
  text: {
    compose: ({ title, steps, minutes }) =>
      [
        minutes === undefined ? String(title) : `${title} (${minutes} minutes)`,
        ...((steps as string[] | undefined) ?? []).map((step) => `Step: ${step}`),
      ].join("\n"),
    parse: (text) => ({ title: text }),
  },
  states: {
    initial: "draft",
    transitions: { draft: ["tried"], tried: ["retired"], retired: [] },
    live: ["draft", "tried"],
    settable: true,
  },
  amendable: { text: true, attributes: ["title", "steps", "minutes"] },
  context: { section: "task_state", states: ["tried"], itemType: "recipe" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: true,
  importance: 0.5,
});

registerKind(recipe);
