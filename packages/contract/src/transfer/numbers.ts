import { z } from "zod";
import * as f from "../fields.js";

/** What a single-precision column can hold. */
export const real = z
  .number()
  .refine((value) => Number.isFinite(Math.fround(value)), "is too large")
  .refine((value) => value === 0 || Math.fround(value) !== 0, "is too near to 0");

export const share = real.min(0).max(1);

/** Leaves room to count on. */
export const count = f.count.max(1_000_000_000);

/** The patch of an edit, of which only the numbers are checked: the rest was when it was proposed. */
export const patch = z.looseObject({
  importance: f.fraction(0).optional(),
  importance_delta: f.fraction(-1).optional(),
});
