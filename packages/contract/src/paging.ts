import { z } from "zod";

/** The fields by which every list of the contract is paged. */
export const cursor = z
  .string()
  .min(1)
  .max(4_000)
  .optional()
  .describe("next_cursor of the page before, with the same filters; absent: the first page");
export const nextCursor = z
  .string()
  .optional()
  .describe("Give it back as cursor for the next page; absent on the last one");
export const total = z
  .boolean()
  .default(false)
  .describe("Count all that fit as well, which takes longer than a page");
export const totalCount = z.int().min(0).optional().describe("With total: how many fit, on all pages");
