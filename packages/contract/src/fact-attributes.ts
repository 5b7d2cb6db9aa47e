import { z } from "zod";
import { isVisible } from "./names.js";
import { label } from "./one-line.js";

export const visible = (most: number) => z.string().max(most).refine(isVisible, "must hold visible text");

/** What edits may patch, and `remember` takes, of what is a fact's own. */
export const factAttributes = {
  category: label.optional().describe("What sort of fact it is, for instance preference"),
  source: visible(512).optional().describe("Where it comes from, in words or as a link"),
};
