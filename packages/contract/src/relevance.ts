import { z } from "zod";

export const relevance = z
  .number()
  .min(0)
  .max(1)
  .describe("How likely it is an answer: at 0.5, about half of such results are");
export const minRelevance = z
  .number()
  .min(0)
  .max(1)
  .optional()
  .describe("Only results with at least this relevance");
