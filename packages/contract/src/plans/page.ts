import { z } from "zod";
import * as f from "../fields.js";
import { cursor } from "../paging.js";

/** How the lists of plans, sessions and working state are paged. */
export const page = { limit: f.limit(100, 20), cursor };

export const paged = {
  total_count: f.count.describe("How many there are, on all pages"),
  next_cursor: z
    .string()
    .nullable()
    .describe("Give it back as cursor for the next page; null on the last one"),
};
